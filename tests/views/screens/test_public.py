from datetime import datetime, timedelta, timezone

import pytest

from punto.rounds.betting.commands import CutOff, OpenBets
from punto.rounds.configuration import CardSource
from punto.rounds.irregularity.commands import Attest
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.table.commands import ChangeLimits, OpenTable
from punto.rules.conditions import Requirement
from punto.rules.games import BetKey, GameKey, Name
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import USUAL_MAXIMUM, Limits
from punto.rules.roles import Role
from punto.rules.terms import Terms, terms_of
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import TerminalId
from punto.values.money import Cents, dollars
from punto.values.odds import Odds
from punto.values.sides import Side, Winner
from punto.views.screens.cards import NextCard, Progress, ShoeShown
from punto.views.screens.offers import Offer, PayLine
from punto.views.screens.public import GameShown, Halt, PublicView, SeenCards, public_view
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, T1, T2, Evening, terms_for
from support.rounds.matters import Policies
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    at_a_shuffler,
    betting,
    closed,
    config_for,
    configuration,
    configured,
    opened,
    screens,
    settled,
    values_in,
    with_bets,
    with_extra_card,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

TIGER_TIE = BetKey("tiger-tie")


def public(evening: Evening) -> PublicView:
    view = public_view(screens(evening))
    assert view is not None
    return view


@clause("mbs", "preamble")
@reading("A-64")
def test_everybody_sees_which_game_is_played_by_which_print_of_which_rules() -> None:
    singapore = timezone(timedelta(hours=8))
    assert public(opened()).game == GameShown(
        key=GameKey("mbs-tiger"),
        name=Name("Tiger Baccarat", "老虎百家乐"),
        document="mbs",
        title="Electronic Baccarat (MBS)",
        version=4,
        effective=datetime(2025, 3, 20, 9, 0, tzinfo=singapore),
        decks=8,
        source=CardSource.SHOE_THAT_READS,
        self_dealing=False,
        single_person=False,
        titles=(
            (Role.DEALER, "Dealer"),
            (Role.PIT_SUPERVISOR, "Pit Supervisor"),
            (Role.PIT_MANAGER, "Pit Manager"),
            (Role.SHIFT_MANAGER, "Gaming Shift Manager"),
            (Role.CASINO_MANAGER, "Casino Manager"),
        ),
    )


@reading("A-52")
@clause("mbs", "6.1")
@clause("rws-etg", "5.12")
def test_every_screen_is_told_the_operators_titles() -> None:
    titles = tuple((role, f"{role.name} of the house") for role in Role)
    assert public(betting(replace(configuration(), titles=titles))).game.titles == titles


CLOSED_WORDS, OPEN_WORDS = "No more bets", "Place your bets, please"


@clause("rws-etg", "3.3", "3.7")
@clause("mbs", "3.1", "3.2")
@reading("A-24", "A-25")
@pytest.mark.parametrize(
    ("stage", "notice"),
    [
        ("configured", ""),
        ("open", ""),
        ("betting", OPEN_WORDS),
        ("closing", CLOSED_WORDS),
        ("no card", CLOSED_WORDS),
        ("four cards", CLOSED_WORDS),
        ("result", CLOSED_WORDS),
        ("settled", CLOSED_WORDS),
        ("void", ""),
        ("betting stopped", ""),
        ("dealing stopped", CLOSED_WORDS),
        ("settled stopped", CLOSED_WORDS),
        ("open stopped", ""),
    ],
)
def test_the_words_of_the_rules_stand_on_the_screen_while_they_hold(
    stage: str, notice: str
) -> None:
    assert public(STAGES[stage]()).notice == notice


@pytest.mark.parametrize("stage", STAGES)
def test_time_runs_only_while_bets_are_open(stage: str) -> None:
    view = public(STAGES[stage]())
    assert view.betting_ms == 20_000
    assert view.closes_at == (21_000 if view.phase is Phase.BETTING else None)


def test_round_and_shoe_have_their_numbers() -> None:
    assert public(opened()).round_number == 0
    evening = settled()
    assert public(evening).round_number == 1
    evening.do(OpenBets())
    assert public(evening).round_number == 2


def test_the_shoe_shows_its_decks_and_how_far_it_is_played() -> None:
    evening = closed("KS 3D QH")
    evening.do(NoteCutCard())
    assert public(evening).shoe == ShoeShown(
        number=1,
        decks=8,
        source=CardSource.SHOE_THAT_READS,
        progress=Progress(3, 413),
        cut_card_seen=True,
        is_over=True,
        commitment="",
    )


@reading("A-70")
def test_a_continuous_shuffler_has_no_progress() -> None:
    shoe = public(at_a_shuffler()).shoe
    assert shoe is not None
    assert (shoe.source, shoe.progress) == (CardSource.SHUFFLER, None)


def test_a_virtual_shoe_shows_what_it_promised_of_its_order() -> None:
    evening = configured(replace(configuration(), source=CardSource.VIRTUAL_SHOE))
    evening.do(OpenTable())
    evening.do(LoadShoe(8, Shuffle.VIRTUAL, "5a" * 32, "sealed"))
    shoe = public(evening).shoe
    assert shoe is not None
    assert shoe.commitment == "5a" * 32
    assert "sealed" not in set(values_in(public(evening)))


@clause("rws-etg", "5.4")
@reading("A-43")
def test_a_carried_card_is_a_warning_until_it_is_dealt(policies: Policies) -> None:
    evening = with_extra_card(opened(config_for("rws-etg", policies)), "9C")
    assert public(evening).warning is None
    evening.do(Attest(), SUPERVISOR)
    seen = SeenCards(parse_cards("9C"), "Seen before the bets, and first in the next deal: 9C")
    assert public(evening).warning == seen
    evening.do(OpenBets())
    assert public(evening).warning == seen
    evening.close()
    view = public(evening)
    assert view.warning is None
    assert view.hands.player.cards == parse_cards("9C")
    assert view.hands.next_card == NextCard(Side.BANKER, "cards 2 and 4 are Banker's")


def test_without_a_shoe_there_is_none_to_show() -> None:
    evening = opened()
    evening.do(RetireShoe("a torn card"), SUPERVISOR)
    assert public(evening).shoe is None


def test_hands_and_the_next_card_are_everybodys() -> None:
    hands = public(closed("KS 3D QH 4C")).hands
    assert hands.player.cards == parse_cards("KS QH")
    assert hands.banker.cards == parse_cards("3D 4C")
    assert hands.next_card is not None
    assert hands.next_card.side is Side.PLAYER
    assert public(settled()).hands.winner is Winner.BANKER


def limited() -> Terms:
    terms = terms_of(
        terms_for("mbs-tiger").game,
        8,
        ("tiger-pair",),
        Limits(dollars(10), dollars(5_000)),
        {TIGER_TIE: Limits(dollars(5), dollars(200))},
    )
    assert isinstance(terms, Terms)
    return terms


def spans(offers: tuple[Offer, ...]) -> dict[str, tuple[Cents, Cents | None]]:
    return {offer.bet: (offer.minimum, offer.maximum) for offer in offers}


@clause("rws-etg", "3.4")
@clause("mbs", "2.2")
@reading("A-17")
@pytest.mark.parametrize("stage", ["idle", "betting"])
def test_every_bet_on_offer_shows_its_own_smallest_and_largest_stake(stage: str) -> None:
    evening = opened(replace(configuration(), terms=limited()))
    if stage == "betting":
        evening.do(OpenBets())
    usual = dollars(10), dollars(5_000)
    assert spans(public(evening).offers) == {
        "player": usual,
        "banker": usual,
        "tie": usual,
        "tiger": usual,
        "small-tiger": usual,
        "big-tiger": usual,
        "tiger-tie": (dollars(5), dollars(200)),
    }


@clause("rws-etg", "3.4")
def test_the_smallest_and_largest_stake_are_shown_at_the_electronic_table_of_rws() -> None:
    config = configuration("rws-etg")
    terms = terms_for("rws-etg", Limits(dollars(5), dollars(1_000)))
    evening = betting(replace(config, terms=terms))
    usual = dollars(5), dollars(1_000)
    assert spans(public(evening).offers) == dict.fromkeys(
        ("player", "banker", "tie", "player-pair", "banker-pair"), usual
    )


def test_a_bet_is_shown_by_its_names_its_clause_its_pay_table_and_its_step() -> None:
    offers = public(opened()).offers
    six = Requirement("winner", ("banker",)), Requirement("banker_total", (6,))
    assert offers[3] == Offer(
        bet=BetKey("tiger"),
        name=Name("Tiger", "老虎"),
        clause="4.10",
        hand=None,
        lines=(
            PayLine((*six, _banker_cards(2)), Odds(12, 1), "12 to 1", None, "4.10"),
            PayLine((*six, _banker_cards(3)), Odds(20, 1), "20 to 1", None, "4.10"),
        ),
        minimum=dollars(1),
        maximum=USUAL_MAXIMUM,
        step=dollars(1),
    )


def _banker_cards(count: int) -> Requirement:
    return Requirement("banker_cards", (count,))


@reading("A-20")
def test_an_original_bet_shows_its_hand_its_commission_and_its_push() -> None:
    banker = public(opened()).offers[1]
    assert (banker.bet, banker.hand) == ("banker", Side.BANKER)
    assert [(line.pays, line.odds, line.commission) for line in banker.lines] == [
        ("0.95 to 1", Odds(19, 20), Odds(1, 20)),
        ("push", None, None),
    ]
    assert banker.lines[1].clause == "3.9.1"


@clause("mbs", "2.2")
def test_limits_that_wait_for_the_next_round_are_announced_and_do_not_hold_yet() -> None:
    evening = with_bets()
    assert public(evening).coming_offers is None
    own = ((TIGER_TIE, Limits(dollars(2), dollars(50))),)
    evening.do(ChangeLimits(Limits(dollars(20), dollars(800)), own), PIT_MANAGER)
    view = public(evening)
    assert spans(view.offers)["banker"] == (dollars(1), USUAL_MAXIMUM)
    assert view.coming_offers is not None
    assert spans(view.coming_offers)["banker"] == (dollars(20), dollars(800))
    assert spans(view.coming_offers)["tiger-tie"] == (dollars(2), dollars(50))
    evening.play(BANKER_WINS)
    evening.do(OpenBets())
    then = public(evening)
    assert (then.offers, then.coming_offers) == (view.coming_offers, None)


@reading("A-39")
def test_an_irregularity_is_told_in_words_and_without_names() -> None:
    evening = STAGES["dealing stopped"]()
    view = public(evening)
    assert view.phase is Phase.STOPPED
    assert view.halt == Halt(
        Irregularity.FOREIGN_CARD,
        "5.1",
        "Play has stopped: foreign card. Registered bets are kept until it is decided.",
    )
    assert not {"mei", "seen by the Dealer"} & set(values_in(view))
    evening.do(Attest(), SUPERVISOR)
    assert public(evening).halt is None


def test_the_last_round_stays_in_sight_while_the_next_is_played() -> None:
    evening = settled()
    evening.do(OpenBets())
    last = public(evening).last_round
    assert last is not None
    assert (last.number, last.player_total, last.banker_total) == (1, 2, 7)
    assert public(opened()).last_round is None


@clause("rws-etg", "5.10")
@clause("mbs", "6.3")
@reading("A-51")
def test_roads_and_counts_follow_the_cards_when_a_result_is_corrected() -> None:
    evening = STAGES["settled stopped"]()
    before = public(evening)
    assert [cell.winner for cell in before.roads.cells.bead] == [Winner.BANKER]
    assert (before.statistics.tally.banker, before.statistics.tally.player) == (1, 0)
    evening.do(Attest(), SUPERVISOR)
    after = public(evening)
    assert [cell.winner for cell in after.roads.cells.bead] == [Winner.PLAYER]
    assert (after.statistics.tally.banker, after.statistics.tally.player) == (0, 1)


def test_roads_come_with_both_ask_rows() -> None:
    roads = public(settled()).roads
    assert (roads.if_player.side, roads.if_banker.side) == (Side.PLAYER, Side.BANKER)
    assert roads.if_banker.big.row == 1
    assert roads.if_player.big.column == 1


@pytest.mark.parametrize("stage", STAGES)
def test_the_public_part_names_no_terminal(stage: str) -> None:
    assert not {T1, T2} & set(values_in(public(STAGES[stage]())))


def test_a_terminal_that_did_not_answer_is_no_matter_of_the_public() -> None:
    evening = STAGES["closing"]()
    evening.now += 2_000
    evening.do(CutOff())
    assert TerminalId("T1") not in set(values_in(public(evening)))

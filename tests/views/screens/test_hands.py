import pytest

from punto.rounds.dealing.commands import AnnounceTotals
from punto.rounds.irregularity.commands import Attest
from punto.rounds.table.commands import CloseTable
from punto.rules.coups import deal
from punto.rules.irregularity_policies import Irregularity
from punto.rules.table_of_play import TABLE_OF_PLAY, Why
from punto.values.cards import parse_cards
from punto.values.sides import Side, Winner
from punto.views.judgements import judgement_words
from punto.views.screens.cards import (
    NO_HANDS,
    HandShown,
    Judged,
    NextCard,
    hands_of,
)
from support.rounds.evening import SUPERVISOR, Evening
from support.rounds.matters import Policies, report
from support.rounds.matters import settled as settled_by
from support.views.screens.stages import betting, closed, four_cards, opened, settled, void

clause = pytest.mark.clause
reading = pytest.mark.reading


def test_before_a_round_there_are_no_hands() -> None:
    assert hands_of(opened().table) == NO_HANDS


def test_while_bets_are_open_no_card_is_due() -> None:
    hands = hands_of(betting().table)
    assert (hands.player.cards, hands.player.total, hands.next_card) == ((), None, None)


@clause("rws-etg", "3.8")
@clause("mbs", "3.6", "3.6.1", "3.6.2")
@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ("", NextCard(Side.PLAYER, "cards 1 and 3 are Player's")),
        ("KS", NextCard(Side.BANKER, "cards 2 and 4 are Banker's")),
        ("KS 3D", NextCard(Side.PLAYER, "cards 1 and 3 are Player's")),
        ("KS 3D QH", NextCard(Side.BANKER, "cards 2 and 4 are Banker's")),
    ],
)
def test_the_first_four_cards_go_back_and_forth(cards: str, due: NextCard) -> None:
    assert hands_of(closed(cards).table).next_card == due


@pytest.mark.parametrize("side", Side)
def test_nothing_is_said_of_a_hand_that_is_not_judged_yet(side: Side) -> None:
    assert judgement_words(deal(TABLE_OF_PLAY, parse_cards("KS 3D QH")).coup, side) == ""


@clause("mbs", "3.8")
@reading("A-68")
def test_totals_are_on_the_screen_before_a_third_card_can_be_due() -> None:
    evening = four_cards()
    hands = hands_of(evening.table)
    assert (hands.player.total, hands.banker.total) == (0, 7)
    assert hands.next_card is None
    assert hands.player.judged is None
    evening.do(AnnounceTotals())
    hands = hands_of(evening.table)
    assert hands.next_card == NextCard(Side.PLAYER, "Player draws on 0")
    assert hands.player.judged == Judged(True, Why.OWN_TOTAL, "Player draws on 0")  # noqa: FBT003
    assert hands.banker.judged is None


@clause("rws-etg", "3.9", "3.10")
@clause("mbs", "3.8")
@pytest.mark.parametrize(
    ("cards", "player", "banker", "due"),
    [
        ("3S 2D 4H 2C", "Player stands on 7", "Banker draws on 4: Player stood", Side.BANKER),
        (
            "KS 2D QH AC 7D",
            "Player draws on 0",
            "Banker draws on 3 against a third card of 7",
            Side.BANKER,
        ),
        (
            "KS 2D QH AC 8D",
            "Player draws on 0",
            "Banker stands on 3 against a third card of 8",
            None,
        ),
        ("3S 2D 4H 4C", "Player stands on 7", "Banker stands on 6: Player stood", None),
        (
            "4S KD 4H 2C",
            "Player stands on 8: a natural ends the deal",
            "Banker stands on 2: a natural ends the deal",
            None,
        ),
    ],
)
def test_each_hand_says_why_it_draws_or_stands(
    cards: str, player: str, banker: str, due: Side | None
) -> None:
    hands = hands_of(closed(cards).table)
    assert hands.player.judged is not None
    assert hands.banker.judged is not None
    assert (hands.player.judged.words, hands.banker.judged.words) == (player, banker)
    assert hands.next_card == (None if due is None else NextCard(due, banker))


def test_a_natural_on_four_cards_draws_nothing_even_before_it_is_announced() -> None:
    evening = closed("4S KD 4H")
    evening.deal("2C")
    hands = hands_of(evening.table)
    assert (hands.next_card, hands.winner) == (None, None)
    evening.do(AnnounceTotals())
    assert hands_of(evening.table).winner is Winner.PLAYER


def test_a_complete_coup_has_its_hands_its_totals_and_its_winner() -> None:
    hands = hands_of(settled().table)
    assert hands.player.cards == parse_cards("KS QH 2D")
    assert hands.banker == HandShown(
        parse_cards("3D 4C"),
        7,
        Judged(False, Why.PLAYER_THIRD, "Banker stands on 7 against a third card of 2"),  # noqa: FBT003
    )
    assert (hands.player.total, hands.winner, hands.next_card) == (2, Winner.BANKER, None)


def test_the_bets_that_win_are_known_with_the_winner_whether_or_not_anybody_staked() -> None:
    evening = closed("KS 3D QH")
    evening.deal("3C")
    assert hands_of(evening.table).winning_bets == ()
    evening.do(AnnounceTotals())
    evening.deal("2D")
    assert hands_of(evening.table).winning_bets == ("banker", "tiger", "small-tiger", "tiger-pair")


def test_a_bet_that_gets_its_stake_back_does_not_win() -> None:
    assert hands_of(closed("KS 3D QH 4C 7D").table).winning_bets == ("tie",)


@clause("rws-etg", "1.20")
def test_a_void_round_keeps_its_cards_in_sight_and_has_no_winner() -> None:
    hands = hands_of(void().table)
    assert hands.player.cards == parse_cards("KS")
    assert (hands.winner, hands.next_card) == (None, None)


def test_a_complete_coup_that_becomes_void_has_no_winner(policies: Policies) -> None:
    evening = settled_by("rws-etg", policies)
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    assert hands_of(evening.table).winner is Winner.BANKER
    evening.do(Attest(), SUPERVISOR)
    assert hands_of(evening.table).winner is None
    assert hands_of(evening.table).winning_bets == ()


def corrected() -> Evening:
    evening = settled()
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    return evening


@clause("mbs", "6.3")
def test_a_corrected_round_shows_the_corrected_cards_with_their_reasons() -> None:
    hands = hands_of(corrected().table)
    assert hands.player.cards == parse_cards("KS QH 9D")
    assert hands.winner is Winner.PLAYER
    assert hands.player.judged is not None


def test_an_irregularity_after_a_correction_hides_nothing_that_was_shown() -> None:
    evening = corrected()
    before = hands_of(evening.table)
    evening.do(report(Irregularity.NOT_COVERED))
    assert hands_of(evening.table) == before


def test_the_last_hand_stays_in_sight_when_the_table_closes() -> None:
    evening = settled()
    before = hands_of(evening.table)
    evening.do(CloseTable(), SUPERVISOR)
    assert hands_of(evening.table) == before

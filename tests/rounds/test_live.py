"""The live round: boxes, chips, the close, acceptors, options and payments."""

from typing import Any

import pytest

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.layouts import Chip, ChipSet
from punto.rounds.betting.commands import BeginClosing, OpenBets, WantPosition
from punto.rounds.betting.refusals import BetsRefused, BetWrittenTwice
from punto.rounds.boxes import refusals
from punto.rounds.boxes.commands import (
    AskSqueeze,
    ChooseOption,
    ClaimWinnings,
    CloseLayout,
    EndOptions,
    HandOver,
    JoinTable,
    LeaveTable,
    PlaceBets,
    PlayerOption,
    RejectExcess,
)
from punto.rounds.boxes.events import (
    ExcessRejected,
    HandHandedOver,
    HandsLaid,
    LayoutClosed,
    OptionsOffered,
    SqueezeGranted,
    WinningsClaimed,
)
from punto.rounds.boxes.layouts import layout_of, on_layout
from punto.rounds.boxes.refusals import WrongKindOfTable
from punto.rounds.boxes.state import place_of
from punto.rounds.command_refusals import OutOfPhase
from punto.rounds.commands import Patron
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.dealing.events import TotalsAnnounced
from punto.rounds.evolution import replay
from punto.rounds.irregularity import refusals as matters
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import CardsCorrected, RoundVoided
from punto.rounds.irregularity.remedies import apply_remedy
from punto.rounds.phases import Phase
from punto.rounds.state import RecordDoesNotHold
from punto.rounds.table.commands import CloseTable, ConfigureTable, SeatTerminal
from punto.rounds.table.refusals import ConfigurationUnfit
from punto.rules.coups import continued
from punto.rules.irregularity_policies import Irregularity, PlayerOptions, Remedy
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import Instant
from punto.values.money import dollars
from punto.values.sides import Side
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    configuration,
    opened,
    position,
)
from support.rounds.live import (
    ANN,
    BEN,
    BOX_1,
    BOX_2,
    EVE,
    LAYOUT,
    choosing,
    chosen,
    closed,
    face_down,
    lay,
    live_betting,
    live_configuration,
    live_opened,
    net,
    reported,
)

BANKER_ON_7 = "KS 3D QH 4C 2D"
PLAYER_ON_9 = "9S KD KH QC"


def laid_out(**changes: object) -> Configuration:
    """Return a live configuration with these changes to its layout."""
    layout = replace(LAYOUT, **changes)  # type: ignore[arg-type]
    return replace(live_configuration(), layout=layout)


FACE_DOWN = face_down()


def only_main_bets(config: Configuration | None = None) -> Configuration:
    """A live table without side bets, so that little is decided early."""
    config = config or live_configuration()
    offered = tuple(bet for bet in config.terms.offered if bet.key in {"player", "banker", "tie"})
    return replace(config, terms=replace(config.terms, offered=offered))


def settled(evening: Evening, cards: str) -> Evening:
    """Deal the missing cards, and settle."""
    evening.deal(cards)
    evening.do(Settle())
    assert replay(evening.record.events) == evening.table
    return evening


def finish(evening: Evening, cards: str) -> None:
    """Deal the rest of a coup card by card, announce the totals after the fourth, and settle."""
    for card in parse_cards(cards):
        evening.do(DealCard(card))
        if len(evening.table.round_now.cards) == 4:
            evening.do(AnnounceTotals())
    evening.do(Settle())
    assert replay(evening.record.events) == evening.table


# Patrons


@pytest.mark.clause("rws-live", "1.20", "1.21")
def test_a_seat_is_for_one_patron_and_any_number_may_stand() -> None:
    evening = live_opened()
    assert evening.refused(JoinTable(BEN, BOX_1)) == refusals.BoxTaken(BOX_1, ANN)
    assert evening.refused(JoinTable(BEN, BoxLabel("9"))) == refusals.NoSuchBox(
        BoxLabel("9"), LAYOUT.boxes
    )
    assert evening.refused(JoinTable(ANN, BOX_1)) == refusals.PatronInPlace(ANN)
    evening.do(LeaveTable(ANN))
    evening.do(JoinTable(BEN, BOX_1))
    evening.do(JoinTable(ANN))
    assert [event.clause for event in evening.record.events[-2:]] == ["1.20", "1.21"]
    assert {key: patron.box for key, patron in evening.table.patrons.items()} == {
        ANN: None,
        EVE: BOX_2,
        BEN: BOX_1,
    }


def test_who_never_came_can_neither_bet_nor_leave() -> None:
    evening, stranger = live_betting(), PatronKey("zed")
    assert evening.refused(LeaveTable(stranger)) == refusals.PatronUnknown(stranger)
    bet = PlaceBets(stranger, BOX_1, position(banker=100))
    assert evening.refused(bet) == refusals.PatronUnknown(stranger)
    evening.do(LeaveTable(EVE))
    away = PlaceBets(EVE, BOX_2, position(banker=100))
    assert evening.refused(away) == refusals.PatronUnknown(EVE)


def test_terminals_and_chips_do_not_mix() -> None:
    evening = live_betting()
    assert isinstance(evening.refused(SeatTerminal(T1), SUPERVISOR), WrongKindOfTable)
    assert isinstance(evening.refused(BeginClosing()), WrongKindOfTable)
    electronic = opened()
    refusal = electronic.refused(JoinTable(ANN, BOX_1))
    assert refusal.sentence == (
        "bringing a patron to the table: an electronic table, expected a live one (L 1.20, L 1.21)"
    )
    assert evening.refused(WantPosition(T1, 1, ()), Patron(T1)).sentence.startswith("terminal T1")


def test_an_electronic_round_has_no_layout() -> None:
    evening = opened()
    evening.do(OpenBets())
    with pytest.raises(RecordDoesNotHold):
        on_layout(evening.table.round_now)
    with pytest.raises(RecordDoesNotHold):
        layout_of(evening.table.round_now)
    assert configuration().layout is None


# Bets


@pytest.mark.clause("rws-live", "3.3", "3.7")
def test_bets_are_placed_raised_lowered_and_withdrawn_until_the_close() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500, tie_wins_on_7=10)
    lay(evening, ANN, banker=300, tie=100)
    place = place_of(ANN, BOX_1)
    assert evening.table.round_now.stakes_of(place) == position(banker=300, tie=100)
    assert evening.table.book.staked(place) == dollars(400)
    lay(evening, ANN)
    assert evening.table.book.staked(place) == 0
    assert net(evening, ANN) == 0


@pytest.mark.clause("rws-live", "3.8", "5.6")
def test_after_no_more_bets_no_bet_is_placed_raised_or_withdrawn() -> None:
    evening = closed()
    for stakes in (position(banker=2000), position(banker=100), ()):
        assert isinstance(evening.refused(PlaceBets(ANN, BOX_1, stakes)), OutOfPhase)


def test_a_bet_that_was_taken_up_and_laid_down_again_counts_as_placed_later() -> None:
    evening = live_betting(FACE_DOWN)
    lay(evening, ANN, banker=500)
    lay(evening, EVE, BOX_2, banker=500)
    lay(evening, ANN)
    lay(evening, ANN, banker=500)
    (layout_closed,) = evening.do(CloseLayout())
    assert isinstance(layout_closed, LayoutClosed)
    assert layout_closed.banker_acceptor == EVE


def test_a_table_with_terminals_does_not_become_a_live_one() -> None:
    evening = opened()
    evening.do(CloseTable(), SUPERVISOR)
    refusal = evening.refused(ConfigureTable(live_configuration()), PIT_MANAGER)
    assert refusal == refusals.LayoutUnfit("rws-live", ("expected the terminals moved away first",))


def test_no_timer_deals_at_a_live_table() -> None:
    config = replace(live_configuration(), source=CardSource.VIRTUAL_SHOE, self_dealing=True)
    evening = Evening()
    refusal = evening.refused(ConfigureTable(config), PIT_MANAGER)
    assert isinstance(refusal, ConfigurationUnfit)


@pytest.mark.clause("rws-live", "5.16")
def test_staff_place_a_bet_on_request_and_the_record_says_so() -> None:
    evening = live_betting()
    (placed,) = evening.do(PlaceBets(ANN, BOX_1, position(banker=200), on_behalf=True), SUPERVISOR)
    assert placed.on_behalf  # type: ignore[union-attr]
    assert evening.record.events[-1].clause == "5.16"
    evening.do(PlaceBets(ANN, BOX_1, position(banker=100)))
    assert evening.record.events[-1].clause == "3.7"


def test_chips_that_cannot_be_a_bet_are_refused() -> None:
    evening = live_betting()
    unknown = evening.refused(PlaceBets(ANN, BOX_1, position(lucky=100)))
    assert isinstance(unknown, BetsRefused)
    twice = (*position(banker=100), *position(banker=200))
    assert isinstance(evening.refused(PlaceBets(ANN, BOX_1, twice)), BetWrittenTwice)
    no_box = PlaceBets(ANN, BoxLabel("13"), position(banker=100))
    assert isinstance(evening.refused(no_box), refusals.NoSuchBox)
    fives = laid_out(chips=ChipSet((Chip(dollars(5), "5", "red"),)))
    refusal = live_betting(fives).refused(PlaceBets(ANN, BOX_1, position(banker=102)))
    assert refusal == refusals.ChipsCannotMake(dollars(102))


@pytest.mark.clause("rws-live", "1.21")
@pytest.mark.reading("A-87")
def test_a_standing_patron_bets_only_where_a_seated_one_has_a_bet() -> None:
    evening = live_betting()
    bet = PlaceBets(BEN, BOX_1, position(banker=100))
    assert evening.refused(bet) == refusals.NoSeatedBet(BOX_1)
    lay(evening, EVE, BOX_2, banker=100)
    assert evening.refused(bet) == refusals.NoSeatedBet(BOX_1)
    lay(evening, ANN, tie=100)
    evening.do(bet)
    evening.do(PlaceBets(BEN, BOX_1, ()))


@pytest.mark.clause("rws-live", "1.21")
@pytest.mark.reading("A-87")
def test_standing_bets_go_at_the_close_if_the_seated_bet_was_withdrawn() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=9000)
    lay(evening, BEN, banker=12_000)
    lay(evening, EVE, BOX_2, banker=200)
    evening.do(PlaceBets(ANN, BOX_1, ()))
    assert isinstance(evening.refused(CloseLayout()), refusals.WarningsOpen)
    (layout_closed,) = evening.do(CloseLayout(passed_over=True))
    assert isinstance(layout_closed, LayoutClosed)
    assert layout_closed.played == (
        (place_of(BEN, BOX_1), ()),
        (place_of(EVE, BOX_2), position(banker=200)),
    )
    settled(evening, BANKER_ON_7)
    assert (net(evening, BEN), net(evening, EVE)) == (0, dollars(200))


@pytest.mark.clause("rws-live", "1.21", "5.3")
@pytest.mark.reading("A-87")
def test_standing_bets_stay_if_the_seated_patron_walks_away_from_a_bet() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    lay(evening, BEN, banker=300)
    evening.do(LeaveTable(ANN))
    evening.do(CloseLayout())
    settled(evening, BANKER_ON_7)
    assert net(evening, BEN) == dollars(300)


@pytest.mark.clause("rws-live", "5.1")
@pytest.mark.reading("A-55")
def test_an_excess_that_is_noticed_is_handed_back_standing_first() -> None:
    evening = live_betting()
    lay(evening, ANN, tie=100)
    lay(evening, BEN, banker=8000)
    lay(evening, ANN, banker=5000, tie=100)
    assert evening.do(RejectExcess()) == (
        ExcessRejected(((place_of(BEN, BOX_1), position(banker=5000)),)),
    )
    assert net(evening, BEN) == -dollars(5000)
    assert evening.refused(RejectExcess()) == refusals.NothingInExcess()


@pytest.mark.clause("rws-live", "5.1.1", "5.1.2", "5.13")
@pytest.mark.reading("A-40")
def test_an_unnoticed_excess_plays_pro_rata_and_the_rest_goes_back() -> None:
    evening = closed(banker=9000, player=100)
    lay_again = live_betting()
    lay(lay_again, ANN, banker=9000)
    lay(lay_again, BEN, banker=3000)
    (layout_closed,) = lay_again.do(CloseLayout(passed_over=True))
    assert isinstance(layout_closed, LayoutClosed)
    assert layout_closed.played == (
        (place_of(ANN, BOX_1), position(banker=7500)),
        (place_of(BEN, BOX_1), position(banker=2500)),
    )
    settled(lay_again, BANKER_ON_7)
    assert (net(lay_again, ANN), net(lay_again, BEN)) == (dollars(7500), dollars(2500))
    settled(evening, BANKER_ON_7)
    assert net(evening, ANN) == dollars(9000)


# Walking away


@pytest.mark.clause("rws-live", "5.3")
def test_the_winnings_of_a_patron_who_left_are_held_until_claimed() -> None:
    evening = closed()
    evening.do(LeaveTable(ANN))
    settled(evening, BANKER_ON_7)
    place = place_of(ANN, BOX_1)
    assert evening.table.book.held(place) == dollars(2000)
    assert evening.refused(ClaimWinnings(ANN), SUPERVISOR) == refusals.PatronUnknown(ANN)
    evening.do(JoinTable(ANN, BOX_1))
    assert evening.do(ClaimWinnings(ANN), SUPERVISOR) == (WinningsClaimed(place, dollars(2000)),)
    assert net(evening, ANN) == dollars(1000)
    assert evening.refused(ClaimWinnings(ANN), SUPERVISOR) == refusals.NothingHeld(ANN)


def test_a_correction_takes_chips_from_who_is_there_and_is_owed_by_who_left() -> None:
    for leaves in (False, True):
        evening = settled(closed(), BANKER_ON_7)
        if leaves:
            evening.do(LeaveTable(ANN))
        reported(evening, Irregularity.WRONG_CARD_REGISTERED, cards="KS 3D QH 4C 9D")
        assert net(evening, ANN) == -dollars(1000)
        assert evening.table.book.owed(place_of(ANN, BOX_1)) == (dollars(2000) if leaves else 0)


# Acceptors and the squeeze


@pytest.mark.clause("rws-live", "3.9")
@pytest.mark.reading("A-63")
def test_the_highest_seated_bet_on_a_hand_accepts_it_and_may_squeeze() -> None:
    evening = live_betting(FACE_DOWN)
    lay(evening, ANN, banker=5000)
    lay(evening, BEN, banker=9000)
    lay(evening, EVE, BOX_2, player=5000)
    evening.do(CloseLayout(passed_over=True))
    asked = [AskSqueeze(patron, Side.BANKER) for patron in (BEN, EVE)]
    for wish in asked:
        assert evening.refused(wish) == refusals.NotTheAcceptor(wish.patron, Side.BANKER)
    assert evening.do(AskSqueeze(ANN, Side.BANKER)) == (SqueezeGranted(ANN, Side.BANKER),)
    evening.do(AskSqueeze(EVE, Side.PLAYER))
    evening.deal("KS 3D QH 4C")
    evening.do(AskSqueeze(EVE, Side.PLAYER))
    evening.deal("2D")
    assert isinstance(evening.refused(AskSqueeze(EVE, Side.PLAYER)), OutOfPhase)


def test_a_squeeze_is_too_late_once_the_card_has_left_the_shoe() -> None:
    evening = closed(FACE_DOWN)
    evening.deal("KS 3D QH")
    assert evening.refused(AskSqueeze(BEN, Side.PLAYER)) == refusals.SqueezeTooLate(Side.PLAYER)
    evening.do(AskSqueeze(ANN, Side.BANKER))


def test_the_banker_may_still_draw_after_the_player() -> None:
    evening = closed(FACE_DOWN)
    evening.deal("KS 3D QH KC")
    evening.do(AskSqueeze(ANN, Side.BANKER))
    natural = closed(FACE_DOWN)
    natural.deal("KS 3D 6H KC")
    assert natural.refused(AskSqueeze(BEN, Side.PLAYER)) == refusals.SqueezeTooLate(Side.PLAYER)


@pytest.mark.clause("rws-live", "3.9", "3.12")
def test_on_seven_no_card_comes_to_the_banker_whatever_the_player_draws() -> None:
    evening = closed(FACE_DOWN)
    evening.deal("KS 3D QH 4C")
    assert evening.refused(AskSqueeze(ANN, Side.BANKER)) == refusals.SqueezeTooLate(Side.BANKER)


@pytest.mark.reading("A-63")
def test_by_the_letter_only_the_highest_seated_bet_on_the_table_may_squeeze() -> None:
    evening = live_betting(laid_out(face_down=True, squeeze_by_letter=True))
    lay(evening, ANN, banker=5000)
    lay(evening, EVE, BOX_2, player=5000)
    evening.do(CloseLayout(passed_over=True))
    refused = evening.refused(AskSqueeze(EVE, Side.PLAYER))
    assert refused == refusals.NotTheAcceptor(EVE, Side.PLAYER)
    evening.do(AskSqueeze(ANN, Side.BANKER))


def test_by_the_letter_nobody_squeezes_where_no_seated_patron_has_an_original_bet() -> None:
    evening = live_betting(laid_out(face_down=True, squeeze_by_letter=True))
    lay(evening, ANN, tie=100)
    evening.do(CloseLayout(passed_over=True))
    refused = evening.refused(AskSqueeze(ANN, Side.PLAYER))
    assert refused == refusals.NotTheAcceptor(ANN, Side.PLAYER)


def test_a_hand_is_given_to_another_seated_bettor_or_to_the_dealer() -> None:
    evening = live_betting(FACE_DOWN)
    lay(evening, ANN, banker=5000)
    lay(evening, EVE, BOX_2, banker=200)
    lay(evening, BEN, banker=200)
    evening.do(CloseLayout(passed_over=True))
    assert evening.refused(HandOver(Side.BANKER, BEN)) == refusals.MayNotHold(BEN, Side.BANKER)
    assert evening.do(HandOver(Side.BANKER, EVE)) == (HandHandedOver(Side.BANKER, EVE),)
    evening.do(AskSqueeze(EVE, Side.BANKER))
    evening.do(HandOver(Side.BANKER))
    assert isinstance(evening.refused(AskSqueeze(EVE, Side.BANKER)), refusals.NotTheAcceptor)


def test_at_a_table_dealt_face_up_no_patron_accepts_a_hand() -> None:
    evening = closed()
    assert evening.refused(AskSqueeze(ANN, Side.BANKER)) == refusals.DealtFaceUp()
    assert evening.refused(HandOver(Side.BANKER)) == refusals.DealtFaceUp()


@pytest.mark.clause("rws-live", "3.9", "5.3")
@pytest.mark.reading("A-63")
def test_a_patron_who_walked_away_accepts_no_hand() -> None:
    evening = live_betting(FACE_DOWN)
    lay(evening, ANN, banker=5000)
    lay(evening, EVE, BOX_2, banker=1000)
    evening.do(LeaveTable(ANN))
    (layout_closed,) = evening.do(CloseLayout())
    assert isinstance(layout_closed, LayoutClosed)
    assert layout_closed.banker_acceptor == EVE
    assert evening.refused(HandOver(Side.BANKER, ANN)) == refusals.PatronUnknown(ANN)
    assert evening.refused(AskSqueeze(ANN, Side.BANKER)) == refusals.PatronUnknown(ANN)


# Options


@pytest.mark.clause("rws-live", "5.10", "5.10.1", "5.12", "5.12.2", "5.12.3", "5.12 tail")
@pytest.mark.reading("A-59", "A-81")
def test_after_cards_drawn_together_each_patron_chooses_once() -> None:
    evening = choosing()
    assert evening.refused(ChooseOption(EVE, PlayerOption.RETURN)) == refusals.NotAsked(EVE)
    evening.do(ChooseOption(ANN, PlayerOption.RETURN))
    again = ChooseOption(ANN, PlayerOption.CONTINUE)
    assert evening.refused(again) == refusals.AlreadyChosen(ANN)
    assert isinstance(evening.refused(DealCard(parse_cards("4C")[0])), OutOfPhase)
    chosen(evening)
    assert isinstance(evening.refused(again), OutOfPhase)
    finish(evening, "4C 2D")
    assert net(evening, ANN) == 0


def test_who_takes_back_is_out_and_nobody_elses_share_changes() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=9000)
    lay(evening, BEN, banker=3000)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS")
    what = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN
    reported(evening, what, extra="3D QH", order="KS 3D QH")
    chosen(evening, ann="return", ben="continue")
    finish(evening, "4C 2D")
    assert (net(evening, ANN), net(evening, BEN)) == (0, dollars(2500))


@pytest.mark.clause("rws-live", "5.12")
@pytest.mark.reading("A-59", "A-86")
def test_without_an_answer_a_patron_continues_and_with_all_back_the_coup_is_dealt_out() -> None:
    silent = choosing()
    silent.do(LeaveTable(ANN))
    chosen(silent, ben="return")
    finish(silent, "4C 2D")
    assert (net(silent, ANN), net(silent, BEN)) == (dollars(1000), 0)
    everybody = choosing()
    chosen(everybody, ann="return", ben="return")
    finish(everybody, "4C 2D")
    assert not everybody.table.round_now.void
    assert (net(everybody, ANN), net(everybody, BEN)) == (0, 0)


@pytest.mark.clause("rws-live", "5.3")
@pytest.mark.reading("A-59")
def test_a_patron_who_walked_away_chooses_after_coming_back() -> None:
    evening = choosing()
    evening.do(LeaveTable(ANN))
    choice = ChooseOption(ANN, PlayerOption.RETURN)
    assert evening.refused(choice) == refusals.PatronUnknown(ANN)
    evening.do(JoinTable(ANN, BOX_1))
    evening.do(choice)
    evening.do(EndOptions())
    finish(evening, "4C 2D")
    assert net(evening, ANN) == 0


@pytest.mark.reading("A-84")
def test_a_second_error_asks_those_who_still_play() -> None:
    evening = choosing()
    chosen(evening, ann="return")
    reported(evening, Irregularity.SIMULTANEOUS_DRAW, cards="KS 3D QH 4C 2D", extra="4C 2D")
    assert on_layout(evening.table.round_now).asked == (BEN,)
    chosen(evening, ben="return")
    evening.do(Settle())
    assert net(evening, BEN) == 0


@pytest.mark.clause("rws-live", "5.7", "5.7.1")
@pytest.mark.reading("A-57")
def test_an_excess_card_gives_options_as_long_as_nothing_is_decided() -> None:
    open_round = closed(only_main_bets())
    open_round.deal("KS 3D QH 4C")
    reported(open_round, Irregularity.EXCESS_OR_EXPOSED_CARD, extra="2D 8S")
    chosen(open_round, ann="return", ben="continue")
    open_round.do(Settle())
    assert (net(open_round, ANN), net(open_round, BEN)) == (0, -dollars(500))
    assert open_round.table.carried == parse_cards("8S")
    decided = closed()
    decided.deal("KS 3D 6H KC")
    reported(decided, Irregularity.EXCESS_OR_EXPOSED_CARD, extra="5S")
    assert decided.phase() is Phase.RESULT


@pytest.mark.clause("rws-live", "5.8", "5.8.1", "5.8 tail")
def test_cards_in_the_wrong_area_give_options_unless_decided_and_put_right() -> None:
    decided = closed()
    decided.deal("KS 3D QH 4C")
    reported(decided, Irregularity.WRONG_AREA, cards="KS 3D QH 4C")
    assert decided.phase() is Phase.RESULT or decided.phase() is Phase.DEALING
    undecided = closed()
    undecided.deal("KS 3D")
    reported(undecided, Irregularity.WRONG_AREA)
    assert undecided.phase() is Phase.CHOOSING
    chosen(undecided)
    assert undecided.table.round_now.cards == parse_cards("KS 3D")


@pytest.mark.clause("rws-live", "5.9")
def test_a_card_dealt_face_up_by_mistake_changes_nothing_but_gives_options() -> None:
    undecided = closed(FACE_DOWN)
    undecided.deal("KS 3D")
    reported(undecided, Irregularity.DEALT_FACE_UP)
    assert undecided.phase() is Phase.CHOOSING
    decided = closed(FACE_DOWN)
    decided.deal("KS 3D QH")
    reported(decided, Irregularity.DEALT_FACE_UP)
    assert decided.phase() is Phase.DEALING
    face_up = closed()
    face_up.deal("KS 3D")
    report = ReportIrregularity(Irregularity.DEALT_FACE_UP)
    assert face_up.refused(report) == refusals.DealtFaceUp()


@pytest.mark.clause("rws-live", "5.7.1", "5.8 tail", "5.9", "5.10.1", "5.12")
@pytest.mark.reading("A-57", "A-82")
@pytest.mark.parametrize(
    ("what", "told", "clauses"),
    [
        (Irregularity.EXCESS_OR_EXPOSED_CARD, {"extra": "5S"}, "5.7.1, 5.12"),
        (Irregularity.FACE_UP_CARD, {"extra": "5S"}, "5.7.1, 5.12"),
        (Irregularity.WRONG_AREA, {"cards": "KS"}, "5.8 tail, 5.12"),
        (Irregularity.WRONG_PERSON, {"cards": "KS"}, "5.8 tail, 5.12"),
        (Irregularity.DEALT_FACE_UP, {}, "5.9, 5.12"),
        (Irregularity.SIMULTANEOUS_DRAW, {"extra": "5S 6S"}, "5.10.1, 5.12"),
        (Irregularity.WRONG_ORDER, {"cards": "KS"}, "5.12"),
        (Irregularity.DEALT_ORDER_LOST, {"lies": ("KS", "")}, "5.12"),
    ],
)
def test_options_rest_on_the_paragraph_that_gives_them(
    what: Irregularity, told: dict[str, Any], clauses: str
) -> None:
    evening = closed(FACE_DOWN)
    evening.deal("KS")
    reported(evening, what, **told)
    offered = evening.record.events[-1]
    assert isinstance(offered.fact, OptionsOffered)
    assert offered.clause == clauses


@pytest.mark.reading("A-82")
def test_a_wrong_order_gives_options_without_a_condition() -> None:
    evening = closed()
    evening.deal("KS QH 9D KC")
    reported(evening, Irregularity.WRONG_ORDER, cards="KS 9D QH KC")
    chosen(evening, ben="return")
    evening.do(Settle())
    assert (net(evening, ANN), net(evening, BEN)) == (dollars(1000), 0)


def test_where_nobody_has_a_bet_nobody_is_asked() -> None:
    evening = live_betting()
    evening.do(CloseLayout())
    evening.deal("KS QH")
    reported(evening, Irregularity.WRONG_ORDER, cards="QH KS")
    assert evening.phase() is Phase.DEALING


@pytest.mark.clause("rws-live", "5.12.1")
@pytest.mark.reading("A-85")
def test_where_the_order_is_lost_the_hands_are_played_as_they_lie() -> None:
    evening = closed(banker=500, player=1000)
    evening.deal("KS 9D QH")
    facts = evening.do(
        ReportIrregularity(
            Irregularity.DEALT_ORDER_LOST,
            "nobody can tell",
            lies=(parse_cards("9D KS"), parse_cards("QH")),
        )
    )
    assert len(facts) == 1
    attested = evening.do(Attest(), SUPERVISOR)
    assert [type(fact) for fact in attested] == [CardsCorrected, HandsLaid, OptionsOffered]
    chosen(evening, ann="return")
    finish(evening, "KC")
    assert str(evening.table.round_now.coup) == "P 9D KS | B QH KC"
    assert net(evening, BEN) == dollars(1000)


def test_third_cards_go_to_laid_hands_by_the_table_of_play() -> None:
    evening = closed()
    evening.deal("KS 3D QH 4C")
    lies = ("4C KS", "3D QH")
    reported(evening, Irregularity.DEALT_ORDER_LOST, lies=lies)
    chosen(evening)
    finish(evening, "5S 2D")
    assert str(evening.table.round_now.coup) == "P 4C KS 5S | B 3D QH 2D"


@pytest.mark.clause("rws-live", "5.5.3")
@pytest.mark.reading("A-58")
def test_hands_with_an_impossible_number_of_cards_are_void() -> None:
    evening = closed()
    evening.deal("KS 3D QH 4C 2D")
    evening.do(
        ReportIrregularity(
            Irregularity.DEALT_ORDER_LOST, "", lies=(parse_cards("KS 3D"), parse_cards("QH 4C 2D"))
        )
    )
    (voided,) = evening.do(Attest(), SUPERVISOR)
    assert isinstance(voided, RoundVoided)
    assert evening.record.events[-1].clause == "5.5.3, 5.15"
    assert (net(evening, ANN), net(evening, BEN)) == (0, 0)


def test_a_power_failure_is_judged_by_the_hands_as_they_lie() -> None:
    for cards, lies, phase in (
        ("KS 9D QH", ("9D KS", "QH"), Phase.DEALING),
        ("KS 9D", ("KS", "9D"), Phase.IDLE),
        ("KS 2D QH 3C", ("KS 2D", "QH 3C"), Phase.DEALING),
    ):
        evening = closed()
        evening.deal(cards)
        reported(evening, Irregularity.DEALT_ORDER_LOST, lies=lies)
        chosen(evening)
        if evening.phase() is Phase.DEALING:
            reported(evening, Irregularity.TECHNICAL_INTERRUPTION)
        assert evening.phase() is phase


def test_a_patron_is_known_by_letters_digits_and_hyphens() -> None:
    evening = live_opened()
    for key in ("ann@1", "", "安娜", "a" * 41):
        refusal = evening.refused(JoinTable(PatronKey(key)))
        assert refusal == refusals.PatronKeyUnfit(PatronKey(key))


def test_hands_as_they_lie_are_the_cards_that_are_out() -> None:
    evening = closed()
    evening.deal("KS 3D QH")
    what = Irregularity.DEALT_ORDER_LOST
    assert isinstance(evening.refused(ReportIrregularity(what)), matters.CardsMissing)
    other = (parse_cards("KS"), parse_cards("3D 4C"))
    assert isinstance(evening.refused(ReportIrregularity(what, lies=other)), matters.CardsCannotBe)
    foreign = ReportIrregularity(Irregularity.FOREIGN_CARD, lies=other)
    assert isinstance(evening.refused(foreign), matters.ExtraCardsNotWanted)


def test_a_ruling_that_establishes_the_error_gives_the_options_too() -> None:
    evening = closed()
    evening.deal("KS")
    cards = parse_cards("QH KS")
    evening.do(ReportIrregularity(Irregularity.WRONG_ORDER, "", cards, cards[:1]))
    evening.do(Decline("not seen"), SUPERVISOR)
    evening.do(Rule(Verdict.ESTABLISHED, "the camera shows it"), SHIFT_MANAGER)
    assert evening.phase() is Phase.CHOOSING


# Voids and interruptions


@pytest.mark.clause("rws-live", "5.4", "5.4.1", "5.4.2")
def test_an_interruption_voids_only_what_is_undecided_by_the_bets_of_this_layout() -> None:
    goes_on = closed()
    goes_on.deal("KS 3D QH")
    reported(goes_on, Irregularity.TECHNICAL_INTERRUPTION)
    assert goes_on.phase() is Phase.DEALING
    void = closed(only_main_bets())
    void.deal("KS 3D QH")
    reported(void, Irregularity.TECHNICAL_INTERRUPTION)
    assert (net(void, ANN), net(void, BEN)) == (0, 0)


@pytest.mark.clause("rws-live", "5.5", "5.5.1", "5.5.2", "5.5.4", "5.5.5", "5.5 tail", "5.15")
@pytest.mark.parametrize(
    "what",
    [
        Irregularity.FOREIGN_CARD,
        Irregularity.SHORTAGE,
        Irregularity.EXCESS,
        Irregularity.INSUFFICIENT_CARDS,
        Irregularity.UNSHUFFLED_CARDS,
    ],
)
def test_each_fault_of_the_cards_voids_the_current_round_only(what: Irregularity) -> None:
    evening = settled(closed(), BANKER_ON_7)
    won = net(evening, ANN)
    evening.do(OpenBets())
    lay(evening, ANN, banker=200)
    evening.do(CloseLayout())
    evening.deal("KS 3D")
    reported(evening, what)
    assert evening.table.round_now.void
    assert net(evening, ANN) == won


@pytest.mark.clause("rws-live", "5.5.3")
@pytest.mark.reading("A-88")
def test_a_wrong_number_of_cards_reaches_a_paid_round_until_the_next_begins() -> None:
    evening = settled(closed(), PLAYER_ON_9)
    reported(evening, Irregularity.WRONG_NUMBER_OF_CARDS)
    assert (net(evening, ANN), net(evening, BEN)) == (0, 0)


def test_no_electronic_document_gives_options() -> None:
    policies = configuration().policies
    assert {policy.options for policy in policies} == {PlayerOptions.NEVER}
    assert Remedy.AS_THEY_LIE not in {policy.remedy for policy in policies}


@pytest.mark.clause("rws-live", "5.2", "5.2.1")
def test_a_warning_is_answered_or_passed_over_deliberately_and_the_record_says_so() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500, tie=5)
    lay(evening, ANN, banker=50)
    refusal = evening.refused(CloseLayout())
    assert isinstance(refusal, refusals.WarningsOpen)
    (layout_closed,) = evening.do(CloseLayout(passed_over=True))
    assert isinstance(layout_closed, LayoutClosed)
    assert [(each.box, each.patron) for each in layout_closed.passed_over] == [(BOX_1, ANN)]
    settled(evening, BANKER_ON_7)
    assert net(evening, ANN) == dollars(50)


def test_no_card_comes_after_a_complete_coup() -> None:
    player, banker = parse_cards("9S KS"), parse_cards("2D 3D")
    found = continued(TABLE_OF_PLAY, player, banker, parse_cards("4C"))
    assert (found.coup.player, found.excess) == (player, parse_cards("4C"))


def test_totals_that_were_announced_are_not_announced_again_after_a_choice() -> None:
    evening = closed(only_main_bets(FACE_DOWN))
    evening.deal("KS 3D QH 4C")
    reported(evening, Irregularity.DEALT_FACE_UP)
    facts = evening.do(EndOptions())
    assert not any(isinstance(fact, TotalsAnnounced) for fact in facts)


def test_no_hands_are_played_as_they_lie_if_nobody_said_how() -> None:
    evening = closed()
    evening.deal("KS 3D")
    lies = (parse_cards("3D"), parse_cards("KS"))
    evening.do(ReportIrregularity(Irregularity.DEALT_ORDER_LOST, "", lies=lies))
    forgotten = replace(evening.table.matter_now, lies=None)
    with pytest.raises(RecordDoesNotHold):
        apply_remedy(evening.table, forgotten, Instant(evening.now))


def test_chips_above_every_usual_maximum_can_lie_on_the_layout() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=250_000)
    assert evening.table.book.staked(place_of(ANN, BOX_1)) == dollars(250_000)

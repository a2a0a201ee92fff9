"""The witness trusts nothing: each thing that must not happen is shown to it once."""

from collections.abc import Sequence

import pytest

from punto.ledger.tickets import ticket_number
from punto.live.betting_boxes import PatronKey
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    ClosingBegan,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.boxes.events import (
    ChipsPlaced,
    ExcessRejected,
    LayoutClosed,
    OptionChosen,
    OptionsClosed,
    OptionsOffered,
)
from punto.rounds.commands import Patron
from punto.rounds.configuration import Stamp
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact, TableEvent
from punto.rounds.purse.events import CashTaken, TerminalMovedOut, TicketPrinted, TicketTaken
from punto.rounds.state import Table
from punto.rounds.table.events import TableConfigured
from punto.rounds.table.refusals import NotSeated
from punto.rounds.tray.commands import SlipKind
from punto.rounds.tray.events import (
    ChipsBought,
    ChipsChanged,
    FloatClosed,
    FloatOpened,
    SlipRequested,
    SlipSigned,
    SlipVoided,
    Stack,
    StacksMoved,
)
from punto.rules.games import BetKey
from punto.rules.settlement import BetResult, Result, refund
from punto.runtime.ports import Stream
from punto.runtime.stream_runtime import Published
from punto.torture.promises import Promise, PromiseBroken
from punto.torture.witness import RunWitness
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds.live import live_configuration

A1 = Stream("table/A1")
T1 = TerminalId("T1")
STAMP = Stamp("mbs", 4, None, (), single_person=False)
TICKET = ticket_number(7)


def opened(number: int) -> BetsOpened:
    return BetsOpened(number, "Place your bets, please", Instant(5_000), STAMP)


def staked(amount: int) -> PositionTaken:
    return PositionTaken(T1, ((BetKey("tie"), dollars(amount)),), opposite=False)


def settled(amount: int) -> RoundSettled:
    return RoundSettled(((T1, refund({BetKey("tie"): dollars(amount)}, "5.9")),))


def saw(
    facts: Sequence[Fact], at: int = 1_000, first: int = 1, witness: RunWitness | None = None
) -> RunWitness:
    witness = witness or RunWitness()
    events = tuple(
        TableEvent(fact, Patron(T1), Instant(at), CommandId(f"c{first + n}"), "")
        for n, fact in enumerate(facts)
    )
    witness.saw(Published(A1, first, events, Table()))
    return witness


def broken(facts: Sequence[Fact], at: int = 1_000) -> Promise:
    with pytest.raises(PromiseBroken) as caught:
        saw(facts, at)
    return caught.value.promise


CLOSING = ClosingBegan(Instant(2_000))
CLOSED = BetsClosed("No more bets", ())


@pytest.mark.parametrize(
    "before",
    [(CLOSED,), (CLOSING, CLOSED), (CLOSING, TerminalFroze(T1)), (RoundSettled(()),)],
    ids=["closed", "closed in time", "frozen", "settled"],
)
def test_no_bet_is_taken_once_it_is_over(before: tuple[Fact, ...]) -> None:
    assert broken([opened(1), *before, staked(5)]) is Promise.NO_LATE_BET


def test_a_bet_at_the_very_moment_of_the_cut_off_is_late() -> None:
    saw([opened(1), CLOSING, staked(5)], at=1_999)
    assert broken([opened(1), CLOSING, staked(5)], at=2_000) is Promise.NO_LATE_BET


def test_a_round_ends_with_the_bets_that_were_registered_and_no_others() -> None:
    saw([opened(1), staked(5), settled(5)])
    assert broken([opened(1), staked(5), settled(6)]) is Promise.ONE_ENDING
    assert broken([opened(1), staked(5), RoundSettled(())]) is Promise.ONE_ENDING
    assert broken([opened(1), settled(5)]) is Promise.ONE_ENDING


def test_no_round_begins_before_the_last_one_has_ended_nor_is_left_out() -> None:
    saw([opened(1), RoundSettled(()), opened(2)])
    assert broken([opened(1), opened(2)]) is Promise.ONE_ENDING
    assert broken([opened(1), RoundSettled(()), opened(3)]) is Promise.ONE_ENDING


def test_a_ticket_is_printed_once_and_taken_for_what_it_is_worth() -> None:
    printed = TicketPrinted(T1, dollars(9), TICKET, Instant(9), Instant(9_000))
    assert broken([printed, printed]) is Promise.CREDITS_CONSERVED
    assert broken([printed, TicketTaken(T1, dollars(10), TICKET)]) is Promise.CREDITS_CONSERVED
    taken = TicketTaken(T1, dollars(9), TICKET)
    saw([printed, taken])
    assert broken([printed, taken, taken]) is Promise.CREDITS_CONSERVED


def test_money_that_is_in_no_book_is_missed() -> None:
    witness = saw([CashTaken(T1, dollars(5))])
    with pytest.raises(PromiseBroken, match=r"terminals hold 0\.00, by the events 5\.00"):
        witness.check()


def test_money_between_two_tables_is_not_lost_yet() -> None:
    witness = saw([CashTaken(T1, dollars(5)), TerminalMovedOut(T1, TableId("B2"), dollars(5), "")])
    witness.check()
    assert witness.money.between_tables == Cents(500)


def test_what_was_shown_once_is_never_shown_otherwise() -> None:
    witness = saw([CashTaken(T1, dollars(5))])
    saw([CashTaken(T1, dollars(5))], witness=witness)
    with pytest.raises(PromiseBroken) as caught:
        saw([CashTaken(T1, dollars(6))], witness=witness)
    assert caught.value.promise is Promise.SHOWN_IS_RECORDED


def test_nothing_is_shown_past_a_gap_that_the_record_cannot_fill() -> None:
    with pytest.raises(PromiseBroken) as caught:
        saw([opened(1)], first=3)
    assert caught.value.promise is Promise.SHOWN_IS_RECORDED


def test_a_repeated_command_gets_the_first_answer() -> None:
    witness, command = RunWitness(), CommandId("c1")
    witness.heard(A1, command, NotSeated(T1))
    witness.heard(A1, command, NotSeated(T1))
    with pytest.raises(PromiseBroken) as caught:
        witness.heard(A1, command, ())
    assert caught.value.promise is Promise.WHOLE_OR_NOT_AT_ALL


# ----- a live table

ANN_1, BEN_1 = TerminalId("ann@1"), TerminalId("ben@1")
BANKER = BetKey("banker")


def laid(place: TerminalId, amount: int) -> ChipsPlaced:
    return ChipsPlaced(place, ((BANKER, dollars(amount)),), on_behalf=False)


def closed(**played: int) -> LayoutClosed:
    parts = tuple(
        (TerminalId(f"{patron}@1"), ((BANKER, dollars(amount)),))
        for patron, amount in played.items()
    )
    return LayoutClosed("No more Bets", parts, (), None, None)


def back(*places: TerminalId, amount: int = 5) -> OptionsClosed:
    refunded = refund({BANKER: dollars(amount)}, "5.12.3")
    return OptionsClosed(tuple((place, refunded) for place in places))


BETS = (opened(1), laid(ANN_1, 5), laid(BEN_1, 5))
ASKED = OptionsOffered((PatronKey("ann"), PatronKey("ben")), reconstructed=True)
RETURNS = OptionChosen(PatronKey("ann"), PlayerOption.RETURN)
CHOOSING = (*BETS, closed(ann=5, ben=5), ASKED)


@pytest.mark.parametrize("late", [laid(ANN_1, 6), ExcessRejected(())], ids=["chips", "excess"])
def test_nothing_moves_on_the_layout_after_no_more_bets(late: Fact) -> None:
    saw([*BETS, closed(ann=5, ben=5)])
    assert broken([*BETS, closed(ann=5, ben=5), late]) is Promise.NO_LATE_BET


def test_no_more_plays_than_lies_on_the_layout_and_no_bet_is_forgotten() -> None:
    saw([*BETS, closed(ann=4, ben=5)])
    assert broken([*BETS, closed(ann=6, ben=5)]) is Promise.NO_LATE_BET
    assert broken([*BETS, closed(ann=5)]) is Promise.ONE_ENDING


def test_a_patron_who_takes_bets_back_gets_them_and_no_other_does() -> None:
    saw([*CHOOSING, RETURNS, back(ANN_1)])
    for wrong in (back(), back(BEN_1), back(ANN_1, BEN_1), back(ANN_1, amount=6)):
        assert broken([*CHOOSING, RETURNS, wrong]) is Promise.CHOICES_KEPT


def test_every_patron_with_a_bet_is_asked_and_chooses_once() -> None:
    some = OptionsOffered((PatronKey("ann"),), reconstructed=True)
    assert broken([*BETS, closed(ann=5, ben=5), some]) is Promise.CHOICES_KEPT
    assert broken([*CHOOSING, RETURNS, RETURNS]) is Promise.CHOICES_KEPT
    stranger = OptionChosen(PatronKey("eve"), PlayerOption.RETURN)
    assert broken([*CHOOSING, stranger]) is Promise.CHOICES_KEPT


def test_a_bet_that_was_taken_back_is_not_settled_again() -> None:
    ben = RoundSettled(((BEN_1, refund({BANKER: dollars(5)}, "5.9")),))
    both = RoundSettled((*ben.results, (ANN_1, refund({BANKER: dollars(5)}, "5.9"))))
    saw([*CHOOSING, RETURNS, back(ANN_1), ben])
    assert broken([*CHOOSING, RETURNS, back(ANN_1), both]) is Promise.ONE_ENDING


LIVE = TableConfigured(live_configuration())
TRAY = FloatOpened(1, ((dollars(25), 4), (dollars(5), 4)))


@pytest.mark.parametrize(
    "wrong",
    [
        (FloatOpened(1, ((dollars(25), 1),)),),
        (FloatClosed(2, ((dollars(25), 4),), Cents(0)),),
        (ChipsBought(1, PatronKey("ann"), dollars(30), ((dollars(25), 1),)),),
        (ChipsBought(1, PatronKey("ann"), dollars(25), ((dollars(25), 5),)),),
        (ChipsChanged(1, ((dollars(25), 1),), ((dollars(5), 4),)),),
        (ChipsChanged(1, ((dollars(25), 1),), ((dollars(5), 5),)),),
        (SlipRequested(2, SlipKind.FILL, ((dollars(5), 1),), PersonId("arun")),),
        (SlipSigned(1, SlipKind.FILL, ((dollars(5), 1),)),),
        (StacksMoved(1, (), (Stack(ANN_1, dollars(5), ((dollars(5), 1),)),)),),
    ],
    ids=lambda facts: type(facts[0]).__name__,
)
def test_no_chip_comes_from_nowhere_and_none_is_lost(wrong: tuple[Fact, ...]) -> None:
    saw([LIVE, TRAY])
    assert broken([LIVE, TRAY, *wrong]) is Promise.CHIPS_CONSERVED


def test_a_slip_moves_the_chips_that_were_asked_for() -> None:
    fives = ((dollars(5), 2),)
    asked = SlipRequested(1, SlipKind.CREDIT, fives, PersonId("arun"))
    saw([LIVE, TRAY, asked, SlipSigned(1, SlipKind.CREDIT, fives)])
    other = SlipSigned(1, SlipKind.CREDIT, ((dollars(5), 3),))
    assert broken([LIVE, TRAY, asked, other]) is Promise.CHIPS_CONSERVED
    void = SlipVoided(1, "not needed")
    signed = SlipSigned(1, SlipKind.CREDIT, fives)
    assert broken([LIVE, TRAY, asked, void, signed]) is Promise.CHIPS_CONSERVED


def test_a_table_that_holds_other_chips_than_the_events_say_is_found() -> None:
    witness = saw([LIVE, TRAY])
    with pytest.raises(PromiseBroken, match="the tray holds None, by the events"):
        witness.check()


def test_a_loss_that_brings_no_chip_into_the_tray_is_found() -> None:
    lost = BetResult(BANKER, dollars(5), Result.LOST, Cents(-500), "4.1")
    facts: list[Fact] = [
        LIVE,
        TRAY,
        opened(1),
        laid(ANN_1, 5),
        closed(ann=5),
        RoundSettled(((ANN_1, (lost,)),)),
    ]
    assert broken([*facts, opened(2)]) is Promise.CHIPS_CONSERVED

"""The witness trusts nobody: each thing that must not be seen is shown to it once."""

from collections.abc import Sequence

import pytest

from punto.ledger.ticket_numbers import ticket_number
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    ClosingBegan,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.commands import Patron
from punto.rounds.configuration import Stamp
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Event, Fact
from punto.rounds.purse.events import CashTaken, TerminalMovedOut, TicketPrinted, TicketTaken
from punto.rounds.state import Table
from punto.rounds.table.refusals import NotSeated
from punto.rules.games import BetKey
from punto.rules.settlement import refund
from punto.runtime.ports import Stream
from punto.runtime.stream_runtime import Published
from punto.torture.promises import Promise, PromiseBroken
from punto.torture.witness import Witness
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import Cents, dollars

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
    facts: Sequence[Fact], at: int = 1_000, first: int = 1, witness: Witness | None = None
) -> Witness:
    witness = witness or Witness()
    events = tuple(
        Event(fact, Patron(T1), Instant(at), CommandId(f"c{first + n}"), "")
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


def test_whoever_asks_again_gets_the_first_answer() -> None:
    witness, command = Witness(), CommandId("c1")
    witness.heard(A1, command, NotSeated(T1))
    witness.heard(A1, command, NotSeated(T1))
    with pytest.raises(PromiseBroken) as caught:
        witness.heard(A1, command, ())
    assert caught.value.promise is Promise.WHOLE_OR_NOT_AT_ALL

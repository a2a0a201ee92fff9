"""Seats of a table, and patrons who choose their tables themselves."""

import pytest

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.boxes.refusals import WrongKindOfTable
from punto.rounds.command_refusals import NotForThisSender, OutOfPhase, RoleTooLow
from punto.rounds.commands import Patron
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.purse.commands import CashOut, MoveOut
from punto.rounds.purse.events import TerminalMovedIn, TerminalMovedOut
from punto.rounds.purse.refusals import MoneyStillHere, RoundMayStillChange
from punto.rounds.table.commands import (
    ChangeSeating,
    CloseTable,
    DisableTerminal,
    LeaveSeat,
    Link,
    ReportLink,
    Seating,
    SeatTerminal,
)
from punto.rounds.table.events import LinkReported, SeatLeft, TerminalSeated
from punto.rounds.table.refusals import (
    AlreadySeated,
    BetsInPlay,
    NoSeatFree,
    NotSeated,
    SeatsBelowOne,
    StaffSeatPatrons,
    TableNotOpen,
)
from punto.rules.irregularity_policies import Irregularity
from punto.values.ids import CommandId, TableId, TerminalId
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    move_in,
    opened,
    position,
)
from support.rounds.live import live_opened

T3 = TerminalId("T3")
B2 = TableId("B2")
PATRON = Patron(T1)


def chosen(evening: Evening, seats: int | None = None) -> Evening:
    """Let patrons choose a table."""
    evening.do(ChangeSeating(Seating(patrons_choose=True, seats=seats)), SUPERVISOR)
    return evening


def test_a_patron_takes_the_credits_to_another_table_where_the_house_allows_it() -> None:
    evening = opened()
    assert isinstance(evening.refused(MoveOut(T1, B2), PATRON), StaffSeatPatrons)
    chosen(evening).do(MoveOut(T1, B2), PATRON)
    assert T1 not in evening.table.seats
    assert evening.table.credits_of(T1) == 0


def test_nobody_moves_another_terminal_and_only_the_pit_sets_the_seating() -> None:
    evening = chosen(opened())
    assert isinstance(evening.refused(MoveOut(T2, B2), PATRON), NotForThisSender)
    assert isinstance(evening.refused(ChangeSeating(Seating()), PATRON), RoleTooLow)
    assert isinstance(evening.refused(ChangeSeating(Seating()), DEALER), RoleTooLow)


@pytest.mark.parametrize("seats", [0, -1])
def test_a_table_has_at_least_one_seat(seats: int) -> None:
    wish = ChangeSeating(Seating(seats=seats))
    assert opened().refused(wish, SUPERVISOR) == SeatsBelowOne(seats)


def test_bets_at_risk_stay_with_their_terminal() -> None:
    evening = chosen(betting())
    evening.bet(T1, banker=100)
    assert evening.refused(LeaveSeat(T1), PATRON) == BetsInPlay(T1, dollars(100))
    assert evening.refused(MoveOut(T1, B2), PATRON) == MoneyStillHere(T1, dollars(100))
    evening.play("KS 3D QH 4C 2D")
    assert evening.refused(MoveOut(T1, B2), PATRON) == RoundMayStillChange(T1, 1)
    evening.do(OpenBets())
    evening.do(MoveOut(T1, B2), PATRON)


def test_credits_on_their_way_to_paper_go_nowhere() -> None:
    evening = chosen(opened())
    evening.do(CashOut(T1, 1), PATRON)
    assert isinstance(evening.refused(MoveOut(T1, B2), PATRON), MoneyStillHere)


def test_nobody_comes_or_goes_while_an_irregularity_is_open() -> None:
    evening = chosen(betting())
    evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD))
    assert isinstance(evening.refused(MoveOut(T1, B2), PATRON), OutOfPhase)
    assert isinstance(evening.refused(LeaveSeat(T1), PATRON), OutOfPhase)


def test_a_disabled_terminal_does_not_walk_away() -> None:
    evening = chosen(opened())
    evening.do(DisableTerminal(T1, "under review"), SUPERVISOR)
    refusal = evening.refused(MoveOut(T1, B2), PATRON)
    assert refusal.sentence.startswith("terminal T1 is disabled: under review")
    evening.do(MoveOut(T1, B2), SUPERVISOR)


def test_a_seat_that_is_left_is_free_for_another_and_bets_nothing() -> None:
    evening = chosen(betting(), seats=2)
    assert evening.do(LeaveSeat(T1), PATRON)[-1] == SeatLeft(T1)
    assert evening.table.credits_of(T1) == dollars(1_000)
    assert evening.refused(LeaveSeat(T1), PATRON) == NotSeated(T1)
    assert evening.refused(WantPosition(T1, 1, position(tie=5)), PATRON) == NotSeated(T1)
    evening.do(SeatTerminal(T3), SUPERVISOR)
    assert evening.refused(SeatTerminal(T1), PATRON) == NoSeatFree(2)
    evening.do(LeaveSeat(T3), SUPERVISOR)
    assert evening.do(SeatTerminal(T1), PATRON)[-1] == TerminalSeated(T1)
    assert evening.refused(SeatTerminal(T1), PATRON) == AlreadySeated(T1)
    evening.bet(T1, tie=5)


def test_the_first_seat_is_given_by_staff() -> None:
    # Neither table would know that the other takes it, too.
    assert chosen(opened()).refused(SeatTerminal(T3), Patron(T3)) == NotSeated(T3)


def test_a_full_table_seats_no_terminal_not_even_by_staff() -> None:
    evening = chosen(opened(), seats=2)
    comes = move_in(T3, B2, dollars(50), CommandId("sent"))
    assert evening.refused(comes, Patron(T3)) == NoSeatFree(2)
    assert evening.refused(comes, SUPERVISOR) == NoSeatFree(2)
    assert evening.refused(SeatTerminal(T3), SUPERVISOR) == NoSeatFree(2)
    chosen(evening, seats=1)
    assert set(evening.table.seats) == {T1, T2}
    chosen(evening, seats=3)
    assert isinstance(evening.do(comes, Patron(T3))[-1], TerminalMovedIn)
    assert evening.table.seats_taken == 3


def test_a_patron_comes_only_to_an_open_table_and_leaves_a_closed_one() -> None:
    evening = chosen(opened())
    evening.do(LeaveSeat(T2), Patron(T2))
    evening.do(CloseTable(), SUPERVISOR)
    comes = move_in(T3, B2, dollars(50), CommandId("sent"))
    assert evening.refused(comes, Patron(T3)) == TableNotOpen(TableId("A1"))
    assert evening.refused(SeatTerminal(T2), Patron(T2)) == TableNotOpen(TableId("A1"))
    evening.do(comes, SUPERVISOR)
    evening.do(MoveOut(T1, B2), PATRON)


def test_a_lost_terminal_that_moves_is_heard_first() -> None:
    evening = chosen(opened())
    evening.do(ReportLink(T1, Link.LOST))
    heard, gone = evening.do(MoveOut(T1, B2), PATRON)
    assert heard == LinkReported(T1, Link.CONNECTED)
    assert gone == TerminalMovedOut(T1, B2, dollars(1_000), "")


def test_a_terminal_comes_to_no_live_table() -> None:
    comes = move_in(T3, B2, dollars(50), CommandId("sent"))
    assert isinstance(live_opened().refused(comes, Patron(T3)), WrongKindOfTable)

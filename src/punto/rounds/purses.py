"""Purses: how money comes to a terminal and leaves it again (R 1.15, M 1.1.15)."""

from typing import assert_never

from punto.ledger.ticket_numbers import CHANCE_BELOW, TicketNumber, masked, ticket_number
from punto.rounds.betting import Decided
from punto.rounds.commands import (
    PurseWish,
)
from punto.rounds.purse_commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
)
from punto.rounds.purse_events import (
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketUncertain,
)
from punto.rounds.purse_refusals import (
    AmountAboveCredits,
    ChanceOutOfRange,
    MoneyStillHere,
    NoCredits,
    NoTicketWaiting,
    RoundMayStillChange,
    TicketIsWaiting,
    TicketNumberTaken,
)
from punto.rounds.state import Seat, Table
from punto.rounds.table_refusals import AlreadySeated, AmountNotPositive, NotSeated
from punto.values.ids import TerminalId
from punto.values.money import Cents


def decide_purse(table: Table, wish: PurseWish) -> Decided:
    """Judge a movement of money at a terminal."""
    if isinstance(wish, MoveIn):
        return _move_in(table, wish)
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    match wish:
        case TakeCash():
            return _take_cash(wish)
        case CashOut():
            return _cash_out(table, seat, wish)
        case AnswerPrinter():
            return _printer_answer(table, seat, wish)
        case ResolveCashOut():
            return _resolve(table, seat, wish)
        case HandPay():
            return _hand_pay(table, wish)
        case MoveOut():
            return _move_out(table, wish)
        case _:
            assert_never(wish)


def _take_cash(wish: TakeCash) -> Decided:
    if wish.amount <= 0:
        return AmountNotPositive(wish.amount)
    return (CashTaken(wish.terminal, wish.amount),)


def _cash_out(table: Table, seat: Seat, wish: CashOut) -> Decided:
    """Set all credits aside for a ticket, which the printer has yet to make."""
    if seat.ticket is not None:
        return TicketIsWaiting(wish.terminal)
    held = table.credits_of(wish.terminal)
    if not held:
        return NoCredits(wish.terminal)
    if not 0 <= wish.chance < CHANCE_BELOW:
        return ChanceOutOfRange(wish.chance)
    number = ticket_number(wish.chance)
    if number in table.tickets:
        return TicketNumberTaken(masked(number))
    return (CashOutReserved(wish.terminal, held, number),)


def _printer_answer(table: Table, seat: Seat, wish: AnswerPrinter) -> Decided:
    if seat.ticket is None or seat.ticket != wish.number or seat.uncertain:
        return NoTicketWaiting(wish.terminal)
    if wish.answer is PrinterAnswer.UNKNOWN:
        return (TicketUncertain(wish.terminal),)
    came_out = wish.answer is PrinterAnswer.PRINTED
    return _ended(table, wish.terminal, seat.ticket, came_out=came_out)


def _resolve(table: Table, seat: Seat, wish: ResolveCashOut) -> Decided:
    """End a cash-out by what staff have seen; a dead printer will never answer."""
    if seat.ticket is None or seat.ticket != wish.number:
        return NoTicketWaiting(wish.terminal)
    return _ended(table, wish.terminal, seat.ticket, came_out=wish.came_out)


def _ended(table: Table, terminal: TerminalId, number: TicketNumber, *, came_out: bool) -> Decided:
    reserved = table.book.reserved(terminal)
    if came_out:
        return (TicketPrinted(terminal, reserved, number),)
    return (CashOutGivenBack(terminal, reserved),)


def _hand_pay(table: Table, wish: HandPay) -> Decided:
    if wish.amount <= 0:
        return AmountNotPositive(wish.amount)
    held = table.credits_of(wish.terminal)
    if wish.amount > held:
        return AmountAboveCredits(wish.amount, held)
    return (HandPaid(wish.terminal, wish.amount),)


def _move_out(table: Table, wish: MoveOut) -> Decided:
    book, terminal = table.book, wish.terminal
    held_here = Cents(book.staked(terminal) + book.reserved(terminal) + book.owed(terminal))
    if held_here:
        return MoneyStillHere(terminal, held_here)
    last = table.round
    if last is not None and last.stakes_of(terminal) and not last.void:
        return RoundMayStillChange(terminal, last.number)
    return (TerminalMovedOut(terminal, wish.table, table.credits_of(terminal)),)


def _move_in(table: Table, wish: MoveIn) -> Decided:
    if wish.terminal in table.seats:
        return AlreadySeated(wish.terminal)
    if wish.amount < 0:
        return AmountNotPositive(wish.amount)
    return (TerminalMovedIn(wish.terminal, wish.table, wish.amount),)

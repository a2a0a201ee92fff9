"""Purses: how money comes to a terminal and leaves it (R 1.15, M 1.1.15)."""

from typing import assert_never

from punto import ledger
from punto.rounds.adjustment.refusals import AdjustmentWaits
from punto.rounds.betting.refusals import TerminalIsDisabled
from punto.rounds.command_refusals import AmountNotPositive
from punto.rounds.configuration import Configuration
from punto.rounds.phases import Phase
from punto.rounds.purse import commands, events, refusals
from punto.rounds.refusals import Decided
from punto.rounds.state import Seat, Table
from punto.rounds.table.decisions import full_refusal
from punto.rounds.table.refusals import AlreadySeated, NotSeated
from punto.values import Instant, TerminalId


def decide_purse(
    table: Table, configuration: Configuration, wish: commands.PurseWish, at: Instant
) -> Decided:
    """Judge a movement of money at a terminal."""
    if isinstance(wish, commands.MoveIn):
        return _move_in(table, configuration, wish)
    if isinstance(wish, commands.HandPay):
        return _hand_pay(table, wish)
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if isinstance(wish, commands.TakeCash | commands.TakeBill | commands.TakeTicket):
        return _bought_in(table, seat, wish, at)
    match wish:
        case commands.CashOut():
            return _cash_out(table, seat, wish, Instant(at + configuration.ticket_ms))
        case commands.AnswerPrinter():
            return _printer_answer(table, seat, wish)
        case commands.ResolveCashOut():
            return _resolve(table, seat, wish)
        case commands.MoveOut():
            return _move_out(table, wish)
        case _:
            assert_never(wish)


def _bought_in(
    table: Table,
    seat: Seat,
    wish: commands.TakeCash | commands.TakeBill | commands.TakeTicket,
    at: Instant,
) -> Decided:
    """Accept cash, a banknote or a ticket; a disabled device accepts nothing itself."""
    if wish.amount <= 0:
        return AmountNotPositive(wish.amount)
    if isinstance(wish, commands.TakeCash):
        return (events.CashTaken(wish.terminal, wish.amount),)
    if seat.disabled:
        return TerminalIsDisabled(wish.terminal, seat.disabled)
    if isinstance(wish, commands.TakeBill):
        return (events.BillTaken(wish.terminal, wish.amount, wish.simulated),)
    return _take_ticket(table, wish, at)


def _take_ticket(table: Table, wish: commands.TakeTicket, at: Instant) -> Decided:
    """Turn a ticket into credits, as the register allows, and at most once."""
    number = wish.number
    paid = table.tickets_taken.get(number)
    if paid is not None:
        return ledger.TicketAlreadyPaid(ledger.masked(number), paid.terminal, paid.at)
    register = ledger.TicketBook(
        {} if wish.on_file is None else {wish.on_file.number: wish.on_file},
        {} if wish.ended is None else {wish.ended.number: wish.ended},
    )
    judged = ledger.judge_redemption(register, number, wish.amount, at)
    if not isinstance(judged, ledger.Ticket):
        return judged
    return (events.TicketTaken(wish.terminal, judged.amount, number),)


def _cash_out(table: Table, seat: Seat, wish: commands.CashOut, expires_at: Instant) -> Decided:
    """Set all credits aside for a ticket that the printer has yet to print."""
    if seat.ticket is not None:
        return refusals.TicketIsWaiting(wish.terminal)
    held = table.credits_of(wish.terminal)
    if not held:
        return refusals.NoCredits(wish.terminal)
    if not 0 <= wish.chance < ledger.CHANCE_BELOW:
        return refusals.ChanceOutOfRange(wish.chance)
    number = ledger.ticket_number(wish.chance)
    if number in table.tickets:
        return refusals.TicketNumberTaken(ledger.masked(number))
    return (events.CashOutReserved(wish.terminal, held, number, expires_at),)


def _printer_answer(table: Table, seat: Seat, wish: commands.AnswerPrinter) -> Decided:
    if seat.ticket is None or seat.ticket != wish.number or seat.uncertain:
        return refusals.NoTicketWaiting(wish.terminal)
    if wish.answer is commands.PrinterAnswer.UNKNOWN:
        return (events.TicketUncertain(wish.terminal),)
    came_out = wish.answer is commands.PrinterAnswer.PRINTED
    return _ended(table, seat, wish.terminal, seat.ticket, came_out=came_out)


def _resolve(table: Table, seat: Seat, wish: commands.ResolveCashOut) -> Decided:
    """End a cash-out by what staff saw, since a dead printer will never answer."""
    if seat.ticket is None or seat.ticket != wish.number:
        return refusals.NoTicketWaiting(wish.terminal)
    return _ended(table, seat, wish.terminal, seat.ticket, came_out=wish.came_out)


def _ended(
    table: Table, seat: Seat, terminal: TerminalId, number: ledger.TicketNumber, *, came_out: bool
) -> Decided:
    """Return the end of a cash-out: a ticket with its printed times, or the credits again."""
    reserved = table.book.reserved(terminal)
    if not came_out:
        return (events.CashOutGivenBack(terminal, reserved),)
    return (events.TicketPrinted(terminal, reserved, number, seat.ticket_from, seat.ticket_until),)


def _hand_pay(table: Table, wish: commands.HandPay) -> Decided:
    """Pay in cash, even what a late correction left here for a terminal that has gone (A-29)."""
    if wish.terminal not in table.seats and not table.credits_of(wish.terminal):
        return NotSeated(wish.terminal)
    if wish.amount <= 0:
        return AmountNotPositive(wish.amount)
    held = table.credits_of(wish.terminal)
    if wish.amount > held:
        return refusals.AmountAboveCredits(wish.amount, held)
    return (events.HandPaid(wish.terminal, wish.amount),)


def _move_out(table: Table, wish: commands.MoveOut) -> Decided:
    book, terminal = table.book, wish.terminal
    if terminal in table.adjustments:
        return AdjustmentWaits(terminal)  # its money must be at the table that decides on it
    held_here = book.staked(terminal) + book.reserved(terminal) + book.owed(terminal)
    if held_here:
        return refusals.MoneyStillHere(terminal, held_here)
    last = table.round
    # At a closed table a correction finds it gone, as a late one does.
    in_reach = table.phase is not Phase.CLOSED and last is not None and not last.void
    if in_reach and last is not None and last.stakes_of(terminal):
        return refusals.RoundMayStillChange(terminal, last.number)
    disabled, credit = table.seats[terminal].disabled, table.credits_of(terminal)
    return (events.TerminalMovedOut(terminal, wish.table, credit, disabled),)


def _move_in(table: Table, configuration: Configuration, wish: commands.MoveIn) -> Decided:
    """Accept a terminal only if the other table's record has sent it here."""
    if wish.terminal in table.seats:
        return AlreadySeated(wish.terminal)
    sent, arrival = wish.sent, (wish.source, wish.transfer)
    if sent is None or (sent.terminal, sent.table) != (wish.terminal, configuration.table):
        return refusals.NothingWasSent(wish.terminal, wish.source)
    if arrival in table.arrivals:
        return refusals.TransferTakenAlready(wish.transfer)
    return full_refusal(table) or (
        events.TerminalMovedIn(
            wish.terminal, wish.source, sent.amount, wish.transfer, sent.disabled
        ),
    )

"""Who may give each command, and when, computed from the rows of the commands."""

from typing import NamedTuple

from punto.rounds.betting.commands import AnswerFreeze, WantPosition
from punto.rounds.betting.refusals import TerminalIsDisabled
from punto.rounds.boxes.refusals import WrongKindOfTable
from punto.rounds.catalogue import COMMANDS
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import (
    ActingInVain,
    NotForATimer,
    NotForThisSender,
    NotTheDealerOnDuty,
    OutOfPhase,
    RoleTooLow,
)
from punto.rounds.commands import By, Patron, TableCommand, Timer, Wish
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.next_step import awaited, reported_instead
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    MoveIn,
    MoveOut,
    TakeBill,
    TakeTicket,
)
from punto.rounds.refusals import Refusal
from punto.rounds.state import Table
from punto.rounds.table.commands import LeaveSeat, SeatTerminal
from punto.rounds.table.refusals import NotSeated, StaffSeatPatrons, TableNotOpen
from punto.rules import Irregularity, Role


class Permission(NamedTuple):
    """The phases in which a command is allowed, and the lowest role that may give it."""

    phases: frozenset[Phase]
    role: Role


_ROWS = COMMANDS.values()
OF_STAFF = {row.kind: Permission(row.phases, row.role) for row in _ROWS if row.role is not None}
OF_TERMINALS = {row.kind: row.phases for row in _ROWS if row.role is None}
"""Commands that only the terminal itself can give."""
TerminalsOwn = WantPosition | AnswerFreeze | TakeBill | TakeTicket | CashOut | AnswerPrinter
ByChoice = SeatTerminal | LeaveSeat | MoveOut | MoveIn
"""Commands that a patron may give, too, at a table that patrons choose themselves."""
_FOR_LIVE_TABLES = {row.kind: row.tables == "live" for row in _ROWS if row.tables != "every"}
"""Whether a command is for live tables or for electronic ones, if it is not for both.

Asked for every bet: by the row, a bet takes 1,000 instructions more.
"""
SECOND_STEPS = tuple(row.kind for row in _ROWS if row.second_step)
"""Commands that complete another person's work (A-53)."""


def permission_refusal(table: Table, command: TableCommand) -> Refusal | None:
    """Refuse the wrong sender first, then the wrong kind of table, then the wrong moment."""
    by, wish, kind = command.by, command.wish, type(command.wish)
    if isinstance(wish, TerminalsOwn):
        phases = OF_TERMINALS[kind]
        if not isinstance(by, Patron) or by.terminal != wish.terminal:
            return NotForThisSender(wish_name(wish), wish.terminal)
    else:
        phases, role = OF_STAFF[kind]
        refusal = _sender_refusal(table, wish, by, role)
        if refusal is not None:
            return refusal
    for_live = _FOR_LIVE_TABLES.get(kind)
    if for_live is not None and table.configuration is not None and table.is_live is not for_live:
        return WrongKindOfTable(wish_name(wish), table.is_live)
    if table.phase not in phases:
        return _out_of_phase(table, wish, phases)
    return None


def _out_of_phase(table: Table, wish: Wish, phases: frozenset[Phase]) -> OutOfPhase:
    """Return the refusal of a command in the wrong phase, with the awaited step."""
    allowed = tuple(phase for phase in Phase if phase in phases)
    step, role = awaited(table)
    instead = reported_instead(table, wish)
    return OutOfPhase(wish_name(wish), table.phase, allowed, step, role, instead)


def _sender_refusal(table: Table, wish: Wish, by: By, role: Role) -> Refusal | None:
    if isinstance(by, Patron):
        if isinstance(wish, ByChoice):
            return _choice_refusal(table, wish, by)
        return RoleTooLow(wish_name(wish), role, None)
    if isinstance(by, Timer):
        return _timer_refusal(table, wish, by)
    if by.role < role:
        return RoleTooLow(wish_name(wish), role, by.role)
    if table.configuration is not None and table.configuration.acts_in_vain(by, role):
        return ActingInVain(wish_name(wish), role)
    on_duty, dealers_own = table.dealer, COMMANDS[type(wish)].dealers_own
    if not dealers_own or by.role > Role.DEALER or on_duty is None:
        return None
    return None if by.person == on_duty.person else NotTheDealerOnDuty(by.person, on_duty.person)


def _choice_refusal(table: Table, wish: ByChoice, by: Patron) -> Refusal | None:
    """Refuse patrons who seat or move themselves where the House does not allow it, or not now."""
    if by.terminal != wish.terminal:
        return NotForThisSender(wish_name(wish), wish.terminal)
    if table.configuration is None or (table.is_live and isinstance(wish, MoveIn)):
        return None  # an absent table, or one without terminals, is the better reason
    if not table.seating.patrons_choose:
        return StaffSeatPatrons(wish_name(wish))
    if isinstance(wish, MoveIn | SeatTerminal) and table.phase is Phase.CLOSED:
        return TableNotOpen(table.configuration.table)
    if isinstance(wish, MoveIn):
        return None
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    return TerminalIsDisabled(wish.terminal, seat.disabled) if seat.disabled else None


def _timer_refusal(table: Table, wish: Wish, by: Timer) -> Refusal | None:
    row, rules = COMMANDS[type(wish)], table.configuration
    # The timer of a self-dealing table also does its Dealer's work.
    allowed = row.by_every_timer or (
        rules is not None and rules.self_dealing and (row.by_timer or row.dealers_own)
    )
    # At every table a timer may report an interruption, since no person may have seen it.
    if isinstance(wish, ReportIrregularity):
        allowed = wish.irregularity is Irregularity.TECHNICAL_INTERRUPTION
    if not allowed:
        return NotForATimer(wish_name(wish))
    on_duty = table.dealer
    if on_duty is not None and by.dealer.person != on_duty.person:
        return NotTheDealerOnDuty(by.dealer.person, on_duty.person)
    return None

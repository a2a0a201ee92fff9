"""Who may ask for what, and when: one row for each command."""

from collections.abc import Mapping
from typing import NamedTuple

from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.command_names import wish_name
from punto.rounds.commands import By, Command, Patron, Timer, Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule
from punto.rounds.next_step import awaited, reported_instead
from punto.rounds.phases import BETWEEN_ROUNDS, OPEN_PHASES, Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    ResolveCashOut,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RestartRoads,
    RetireShoe,
    RevealShoe,
)
from punto.rounds.state import Table
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rounds.table.refusals import (
    NotForATimer,
    NotForThisSender,
    NotTheDealerOnDuty,
    OutOfPhase,
    RoleTooLow,
)
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Role

ANY_PHASE = frozenset(Phase)
NOT_FROZEN = ANY_PHASE - {Phase.AWAITING_RULING}
"""While a matter is open no money moves (A-39)."""
CARDS_OUT = frozenset({Phase.DEALING, Phase.RESULT})


class Permission(NamedTuple):
    """The phases in which a command may come, and the least role that may give it."""

    phases: frozenset[Phase]
    role: Role


OF_STAFF: Mapping[type[Wish], Permission] = {
    ConfigureTable: Permission(frozenset({Phase.CLOSED}), Role.PIT_MANAGER),
    OpenTable: Permission(frozenset({Phase.CLOSED}), Role.DEALER),
    CloseTable: Permission(BETWEEN_ROUNDS, Role.PIT_SUPERVISOR),
    ChangeDealer: Permission(OPEN_PHASES, Role.PIT_SUPERVISOR),
    ChangeLimits: Permission(ANY_PHASE, Role.PIT_MANAGER),
    LoadShoe: Permission(BETWEEN_ROUNDS, Role.DEALER),
    BurnCards: Permission(BETWEEN_ROUNDS, Role.DEALER),
    NoteCutCard: Permission(BETWEEN_ROUNDS | CARDS_OUT, Role.DEALER),
    CountCards: Permission(BETWEEN_ROUNDS, Role.DEALER),
    RetireShoe: Permission(BETWEEN_ROUNDS, Role.DEALER),
    # The order of a shoe out of play harms nobody, whatever the table is at.
    RevealShoe: Permission(ANY_PHASE, Role.DEALER),
    RestartRoads: Permission(BETWEEN_ROUNDS, Role.DEALER),
    SeatTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    ReportLink: Permission(ANY_PHASE, Role.DEALER),
    DisableTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    EnableTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    TakeCash: Permission(OPEN_PHASES - {Phase.AWAITING_RULING}, Role.DEALER),
    ResolveCashOut: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    HandPay: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    MoveOut: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    MoveIn: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    AskAdjustment: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    AnswerAdjustment: Permission(NOT_FROZEN, Role.SHIFT_MANAGER),
    RepayDebt: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    OpenBets: Permission(BETWEEN_ROUNDS, Role.DEALER),
    BeginClosing: Permission(frozenset({Phase.BETTING}), Role.DEALER),
    CutOff: Permission(frozenset({Phase.CLOSING}), Role.DEALER),
    DealCard: Permission(frozenset({Phase.DEALING}), Role.DEALER),
    AnnounceTotals: Permission(frozenset({Phase.DEALING}), Role.DEALER),
    Settle: Permission(frozenset({Phase.RESULT}), Role.DEALER),
    # Within each of these phases the policy of the irregularity says more.
    ReportIrregularity: Permission(OPEN_PHASES - {Phase.AWAITING_RULING}, Role.DEALER),
    Attest: Permission(frozenset({Phase.AWAITING_RULING}), Role.PIT_SUPERVISOR),
    Decline: Permission(frozenset({Phase.AWAITING_RULING}), Role.PIT_SUPERVISOR),
    Rule: Permission(frozenset({Phase.AWAITING_RULING}), Role.SHIFT_MANAGER),
}

TerminalsOwn = WantPosition | AnswerFreeze | TakeBill | TakeTicket | CashOut | AnswerPrinter

OF_TERMINALS: Mapping[type[Wish], frozenset[Phase]] = {
    # A bet recorded before the cut-off counts, also one that was on its way.
    WantPosition: frozenset({Phase.BETTING, Phase.CLOSING}),
    AnswerFreeze: frozenset({Phase.CLOSING}),
    TakeBill: OPEN_PHASES - {Phase.AWAITING_RULING},
    TakeTicket: OPEN_PHASES - {Phase.AWAITING_RULING},
    CashOut: NOT_FROZEN,
    # What the printer did is a fact, whatever the table is at.
    AnswerPrinter: ANY_PHASE,
}
"""What only a terminal itself can say."""


DEALERS_OWN: frozenset[type[Wish]] = frozenset(
    {OpenBets, BeginClosing, CutOff, DealCard, AnnounceTotals, Settle, NoteCutCard, BurnCards}
)
"""What the Dealer on duty does, or somebody above, but no other Dealer (R 1.4, A-52)."""

OF_TIMERS: frozenset[type[Wish]] = DEALERS_OWN | {
    LoadShoe,
    RetireShoe,
    RevealShoe,
}
"""What the timer of a self-dealing table does for its Dealer of record (A-28)."""

OF_EVERY_TIMER: frozenset[type[Wish]] = frozenset({CutOff, ReportLink})
"""What is nobody's decision: that the grace is over (A-24), and that a terminal is heard from."""


def permission_refusal(table: Table, command: Command) -> Refusal | None:
    """Refuse the wrong sender first, then the wrong moment."""
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
    if table.phase not in phases:
        return _out_of_phase(table, wish, phases)
    return None


def _out_of_phase(table: Table, wish: Wish, phases: frozenset[Phase]) -> OutOfPhase:
    """Why a command has to wait, by what the table itself waits for."""
    allowed = tuple(phase for phase in Phase if phase in phases)
    step, role = awaited(table)
    instead = reported_instead(table, wish)
    return OutOfPhase(wish_name(wish), table.phase, allowed, step, role, instead)


def _sender_refusal(table: Table, wish: Wish, by: By, role: Role) -> Refusal | None:
    kind = type(wish)
    if isinstance(by, Patron):
        return RoleTooLow(wish_name(wish), role, None)
    if isinstance(by, Timer):
        return _timer_refusal(table, wish, by)
    if by.role < role:
        return RoleTooLow(wish_name(wish), role, by.role)
    on_duty = table.dealer
    if kind not in DEALERS_OWN or by.role > Role.DEALER or on_duty is None:
        return None
    return None if by.person == on_duty.person else NotTheDealerOnDuty(by.person, on_duty.person)


def _timer_refusal(table: Table, wish: Wish, by: Timer) -> Refusal | None:
    deals = table.configuration is not None and table.configuration.self_dealing
    # Everywhere it may tell that the table was interrupted, which nobody else may have been there
    # to see.
    if isinstance(wish, ReportIrregularity):
        allowed = wish.irregularity is Irregularity.TECHNICAL_INTERRUPTION
    else:
        allowed = type(wish) in (OF_EVERY_TIMER | OF_TIMERS if deals else OF_EVERY_TIMER)
    if not allowed:
        return NotForATimer(wish_name(wish))
    on_duty = table.dealer
    if on_duty is not None and by.dealer.person != on_duty.person:
        return NotTheDealerOnDuty(by.dealer.person, on_duty.person)
    return None

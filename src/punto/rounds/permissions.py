"""Who may ask for what, and when: one row for each command."""

from collections.abc import Mapping
from typing import NamedTuple

from punto.rounds.commands import (
    Command,
    Patron,
    Wish,
)
from punto.rounds.matter_commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
)
from punto.rounds.phases import BETWEEN_ROUNDS, OPEN_PHASES, Phase
from punto.rounds.purse_commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    ResolveCashOut,
    TakeCash,
)
from punto.rounds.refusals import Refusal
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.table_commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    LoadShoe,
    NoteCutCard,
    OpenTable,
    ReportLink,
    RetireShoe,
    SeatTerminal,
)
from punto.rounds.table_refusals import NotForThisSender, OutOfPhase, RoleTooLow
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
    NoteCutCard: Permission(BETWEEN_ROUNDS | CARDS_OUT, Role.DEALER),
    RetireShoe: Permission(BETWEEN_ROUNDS, Role.DEALER),
    SeatTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    ReportLink: Permission(ANY_PHASE, Role.DEALER),
    DisableTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    EnableTerminal: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    TakeCash: Permission(OPEN_PHASES - {Phase.AWAITING_RULING}, Role.DEALER),
    ResolveCashOut: Permission(ANY_PHASE, Role.PIT_SUPERVISOR),
    HandPay: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    MoveOut: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
    MoveIn: Permission(NOT_FROZEN, Role.PIT_SUPERVISOR),
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

OF_TERMINALS: Mapping[type[Wish], frozenset[Phase]] = {
    # A bet recorded before the cut-off counts, also one that was on its way.
    WantPosition: frozenset({Phase.BETTING, Phase.CLOSING}),
    AnswerFreeze: frozenset({Phase.CLOSING}),
    CashOut: NOT_FROZEN,
    # What the printer did is a fact, whatever the table is at.
    AnswerPrinter: ANY_PHASE,
}
"""What only a terminal itself can say."""


def permission_refusal(phase: Phase, command: Command) -> Refusal | None:
    """Refuse the wrong sender first, then the wrong moment."""
    wish, kind = command.wish, type(command.wish)
    if isinstance(wish, WantPosition | AnswerFreeze | CashOut | AnswerPrinter):
        phases = OF_TERMINALS[kind]
        if command.by != Patron(wish.terminal):
            return NotForThisSender(kind.__name__, wish.terminal)
    else:
        phases, role = OF_STAFF[kind]
        held = None if isinstance(command.by, Patron) else command.by.role
        if held is None or held < role:
            return RoleTooLow(kind.__name__, role, held)
    if phase not in phases:
        allowed = tuple(phase for phase in Phase if phase in phases)
        return OutOfPhase(kind.__name__, phase, allowed)
    return None

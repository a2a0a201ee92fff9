"""The step that a table waits for: who takes it, or when its timer does.

Refusals, timers, the console's main button and procedures all use this answer.
"""

from typing import Literal, NamedTuple, assert_never

from punto.rounds.betting.decisions import open_bets
from punto.rounds.commands import Wish
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import DealCard
from punto.rounds.irregularity.state import Matter
from punto.rounds.phases import NOT_FROZEN, OPEN_PHASES, NextStep, Phase
from punto.rounds.shoe.refusals import BurnFirst, NoShoe
from punto.rounds.state import Round, Table
from punto.rounds.table.refusals import LastRoundPlayed
from punto.rounds.tray.refusals import CountWaits
from punto.rules import INITIAL_CARDS, Irregularity, Role
from punto.values import Instant, Side, Value


class Awaited(NamedTuple):
    """The next step, and the least role that may take it."""

    step: NextStep
    role: Role


TimerStep = Literal[
    NextStep.LOAD_SHOE,
    NextStep.BURN_CARDS,
    NextStep.RETIRE_SHOE,
    NextStep.OPEN_BETS,
    NextStep.CLOSE_BETS,
    NextStep.CUT_OFF,
    NextStep.PLAYER_CARD,
    NextStep.BANKER_CARD,
    NextStep.ANNOUNCE_TOTALS,
    NextStep.PLAYER_THIRD_CARD,
    NextStep.BANKER_THIRD_CARD,
    NextStep.SETTLE,
]


_OF_THE_PIT = frozenset({NextStep.CLOSE_TABLE, NextStep.CONFIRM_COUNT})


class Due(Value):
    """A step of a table's timer, and the earliest time for it."""

    at: Instant
    step: TimerStep


def awaited(table: Table) -> Awaited:
    """Return the next step of the table."""
    configuration = table.configuration
    if configuration is None:
        return Awaited(NextStep.CONFIGURE, Role.PIT_MANAGER)
    step = _step_of_the_round(table, configuration)
    if step in _OF_THE_PIT:
        return Awaited(step, Role.PIT_SUPERVISOR)
    return _of_a_matter(table.matter_now) if step is None else Awaited(step, Role.DEALER)


def _of_a_matter(matter: Matter) -> Awaited:
    if matter.needs_ruling:
        return Awaited(NextStep.RULE, Role.SHIFT_MANAGER)
    return Awaited(NextStep.ATTEST, matter.attester)


def _step_of_the_round(table: Table, configuration: Configuration) -> NextStep | None:
    """Return the Dealer's next step; None while an irregularity stops everything (A-39)."""
    match table.phase:
        case Phase.CLOSED:
            return NextStep.OPEN_TABLE
        case Phase.IDLE | Phase.SETTLED:
            return _between_rounds(table, configuration)
        case Phase.BETTING:
            return NextStep.CLOSE_BETS
        case Phase.CLOSING:
            return NextStep.CUT_OFF
        case Phase.DEALING:
            return _in_the_deal(table.round_now)
        case Phase.RESULT:
            return NextStep.SETTLE
        case Phase.STOPPED:
            return None
        case Phase.CHOOSING:
            return NextStep.END_OPTIONS
        case _:
            assert_never(table.phase)


def _between_rounds(table: Table, configuration: Configuration) -> NextStep:
    """Return the opening of bets, or the step that must come before it."""
    answer = open_bets(table, configuration, table.closes_at)
    match answer:
        case tuple():
            return NextStep.OPEN_BETS
        case LastRoundPlayed():
            return NextStep.CLOSE_TABLE
        case CountWaits():
            return NextStep.CONFIRM_COUNT
        case NoShoe():
            return NextStep.LOAD_SHOE
        case BurnFirst():
            return NextStep.BURN_CARDS
        case _:
            return NextStep.RETIRE_SHOE


def _in_the_deal(in_progress: Round) -> NextStep:
    is_third = len(in_progress.cards) >= INITIAL_CARDS
    if is_third and not in_progress.totals_announced:
        return NextStep.ANNOUNCE_TOTALS
    side = in_progress.coup.next_side
    if side is None:
        return NextStep.SETTLE  # the last card is down, and the result follows immediately
    if side is Side.PLAYER:
        return NextStep.PLAYER_THIRD_CARD if is_third else NextStep.PLAYER_CARD
    return NextStep.BANKER_THIRD_CARD if is_third else NextStep.BANKER_CARD


def next_due(table: Table) -> Due | None:
    """Return the next step of a table's timer; None where the table waits for people."""
    configuration = table.configuration
    if configuration is None:
        return None
    if table.phase is Phase.CLOSING:
        # The grace ends by timer at every table; all other steps only at a self-dealing table.
        return _cut_off(table, table.round_now)
    if not configuration.self_dealing:
        return None
    paced = Instant((table.stepped_at or 0) + configuration.pace_ms)
    step = awaited(table).step
    match step:
        case (
            NextStep.CONFIGURE
            | NextStep.OPEN_TABLE
            | NextStep.CLOSE_TABLE
            | NextStep.ATTEST
            | NextStep.RULE
            | NextStep.END_OPTIONS
            | NextStep.CONFIRM_COUNT
        ):
            return None
        case NextStep.RETIRE_SHOE if not table.shoe_now.is_over:
            return None  # people have changed the rules, and the shoe does not fit them
        case NextStep.CLOSE_BETS:
            return Due(table.round_now.closes_at, step)
        case _:
            return Due(paced, step)


def _cut_off(table: Table, in_progress: Round) -> Due:
    grace_ends = in_progress.cut_off_at or in_progress.closes_at
    at = (None if table.has_unanswered else table.stepped_at) or grace_ends
    return Due(at, NextStep.CUT_OFF)


def reported_instead(table: Table, wish: Wish) -> Irregularity | None:
    """Return the irregularity under which a card outside the deal can be reported (A-43)."""
    # A virtual shoe loses no card by mistake, and an open irregularity comes first.
    shoe_can_err = table.shoe is not None and table.shoe.source is not CardSource.VIRTUAL_SHOE
    nothing_open = table.phase in OPEN_PHASES & NOT_FROZEN
    if not (isinstance(wish, DealCard) and shoe_can_err and nothing_open):
        return None
    excess = Irregularity.EXCESS_OR_EXPOSED_CARD
    policy = None if table.rules is None else table.rules.policy(excess)
    return None if policy is None or not policy.takes_extra else excess

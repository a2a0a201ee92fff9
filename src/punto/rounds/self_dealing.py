"""What the timer of a table has to do next, and when: pure, so that any node answers alike."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.dealing.commands import AnnounceTotals, Settle
from punto.rounds.phases import Phase
from punto.rounds.state import Round, Table
from punto.rounds.table.commands import Link
from punto.rules.coups import INITIAL_CARDS
from punto.values.ids import Instant


class FromTheShoe(Enum):
    """Steps for which the timer needs what only the sealed shoe can give."""

    LOAD = "load a shoe"
    BURN = "burn its first cards"
    DRAW = "draw the next card"
    RETIRE = "retire the shoe and reveal it"


Step = OpenBets | BeginClosing | CutOff | AnnounceTotals | Settle | FromTheShoe


@dataclass(frozen=True, slots=True)
class Due:
    """A step, and the first moment at which the timer may take it."""

    at: Instant
    step: Step


def next_due(table: Table) -> Due | None:
    """The next step of a table's timer; None where it has to wait for people."""
    configuration = table.configuration
    if configuration is None:
        return None
    if table.phase is Phase.CLOSING:
        # Every table's grace ends by itself; all other steps are a timer's only where it deals.
        return _cut_off(table, table.round_now)
    if not configuration.self_dealing:
        return None
    paced = Instant((table.stepped_at or 0) + configuration.pace_ms)
    match table.phase:
        case Phase.IDLE | Phase.SETTLED:
            return Due(paced, _between_rounds(table))
        case Phase.BETTING:
            return Due(table.round_now.closes_at, BeginClosing())
        case Phase.DEALING:
            return Due(paced, _in_the_deal(table.round_now))
        case Phase.RESULT:
            return Due(paced, Settle())
        case _:
            return None


def _cut_off(table: Table, in_progress: Round) -> Due:
    seats = table.seats.items()
    connected = {terminal for terminal, seat in seats if seat.link is Link.CONNECTED}
    grace_ends = in_progress.cut_off_at or in_progress.closes_at
    all_answered = connected <= in_progress.frozen
    return Due((table.stepped_at if all_answered else None) or grace_ends, CutOff())


def _between_rounds(table: Table) -> Step:
    shoe, configuration = table.shoe, table.configuration
    if shoe is None:
        return FromTheShoe.LOAD
    if shoe.is_over:
        return FromTheShoe.RETIRE
    burns = configuration is not None and configuration.burns_cards
    return FromTheShoe.BURN if burns and not shoe.dealt_count else OpenBets()


def _in_the_deal(in_progress: Round) -> Step:
    totals_due = len(in_progress.cards) >= INITIAL_CARDS and not in_progress.totals_announced
    return AnnounceTotals() if totals_due else FromTheShoe.DRAW

"""A table as screens follow it: a second fold of its events."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import assert_never

from punto import rounds
from punto.rules import NO_ODDS, Actor, BetResult, HouseOdds
from punto.values import Cents, Instant, TerminalId, Value, replace, replace_value
from punto.views.floats import FloatRow, float_after
from punto.views.past_rounds import FinishedRound, finished_round
from punto.views.patron_sessions import after_payout, is_gone
from punto.views.roads.scoreboard import Roads, roads_of
from punto.views.sensors import SensorState
from punto.views.significance import SignificantEvent, kept_with, significance
from punto.views.takings import TakingFact, TakingsLog, takings_after


class Memory(Value):
    """The memory of a table's screens; roads are left out, as they follow from the rounds."""

    rounds: tuple[FinishedRound, ...] = ()
    """The finished rounds that the roads are drawn from, and the void ones among them."""
    first_round: int = 1
    """The number of the first round that may stand on the present roads."""
    last: FinishedRound | None = None
    """The round that finished last."""
    last_results: Mapping[TerminalId, tuple[BetResult, ...]] = {}
    """How everybody's bets of that round ended."""
    opposite: frozenset[TerminalId] = frozenset()
    """Terminals that back both hands in the present round (A-16)."""
    report: str = ""
    """The words with which the latest irregularity was reported."""
    alone: bool = False
    """Whether one person alone was on the floor at the last act of a staff member (A-73)."""
    simulated: frozenset[TerminalId] = frozenset()
    """Terminals with a bill acceptor that no real banknote goes into."""
    sessions: Mapping[TerminalId, Cents] = {}
    """For each terminal the net of all sessions that ended there."""
    parted: Mapping[TerminalId, int] = {}
    """For each terminal the last round that was over when its latest patron left."""
    dealer_since: Instant | None = None
    """Since when the Dealer on duty deals; None while the table is closed."""
    float_row: FloatRow | None = None
    """A live table's open float, or the one that was closed last."""
    significant: tuple[SignificantEvent, ...] = ()
    """The latest significant events, oldest first."""
    takings: TakingsLog = TakingsLog()
    """The takings of the table, each with its time."""


class Watched(Memory):
    """A table with the memory of its screens; every view is made from it."""

    table: rounds.Table = rounds.Table()
    odds: HouseOdds = NO_ODDS
    """By which the takings are rated; the same wherever this table is followed."""
    roads: Roads = Roads()
    sensor: SensorState | None = None
    """Of a live table that reads its chips; it is in no event, and not remembered."""


def watched(events: Iterable[rounds.TableEvent]) -> Watched:
    """Return the table as screens follow it, after a whole record."""
    return reduce(watch, events, Watched())


def watch(before: Watched, event: rounds.TableEvent) -> Watched:
    """Return the table with its screens' memory after one more event."""
    return watch_beside(before, event, rounds.evolve(before.table, event))


def watch_beside(before: Watched, event: rounds.TableEvent, table: rounds.Table) -> Watched:
    """Apply an event, given the table after it."""
    if type(event.fact) is rounds.PositionTaken:
        # Most events are bets, which change nothing else.
        return replace_value(before, table=table, opposite=_opposite(before, event.fact))
    told = significance(before.table, event)
    kept = kept_with(before.significant, told) if told else before.significant
    after = replace(
        before,
        table=table,
        significant=kept,
        alone=_alone(before, event.by),
        dealer_since=_dealer_since(before, event, table),
        float_row=float_after(before.float_row, before.table, event, table),
    )
    if isinstance(event.fact, TakingFact):
        taken = takings_after(before.takings, before.odds, before.table, event.fact, event.at)
        after = replace(after, takings=taken)
    if isinstance(event.fact, rounds.RoadsBegun):
        return _with_new_roads(after)
    match event.fact:
        case rounds.RoundSettled() | rounds.RoundVoided() | rounds.RoundResettled():
            return _with_last(after, after.table.round_now)
        case rounds.EarlierRoundResettled(number):
            return _with_earlier(after, number)
        case rounds.IrregularityReported():
            return replace(after, report=event.fact.words)
        case rounds.BetsOpened():
            return replace(after, opposite=frozenset())
        case rounds.BillTaken(terminal, simulated=True):
            return replace(after, simulated=after.simulated | {terminal})
        case (
            rounds.TicketPrinted(terminal)
            | rounds.HandPaid(terminal)
            | rounds.TerminalMovedOut(terminal)
        ):
            ended = after_payout(after.table.book, after.sessions, terminal)
            return _with_parting(replace(after, sessions=ended), terminal)
        case _:
            return after


def _dealer_since(before: Watched, event: rounds.TableEvent, table: rounds.Table) -> Instant | None:
    if table.dealer is None or table.dealer == before.table.dealer:
        return None if table.dealer is None else before.dealer_since
    return event.at


def _with_parting(after: Watched, terminal: TerminalId) -> Watched:
    if not is_gone(after.table.book, terminal):
        return after
    last = 0 if after.last is None else after.last.number
    return replace(after, parted={**after.parted, terminal: last})


def _alone(before: Watched, by: rounds.By) -> bool:
    match by:
        case Actor():
            return by.alone
        case rounds.Timer():
            return by.dealer.alone
        case rounds.Patron():
            return before.alone
        case _:
            assert_never(by)


def _opposite(before: Watched, fact: rounds.PositionTaken) -> frozenset[TerminalId]:
    if fact.opposite is (fact.terminal in before.opposite):
        return before.opposite
    return before.opposite ^ {fact.terminal}


def _with_new_roads(after: Watched) -> Watched:
    first = after.table.rounds_count + 1
    return replace(after, rounds=(), roads=Roads(), first_round=first)


def _with_last(after: Watched, ended: rounds.Round) -> Watched:
    finished = finished_round(ended)
    after = replace(after, last=finished, last_results=dict(ended.results))
    return _with_mark(after, finished)


def _with_earlier(after: Watched, number: int) -> Watched:
    """Apply a late correction to its round, which may be the last finished one."""
    earlier = next(each for each in after.table.past if each.number == number)
    if after.last is not None and after.last.number == number:
        return _with_last(after, earlier)
    return _with_mark(after, finished_round(earlier))


def _with_mark(after: Watched, finished: FinishedRound) -> Watched:
    """Add a mark for a result; a correction replaces the round's mark, and a void removes it."""
    if finished.number < after.first_round:
        return after  # the round's roads are gone
    known = [each.number for each in after.rounds]
    if finished.number not in known:
        marked = after.roads if finished.result is None else after.roads.after(finished.result)
        return replace(after, rounds=(*after.rounds, finished), roads=marked)
    marked_again = tuple(finished if e.number == finished.number else e for e in after.rounds)
    results = (each.result for each in marked_again if each.result is not None)
    return replace(after, rounds=marked_again, roads=roads_of(results))

"""The takings of a table, event by event: rounds, handle, win, drop, and expected win.

Everything is counted from the first event, so that the takings of a period are a difference. A
correction adds only what it changed, at its own time, as in the reports.
"""

from collections.abc import Iterator
from operator import add, attrgetter, sub

from punto.rounds import EndingFact, Results, Round, RoundVoided, Table
from punto.rounds.purse import events as purse_events
from punto.rounds.table import events as table_events
from punto.rounds.tray import events as tray_events
from punto.rules import BetKey, HouseOdds, Result
from punto.values import NOTHING, Cents, Choice, Instant, Value, field_names, replace
from punto.views.past_rounds import ended_round

MILLIONTHS = 1_000_000

MINUTE_MS = 60_000
QUARTER_MS, TWO_HOURS_MS = 15 * MINUTE_MS, 120 * MINUTE_MS
HOUR_MS, DAY_MS = 60 * MINUTE_MS, 24 * 60 * MINUTE_MS

_KEPT = ((2 * HOUR_MS, MINUTE_MS), (2 * DAY_MS, QUARTER_MS), (14 * DAY_MS, TWO_HOURS_MS))
"""How long which milestones are kept: the last of each minute, quarter of an hour, two hours."""

TakingFact = (
    EndingFact
    | table_events.TableOpened
    | purse_events.CashTaken
    | purse_events.BillTaken
    | purse_events.TicketTaken
    | tray_events.ChipsBought
)
"""Events that change the takings, or begin a period of them."""


class Takings(Value):
    """The takings of a table up to a moment, or in a period."""

    settled: int = 0
    void: int = 0
    handle: Cents = NOTHING
    win: Cents = NOTHING
    drop: Cents = NOTHING
    rated: int = 0
    """Rounds with bets of which all odds are known."""
    unrated: int = 0
    """Rounds with a bet whose odds are not known, as of a game of the operator's own."""
    expected: int = 0
    """The theoretical win in millionths of a cent: each stake times its edge, from a full shoe.

    A record holds whole numbers alone; the exact expectation of each round is rounded to one.
    """
    variance: int = 0
    """The variance of the win in square cents: bets of a round together, rounds independent."""
    squares: int = 0
    """The squares of the variances of all rounds; they tell whether a few rounds outweigh all."""

    def __add__(self, other: "Takings") -> "Takings":
        return Takings(*map(add, _parts(self), _parts(other)))

    def __sub__(self, other: "Takings") -> "Takings":
        return Takings(*map(sub, _parts(self), _parts(other)))


_parts = attrgetter(*field_names(Takings))


class Milestone(Value):
    """All takings of a table up to its last change before a moment of the clock."""

    at: Instant
    takings: Takings


NO_MILESTONE = Milestone(Instant(0), Takings())


class TakingsLog(Value):
    """The takings of a table now, and at enough past moments to draw a curve."""

    now: Milestone = NO_MILESTONE
    opened: Milestone | None = None
    """When the table opened last, with all takings before; None before its first opening."""
    milestones: tuple[Milestone, ...] = ()
    """The oldest first, each the last of its minute, quarter of an hour, or two hours."""

    def before(self, at: Instant) -> Takings:
        """Return all takings before a moment at which a milestone of its age begins."""
        known = (each for each in self.newest_first() if each.at < at)
        return next(known, NO_MILESTONE).takings

    def newest_first(self) -> Iterator[Milestone]:
        """Yield every milestone, the present one first."""
        yield self.now
        yield from reversed(self.milestones)


class TakingsSpan(Choice):
    """The period whose takings a floor shows."""

    OPENING = "opening"
    """Since the table opened."""
    HOUR = "hour"
    SHIFT = "shift"
    """Eight hours."""
    DAY = "day"
    WEEK = "week"


_SPANS = {
    TakingsSpan.HOUR: (HOUR_MS, MINUTE_MS),
    TakingsSpan.SHIFT: (8 * HOUR_MS, QUARTER_MS),
    TakingsSpan.DAY: (DAY_MS, QUARTER_MS),
    TakingsSpan.WEEK: (7 * DAY_MS, TWO_HOURS_MS),
}
"""How long each is, and the moments of the clock at which it may begin."""


def begin_of(log: TakingsLog, span: TakingsSpan, now: Instant) -> Milestone | None:
    """Return when a period began, with all takings before; None if the table was never open.

    It begins at a full minute, quarter of an hour or two hours, at which the takings are known
    exactly.
    """
    if span is TakingsSpan.OPENING:
        return log.opened
    length, width = _SPANS[span]
    begin = Instant((now - length) // width * width)
    return Milestone(begin, log.before(begin))


def takings_after(
    log: TakingsLog, odds: HouseOdds, before: Table, fact: TakingFact, at: Instant
) -> TakingsLog:
    """Return the log after a fact at a table in this state."""
    if isinstance(fact, EndingFact):
        return _with(log, at, _change(odds, before, fact))
    if isinstance(fact, table_events.TableOpened):
        return replace(log, opened=Milestone(at, log.now.takings))
    return _with(log, at, Takings(drop=fact.amount))


def _with(log: TakingsLog, at: Instant, change: Takings) -> TakingsLog:
    now, milestones = log.now, log.milestones
    if now.at and now.at // MINUTE_MS != at // MINUTE_MS:
        milestones = tuple(_kept((*milestones, now), at))
    return replace(log, now=Milestone(at, now.takings + change), milestones=milestones)


def _kept(milestones: tuple[Milestone, ...], at: Instant) -> Iterator[Milestone]:
    """Yield the milestones that are still kept at a moment: the older, the fewer.

    Of those that are too old to keep, the newest stays, as the base of the others.
    """
    following = (*(each.at for each in milestones[1:]), at)
    for each, later in zip(milestones, following, strict=True):
        width = _width(at - each.at)
        if width is None:
            if at - later <= _KEPT[-1][0]:
                yield each
        elif each.at // width != later // width:
            yield each


def _width(age: int) -> int | None:
    """Return how far apart milestones of an age lie; None if they are too old."""
    for oldest, width in _KEPT:
        if age <= oldest:
            return width
    return None


def _change(odds: HouseOdds, before: Table, fact: EndingFact) -> Takings:
    ended = ended_round(before, fact)
    counted = ended.is_paid or ended.void
    then = _of_round(odds, ended, ended.results, void=ended.void) if counted else Takings()
    return _of_round(odds, ended, fact.results, void=isinstance(fact, RoundVoided)) - then


def _of_round(odds: HouseOdds, ended: Round, results: Results, *, void: bool) -> Takings:
    stakes, paid = dict[BetKey, int](), 0
    for _, own in results:
        for each in own:
            if each.result is not Result.RETURNED:
                stakes[each.bet] = stakes.get(each.bet, 0) + each.stake
                paid += each.stake + each.profit
    handle, terms = sum(stakes.values()), ended.configuration.terms
    takings = Takings(int(not void), int(void), Cents(handle), Cents(handle - paid))
    if not stakes:
        return takings
    known = odds.of(terms.game, terms.decks)
    expected, variance = known.expected(stakes), known.variance(stakes)
    if expected is None or variance is None:
        return replace(takings, unrated=1)
    strays = round(variance)
    return replace(
        takings,
        rated=1,
        expected=round(expected * MILLIONTHS),
        variance=strays,
        squares=strays * strays,
    )

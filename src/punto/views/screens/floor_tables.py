"""A table in the list of all tables: its money, its people, and why it needs attention."""

from math import sqrt

from punto.rounds import Link, Phase, Table
from punto.rules import Name
from punto.values import NOTHING, Cents, Choice, Instant, PersonId, TableId, Value
from punto.views.screens.pit import Exposure, exposure_of
from punto.views.screens.trays import fill_soon
from punto.views.sensors import QuestionKind, sensor_shown
from punto.views.takings import (
    HOUR_MS,
    MILLIONTHS,
    MINUTE_MS,
    Milestone,
    Takings,
    TakingsLog,
    TakingsSpan,
    begin_of,
)
from punto.views.watched_table import Watched

BAND = 2
"""The half width of the expected band in standard deviations: 19 of 20 results lie within."""
RATED_LEAST = 100
"""How many equal rounds there must be before a result is called likely or unlikely."""
FAR = 3
"""A result this many standard deviations off comes by chance once in 370 times."""
MUCH_OF_CAP = 80
"""The percentage of its cap from which the House's liability is a concern."""
PACE_LEAST_MS = 5 * MINUTE_MS


class Concern(Choice):
    """A reason for which a table needs attention; the most urgent comes first."""

    HALTED = "halted"
    RULING = "ruling"
    """An irregularity waits to be attested or ruled on, and play has stopped."""
    LATE_CHIPS = "late chips"
    ADJUSTMENT = "adjustment"
    TICKET = "ticket"
    CALL = "call"
    COUNT = "count"
    SLIP = "slip"
    LIABILITY = "liability"
    """The House's liability is near its cap."""
    RESULT = "result"
    """The result is far from what chance makes likely."""
    FILL = "fill"
    """Chips of a value run out."""


DECISIONS = frozenset({Concern.RULING, Concern.LATE_CHIPS, Concern.ADJUSTMENT})
"""Concerns that a decision of the pit ends."""
URGENCY = {each: place for place, each in enumerate(Concern)}

NO_EXPOSURE = Exposure(NOTHING, None, ())

Concerns = tuple[tuple[Concern, int], ...]
"""With how many there are of each, the most urgent first."""


class WinPoint(Value):
    """The win of a period up to a moment, and the band within which it was expected."""

    at: Instant
    win: Cents
    expected: Cents
    low: Cents
    high: Cents


class PeriodTakings(Value):
    """The takings of a table in a period, and how likely they were."""

    since: Instant
    settled: int
    void: int
    handle: Cents
    drop: Cents
    win: Cents
    expected: Cents | None
    """The theoretical win; None if the odds of a bet are not known."""
    deviation: Cents | None
    """The standard deviation of the win."""
    z: int | None
    """The distance of the win from the theoretical win in hundredths of the standard deviation.

    None if the odds of a bet are not known, or too few rounds say anything.
    """
    rounds_alike: int
    """How many rounds with equal bets would say as much about chance as these."""
    unrated: int
    """Rounds with a bet whose odds are not known."""


class TableOnFloor(Value):
    """A table in a list of all tables."""

    table: TableId
    game: Name | None
    """None before the table has one."""
    live: bool
    self_dealing: bool
    halted: str
    phase: Phase
    round_number: int
    dealer: PersonId | None
    dealer_since: Instant | None
    opened_at: Instant | None
    seats: int
    """Terminals at the table, or patrons at a live one."""
    connected: int
    """Those of them that are in reach, or present."""
    betting: int
    """Those of them with bets in the present round."""
    at_risk: Cents
    """All stakes of the present round."""
    liability: Cents
    """The most that the House can lose in it."""
    cap: Cents | None
    pace: int | None
    """Rounds an hour, by the last hour; None if the table was not open long enough."""
    takings: PeriodTakings | None
    """None if the table was not open yet."""
    points: tuple[WinPoint, ...]
    concerns: Concerns


class Surroundings(Value):
    """Facts outside a table's record: whether it is halted, who calls there, who watches."""

    halted: str = ""
    calls: int = 0
    """Terminals at which an attendant is wanted."""
    points: int = 60
    """How many points of the win's line are shown at most."""


USUAL_SURROUNDINGS = Surroundings()


def table_on_floor(
    name: TableId,
    watched: Watched,
    span: TakingsSpan,
    now: Instant,
    around: Surroundings = USUAL_SURROUNDINGS,
) -> TableOnFloor:
    """Return a table with its takings in a period."""
    table, configuration, log = watched.table, watched.table.configuration, watched.takings
    exposure = NO_EXPOSURE if configuration is None else exposure_of(table, configuration)
    begin = begin_of(log, span, now)
    takings = None if begin is None else _period_takings(log, begin)
    seats, connected = _seats(table)
    return TableOnFloor(
        table=name,
        game=None if configuration is None else configuration.terms.game.name,
        live=table.is_live,
        self_dealing=configuration is not None and configuration.self_dealing,
        halted=around.halted,
        phase=table.phase,
        round_number=table.rounds_count,
        dealer=None if table.dealer is None else table.dealer.person,
        dealer_since=watched.dealer_since,
        opened_at=None if log.opened is None else log.opened.at,
        seats=seats,
        connected=connected,
        betting=_betting(table),
        at_risk=Cents(sum(stake for _, stake in exposure.stakes)),
        liability=exposure.liability,
        cap=exposure.cap,
        pace=_pace(table, log, now),
        takings=takings,
        points=() if begin is None else _points(log, begin, around.points),
        concerns=(
            *(((Concern.HALTED, 1),) if around.halted else ()),
            *work_at(watched, around.calls),
            *_notes(watched, exposure, takings),
        ),
    )


def urgency(shown: TableOnFloor) -> int:
    """Return the place of a table's most urgent concern; a table without any comes last."""
    return URGENCY[shown.concerns[0][0]] if shown.concerns else len(URGENCY)


def work_at(watched: Watched, calls: int = 0) -> Concerns:
    """Return everything at a table that waits for a person."""
    table = watched.table
    sensor = None if watched.sensor is None else sensor_shown(table, watched.sensor)
    asked = () if sensor is None else sensor.questions
    counts = {
        Concern.RULING: int(table.phase is Phase.STOPPED) + len(table.waiting),
        Concern.LATE_CHIPS: sum(each.kind is QuestionKind.LATE for each in asked),
        Concern.ADJUSTMENT: len(table.adjustments),
        Concern.TICKET: sum(seat.uncertain for seat in table.seats.values()),
        Concern.CALL: calls,
        Concern.COUNT: int(table.papers.first_count is not None),
        Concern.SLIP: len(table.papers.slips),
    }
    return tuple((each, count) for each, count in counts.items() if count)


def _notes(watched: Watched, exposure: Exposure, takings: PeriodTakings | None) -> Concerns:
    """Return concerns that need attention but no step."""
    cap, z = exposure.cap, None if takings is None else takings.z
    counts = {
        Concern.LIABILITY: int(bool(cap) and exposure.liability * 100 >= (cap or 0) * MUCH_OF_CAP),
        Concern.RESULT: int(z is not None and abs(z) >= FAR * 100),
        Concern.FILL: len(fill_soon(watched)),
    }
    return tuple((each, count) for each, count in counts.items() if count)


def _seats(table: Table) -> tuple[int, int]:
    """Return how many can play at a table, and how many of them are there."""
    layout = None if table.configuration is None else table.configuration.layout
    if layout is not None:
        return len(layout.boxes), sum(patron.is_here for patron in table.patrons.values())
    connected = sum(seat.link is Link.CONNECTED for seat in table.seats.values())
    return len(table.seats), connected


def _betting(table: Table) -> int:
    """Return how many have bets in a round that is not over."""
    now = table.round
    if now is None or now.is_paid or now.void:
        return 0
    return sum(map(bool, now.positions.values()))


def _pace(table: Table, log: TakingsLog, now: Instant) -> int | None:
    """Return the rounds an hour since the table opened, but not further back than an hour."""
    if table.phase is Phase.CLOSED or log.opened is None:
        return None
    hour = begin_of(log, TakingsSpan.HOUR, now) or log.opened
    begin = max(log.opened, hour, key=lambda each: each.at)
    open_ms = now - begin.at
    if open_ms < PACE_LEAST_MS:
        return None
    took = log.now.takings - begin.takings
    return round((took.settled + took.void) * HOUR_MS / open_ms)


def _period_takings(log: TakingsLog, begin: Milestone) -> PeriodTakings:
    took = log.now.takings - begin.takings
    is_rated, expected = took.unrated == 0, took.expected / MILLIONTHS
    alike = round(took.variance**2 / took.squares) if took.squares else 0
    deviation = sqrt(took.variance)
    is_told = is_rated and alike >= RATED_LEAST
    return PeriodTakings(
        since=begin.at,
        settled=took.settled,
        void=took.void,
        handle=took.handle,
        drop=took.drop,
        win=took.win,
        expected=Cents(round(expected)) if is_rated else None,
        deviation=Cents(round(deviation)) if is_rated else None,
        z=round(100 * (took.win - expected) / deviation) if is_told else None,
        rounds_alike=alike,
        unrated=took.unrated,
    )


def _points(log: TakingsLog, begin: Milestone, most: int) -> tuple[WinPoint, ...]:
    """Return the points of the win, from the beginning of the period until now."""
    later = [each for each in (*log.milestones, log.now) if each.at >= begin.at]
    line = [begin, *later]
    steps = min(most, len(line)) - 1
    if steps < 1:
        return ()
    chosen = (line[round(step * (len(line) - 1) / steps)] for step in range(steps + 1))
    return tuple(_point(each.at, each.takings - begin.takings) for each in chosen)


def _point(at: Instant, took: Takings) -> WinPoint:
    expected, wide = took.expected / MILLIONTHS, BAND * sqrt(took.variance)
    low, high = round(expected - wide), round(expected + wide)
    return WinPoint(at, took.win, Cents(round(expected)), Cents(low), Cents(high))

"""The sensor of a live table: its latest reading, and the questions for staff.

A reading is not an event: it changes no bet, and the next one replaces it a second later. A
person's answer is recorded.
"""

from enum import Enum

from punto.live import LayoutReading, ReadBet, ReadDifference, ReadingRefusal, reading_refusal
from punto.rounds import (
    AFTER_CLOSE,
    Configuration,
    Phase,
    Table,
    layout_of,
    on_layout,
    read_otherwise,
    recorded_bets,
)
from punto.values import Instant, TerminalId, Value, replace


class SensorState(Value):
    """The state of a sensor between two readings."""

    sensor: TerminalId
    number: int = 0
    """The number of the latest reading."""
    seen_at: Instant | None = None
    """When the sensor last sent anything that could be read; None before."""
    round_number: int = 0
    """The round that was in progress then."""
    after_close: bool = False
    """Whether its bets were closed then."""
    bets: tuple[ReadBet, ...] = ()
    closed_with: tuple[ReadDifference, ...] = ()
    """The unanswered differences of the last reading before the close."""
    late: tuple[ReadDifference, ...] = ()
    """The differences after the close (L 5.6), which stay even if the chips are taken up."""
    trouble: str = ""
    """Why the latest reading counts for nothing, by the name of the refusal; empty if it counts."""
    trouble_words: str = ""
    silent: bool = False
    """Whether nothing has come for longer than a sensor may take."""


class SensorCondition(Enum):
    """Whether a sensor can be relied on now."""

    READING = "reading"
    SILENT = "silent"
    FAULTY = "faulty"


class QuestionKind(Enum):
    """The kind of question that a reading puts to the Dealer."""

    NEW = "new"
    """Chips where nothing is recorded: take them?"""
    DIFFERS = "differs"
    """Another amount than the recorded one: which is right?"""
    LATE = "late"
    """Chips laid, raised or taken up after "No more Bets": the Dealer refuses it (L 5.6)."""


class ReadQuestion(Value):
    """One difference that a person has to answer."""

    kind: QuestionKind
    difference: ReadDifference
    can_take: bool
    """Whether ``TakeReading`` may answer it; ``SetReadingAside`` always may."""


class SensorShown(Value):
    """A sensor as staff see it."""

    sensor: TerminalId
    condition: SensorCondition
    silent_since: Instant | None
    """When it last sent anything; None while it does, and if it never did."""
    trouble: str
    trouble_words: str
    questions: tuple[ReadQuestion, ...]
    """Boxes in the layout's order."""


def after_reading(
    before: SensorState, table: Table, configuration: Configuration, reading: LayoutReading
) -> SensorState | ReadingRefusal:
    """Return the sensor after a reading, or why the reading does not count."""
    layout = configuration.layout
    if layout is None:
        raise ValueError("a reading of chips at an electronic table")
    offered = configuration.terms.offered_keys
    refusal = reading_refusal(reading, before.number, layout, offered, table.patrons)
    if refusal is not None:
        return refusal
    is_first = before.round_number != table.rounds_count
    closed_with: tuple[ReadDifference, ...] = ()
    late = () if is_first else before.late
    if table.phase in AFTER_CLOSE:
        found = read_otherwise(table, reading.bets)
        # Without a reading before the close, late bets cannot be told from others.
        closed_with = found if is_first else _closed_with(before, table)
        late = tuple(dict.fromkeys((*late, *(each for each in found if each not in closed_with))))
    return SensorState(
        before.sensor,
        reading.number,
        before.seen_at,
        table.rounds_count,
        table.phase is not Phase.BETTING,
        reading.bets,
        closed_with,
        late,
    )


def _closed_with(state: SensorState, table: Table) -> tuple[ReadDifference, ...]:
    """Return the differences of the last reading before the close."""
    return state.closed_with if state.after_close else read_otherwise(table, state.bets)


def sensor_shown(table: Table, state: SensorState) -> SensorShown:
    """Return the sensor as staff see it, with the questions for them."""
    condition = SensorCondition.READING
    if state.silent:
        condition = SensorCondition.SILENT
    elif state.trouble:
        condition = SensorCondition.FAULTY
    return SensorShown(
        state.sensor,
        condition,
        state.seen_at if state.silent else None,
        state.trouble,
        state.trouble_words,
        _questions(table, state, is_sound=condition is SensorCondition.READING),
    )


def _questions(table: Table, state: SensorState, *, is_sound: bool) -> tuple[ReadQuestion, ...]:
    """Return the open questions; a silent or faulty sensor keeps only those about late bets."""
    now = table.round
    if now is None or state.round_number != table.rounds_count:
        return ()
    asked = [ReadQuestion(QuestionKind.LATE, each, can_take=False) for each in state.late]
    if is_sound and table.phase is Phase.BETTING and not state.after_close:
        asked += [_asked(table, each) for each in read_otherwise(table, state.bets)]
    elif is_sound and table.phase in AFTER_CLOSE:
        left = _closed_with(state, table)
        asked += [ReadQuestion(QuestionKind.DIFFERS, each, can_take=False) for each in left]
    answered, order = on_layout(now).set_aside, layout_of(now).boxes
    open_still = (each for each in asked if each.difference not in answered)
    return tuple(sorted(open_still, key=lambda each: order.index(each.difference.box)))


def _asked(table: Table, found: ReadDifference) -> ReadQuestion:
    has_bets = any(
        bet.box == found.box and found.patron in {None, bet.patron}
        for bet in recorded_bets(table, table.round_now)
    )
    kind = QuestionKind.DIFFERS if has_bets else QuestionKind.NEW
    here = found.patron is None or table.patrons[found.patron].is_here
    return ReadQuestion(kind, found, can_take=found.is_clear and here)


def in_trouble(state: SensorState, refusal: ReadingRefusal) -> SensorState:
    """Return the sensor after a reading that does not count."""
    return replace(state, trouble=type(refusal).__name__, trouble_words=refusal.sentence)

"""Kinds of comma-separated lists.

Also the names that can be expected: every event, refusal and meter of the engine.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, get_args

from punto.identity import Fact as FloorFact
from punto.identity import Refusal as FloorRefusal
from punto.ledger import Meters
from punto.live import BoxLabel
from punto.rehearsals.cursors import Cursor, WordKind, choice, notation
from punto.rehearsals.mistakes import Wanted
from punto.rehearsals.name_kinds import BET, NEW_PATRON, NEW_TERMINAL, PATRON, PLACE, TERMINAL
from punto.rehearsals.value_kinds import IRREGULARITY, MONEY, NUMBER
from punto.rounds import Fact, Refusal, TimerStep
from punto.rules import WHOLE_DOLLAR, BetKey, Limits
from punto.values import Cents, TerminalId, field_names

T = TypeVar("T")

OwnLimits = tuple[tuple[BetKey, Limits], ...]


def with_commas(cursor: Cursor, read: Callable[[Cursor], T]) -> tuple[T, ...]:
    """Read one or more items of a kind, with commas between."""
    found = [read(cursor)]
    while cursor.has(","):
        found.append(read(cursor))
    return tuple(found)


def listed_or(nothing: str, name: str, meaning: str, read: Callable[[Cursor], object]) -> WordKind:
    """Return the kind of a list of such items, with a word for an empty one."""
    return WordKind(
        name, meaning, lambda cursor: () if cursor.has(nothing) else with_commas(cursor, read)
    )


def listed(name: str, meaning: str, read: Callable[[Cursor], object]) -> WordKind:
    """Return the kind of a list of such items."""
    return WordKind(name, meaning, lambda cursor: with_commas(cursor, read))


BETS = listed("bets", "bets with commas between, such as tie, banker-pair", BET.read)


def to_the_end(name: str, meaning: str, read: Callable[[Cursor], object]) -> WordKind:
    """Return the kind of a list with spaces between, up to the end of the line."""

    def read_all(cursor: Cursor) -> tuple[object, ...]:
        found = [read(cursor)]
        while cursor.word is not None:
            found.append(read(cursor))
        return tuple(found)

    return WordKind(name, meaning, read_all)


DEVICES = to_the_end("devices", "names of terminals, such as T1 T2 T3", NEW_TERMINAL.read)
NEW_PATRONS = to_the_end("new-patrons", "names of patrons, such as ann ben", NEW_PATRON.read)
_LABEL = Wanted("what is printed on a box, with a space before the next")


def _read_label(cursor: Cursor) -> BoxLabel:
    word = cursor.take(_LABEL)
    if word.text == "," and not word.quoted:
        cursor.index -= 1
        cursor.miss(_LABEL)
    return BoxLabel(word.text)


BOXES = to_the_end(
    "boxes", "what is printed on each box from the dealer's right, such as 1 2 3 5 6", _read_label
)
CHIPS = to_the_end("chips", "the value of each kind of chip, such as 0.50 1 5 25 100", MONEY.read)


def _read_stack(cursor: Cursor) -> tuple[Cents, int]:
    number: int = NUMBER.read(cursor)
    cursor.literal("x")
    value: Cents = MONEY.read(cursor)
    return value, number


def _read_stack_numbers(cursor: Cursor) -> tuple[int, ...]:
    if cursor.has("everything"):
        return ()
    cursor.literal("stacks")
    return with_commas(cursor, NUMBER.read)


STACK_NUMBERS = WordKind(
    "stack-numbers", "stacks such as stacks 0, 2; or everything", _read_stack_numbers
)


STACKS = listed_or(
    "nothing", "stacks", "numbers of chips such as 20 x 25, 4 x 5; or nothing", _read_stack
)
REPORTS = listed_or(
    "none",
    "reports",
    "irregularities with commas between, such as shortage, wrong-order; or none",
    IRREGULARITY.read,
)
PATRONS = listed_or(
    "nobody",
    "patrons",
    "patrons with commas between, such as ann, ben; or nobody",
    PATRON.read,
)
TERMINALS = listed("terminals", "terminals with commas between, such as T1, T2", TERMINAL.read)


def _read_adjustment(cursor: Cursor) -> tuple[TerminalId, Cents]:
    terminal: TerminalId = PLACE.read(cursor)
    amount: Cents = MONEY.read(cursor)
    return terminal, amount


ADJUSTMENTS = listed(
    "adjustments",
    "terminals or places with what is given, negative for taken, such as T1 50, T2 -20",
    _read_adjustment,
)


def _read_stake(cursor: Cursor) -> tuple[BetKey, Cents]:
    bet: BetKey = BET.read(cursor)
    amount: Cents = MONEY.read(cursor)
    return bet, amount


STAKES = listed_or("nothing", "stakes", "stakes such as banker 100, tie 5; or nothing", _read_stake)


def _read_limits(cursor: Cursor) -> Limits:
    minimum, maximum, step = MONEY.read(cursor), None, WHOLE_DOLLAR
    if not cursor.has("up"):
        cursor.literal("to")
        maximum = MONEY.read(cursor)
    if cursor.has("in"):
        cursor.literal("steps")
        cursor.literal("of")
        step = MONEY.read(cursor)
    return Limits(minimum, maximum, step)


def _read_own_limits(cursor: Cursor) -> tuple[BetKey, Limits]:
    bet: BetKey = BET.read(cursor)
    return bet, _read_limits(cursor)


def _read_all_limits(cursor: Cursor) -> tuple[Limits, OwnLimits]:
    limits = _read_limits(cursor)
    own = with_commas(cursor, _read_own_limits) if cursor.has(",") else ()
    return limits, own


LIMITS = WordKind(
    "limits",
    "limits such as 5 to 5000, or 5 up, optionally in steps of 5; then those of single bets, "
    "such as 5 to 5000, tie 1 to 100 in steps of 1",
    _read_all_limits,
)


def named(union: object) -> Mapping[str, type[Any]]:
    """Return the members of a union by name."""
    return {member.__name__: member for member in get_args(union)}


# Read from the unions, so that a new event or refusal can be expected at once.
FACTS: Final = {**named(Fact), **named(FloorFact)}
REFUSALS: Final = {**named(FloorRefusal), **named(Refusal)}
METERS: Final = {
    name.replace("_", "-"): name
    for name in field_names(Meters)
    if name != "games_played"  # a count, not an amount
}

FACT = choice("event", "the name of an event", {name: name for name in FACTS})
EVENTS = listed("events", "names of events with commas between", FACT.read)
REFUSAL = choice("refusal", "the name of a refusal", {name: name for name in REFUSALS})
STEP = choice("step", "a step of a timer", {step.value: step.value for step in get_args(TimerStep)})
METER = choice("meter", "a meter", METERS)


CLAUSE = notation("clause", "a clause or a reading, such as 5.1.1 or A-38", str)

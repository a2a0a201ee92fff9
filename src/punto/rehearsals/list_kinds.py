"""Kinds of comma-separated lists."""

from collections.abc import Callable
from typing import TypeVar

from punto.live import BoxLabel, PatronKey
from punto.rehearsals.cursors import Cursor, Kind
from punto.rehearsals.mistakes import Wanted
from punto.rehearsals.name_kinds import BET, NEW_PATRON, NEW_TERMINAL, PATRON, PLACE, TERMINAL
from punto.rehearsals.value_kinds import MONEY, NUMBER
from punto.rounds import Chips, Stakes
from punto.rules import WHOLE_DOLLAR, BetKey, Limits
from punto.values import Cents, TerminalId

T = TypeVar("T")

OwnLimits = tuple[tuple[BetKey, Limits], ...]


def with_commas(cursor: Cursor, read: Callable[[Cursor], T]) -> tuple[T, ...]:
    """Read one or more items of a kind, with commas between."""
    found = [read(cursor)]
    while cursor.has(","):
        found.append(read(cursor))
    return tuple(found)


def listed(name: str, meaning: str, each: Kind) -> Kind:
    """Return the kind of a list of this kind."""
    return Kind(name, meaning, lambda cursor: with_commas(cursor, each.read))


BETS = listed("bets", "bets with commas between, such as tie, banker-pair", BET)


def to_the_end(cursor: Cursor, read: Callable[[Cursor], T]) -> tuple[T, ...]:
    """Read one or more items of a kind, with spaces between, up to the end of the line."""
    found = [read(cursor)]
    while cursor.word is not None:
        found.append(read(cursor))
    return tuple(found)


DEVICES = Kind(
    "devices",
    "names of terminals, such as T1 T2 T3",
    lambda cursor: to_the_end(cursor, NEW_TERMINAL.read),
)


def _read_new_patron(cursor: Cursor) -> PatronKey:
    return PatronKey(NEW_PATRON.read(cursor))


NEW_PATRONS = Kind(
    "new-patrons",
    "names of patrons, such as ann ben",
    lambda cursor: to_the_end(cursor, _read_new_patron),
)
_LABEL = Wanted("what is printed on a box, with a space before the next")


def _read_label(cursor: Cursor) -> BoxLabel:
    word = cursor.take(_LABEL)
    if word.text == "," and not word.quoted:
        cursor.index -= 1
        cursor.miss(_LABEL)
    return BoxLabel(word.text)


BOXES = Kind(
    "boxes",
    "what is printed on each box from the dealer's right, such as 1 2 3 5 6",
    lambda cursor: to_the_end(cursor, _read_label),
)
CHIPS = Kind(
    "chips",
    "the value of each kind of chip, such as 0.50 1 5 25 100",
    lambda cursor: to_the_end(cursor, MONEY.read),
)


def _read_stack(cursor: Cursor) -> tuple[Cents, int]:
    number: int = NUMBER.read(cursor)
    cursor.literal("x")
    value: Cents = MONEY.read(cursor)
    return value, number


def _read_stacks(cursor: Cursor) -> Chips:
    return () if cursor.has("nothing") else with_commas(cursor, _read_stack)


STACKS = Kind("stacks", "numbers of chips such as 20 x 25, 4 x 5; or nothing", _read_stacks)


def _read_patrons(cursor: Cursor) -> tuple[PatronKey, ...]:
    return () if cursor.has("nobody") else with_commas(cursor, PATRON.read)


PATRONS = Kind("patrons", "patrons with commas between, such as ann, ben; or nobody", _read_patrons)


TERMINALS = listed("terminals", "terminals with commas between, such as T1, T2", TERMINAL)


def _read_adjustment(cursor: Cursor) -> tuple[TerminalId, Cents]:
    terminal: TerminalId = PLACE.read(cursor)
    amount: Cents = MONEY.read(cursor)
    return terminal, amount


ADJUSTMENTS = Kind(
    "adjustments",
    "terminals or places with what is given, negative for taken, such as T1 50, T2 -20",
    lambda cursor: with_commas(cursor, _read_adjustment),
)


def _read_stake(cursor: Cursor) -> tuple[BetKey, Cents]:
    bet: BetKey = BET.read(cursor)
    amount: Cents = MONEY.read(cursor)
    return bet, amount


def _read_stakes(cursor: Cursor) -> Stakes:
    return () if cursor.has("nothing") else with_commas(cursor, _read_stake)


STAKES = Kind("stakes", "stakes such as banker 100, tie 5; or nothing", _read_stakes)


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


LIMITS = Kind(
    "limits",
    "limits such as 5 to 5000, or 5 up, perhaps in steps of 5; then those of single bets, "
    "such as 5 to 5000, tie 1 to 100 in steps of 1",
    _read_all_limits,
)

"""Kinds of comma-separated lists."""

from collections.abc import Callable
from typing import TypeVar

from punto.rehearsals.cursors import Cursor, Kind
from punto.rehearsals.name_kinds import BET, NEW_TERMINAL, TERMINAL
from punto.rehearsals.value_kinds import MONEY
from punto.rounds import Stakes
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


def _read_terminals(cursor: Cursor) -> tuple[TerminalId, ...]:
    found = [NEW_TERMINAL.read(cursor)]
    while cursor.word is not None:
        found.append(NEW_TERMINAL.read(cursor))
    return tuple(found)


DEVICES = Kind("devices", "names of terminals, such as T1 T2 T3", _read_terminals)


TERMINALS = listed("terminals", "terminals with commas between, such as T1, T2", TERMINAL)


def _read_adjustment(cursor: Cursor) -> tuple[TerminalId, Cents]:
    terminal: TerminalId = TERMINAL.read(cursor)
    amount: Cents = MONEY.read(cursor)
    return terminal, amount


ADJUSTMENTS = Kind(
    "adjustments",
    "terminals with credits given, negative for taken, such as T1 50, T2 -20",
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

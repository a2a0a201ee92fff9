"""Bets as a round carries them, before and after they are settled."""

from collections.abc import Iterable, Mapping

from punto.rules import BetKey, BetResult
from punto.values import NOTHING, Cents, TerminalId

Stakes = tuple[tuple[BetKey, Cents], ...]
"""One terminal's whole position."""


def total_of(stakes: Stakes) -> Cents:
    """Return the total stake of a position."""
    total = NOTHING
    for _, stake in stakes:
        total += stake
    return total


def totals_of(positions: Iterable[Stakes]) -> dict[BetKey, Cents]:
    """Return the total on each bet over these positions."""
    found: dict[BetKey, Cents] = {}
    for stakes in positions:
        for bet, stake in stakes:
            found[bet] = found.get(bet, NOTHING) + stake
    return found


def totals_with(
    totals: Mapping[BetKey, Cents], before: Stakes, after: Stakes
) -> dict[BetKey, Cents]:
    """Return the total on each bet after one position replaces another."""
    found = {**totals}
    for bet, stake in before:
        found[bet] -= stake
    for bet, stake in after:
        found[bet] = found.get(bet, NOTHING) + stake
    return found


Results = tuple[tuple[TerminalId, tuple[BetResult, ...]], ...]
"""How every bet of every terminal ended."""

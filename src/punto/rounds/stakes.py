"""Bets as a round carries them, before and after they are settled."""

from punto.rules.games import BetKey
from punto.rules.settlement import BetResult
from punto.values.ids import TerminalId
from punto.values.money import Cents

Stakes = tuple[tuple[BetKey, Cents], ...]
"""One terminal's whole position."""


def total_of(stakes: Stakes) -> Cents:
    """What a position costs."""
    return Cents(sum(stake for _, stake in stakes))


Results = tuple[tuple[TerminalId, tuple[BetResult, ...]], ...]
"""How every bet of every terminal ended."""

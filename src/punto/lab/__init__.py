"""The lab: exact odds of any game and any shoe.

>>> import punto
>>> odds = punto.odds("mbs-tiger", decks=8, without="6S 6H 6D 6C")
>>> odds["tiger"]                            # its edge is an exact fraction
<tiger: house edge 18.8035%, wins 5.2429%, standard deviation 3.5545>
>>> best_count(effects_of_removal(odds)["tiger"])
<count, tiger: A-1 2-1 3-1 6-4 7+3 8+2 9+2; correlation 0.977...>

The lab needs numpy and numba, which come with the extra ``lab``.
"""

from collections.abc import Iterable
from functools import lru_cache

from punto.lab.bet_odds import BetOdds, GameOdds, RowOdds, exact_json, odds_of
from punto.lab.compiler import Kernel
from punto.lab.distributions import Distribution, ShoeRefused, shoe_of
from punto.lab.linear_counts import LinearCount, Removal, best_count, effects_of_removal
from punto.rules import Game, TableOfPlay
from punto.values import Card, Composition

__all__ = [
    "BetOdds",
    "Distribution",
    "GameOdds",
    "Kernel",
    "LinearCount",
    "Removal",
    "RowOdds",
    "ShoeRefused",
    "best_count",
    "effects_of_removal",
    "exact_json",
    "exact_odds",
    "odds_of",
]


def exact_odds(
    game: Game,
    decks: int | None = None,
    without: str | Iterable[Card] = (),
    counts: Composition | None = None,
) -> GameOdds:
    """Return the odds of all bets of a game, from whole decks or the rest of them."""
    return odds_of(game, _counted(shoe_of(game, decks, without, counts), game.table))


@lru_cache(maxsize=4)
def _counted(shoe: Composition, table: TableOfPlay) -> Distribution:
    """Count once for all games with the same shoe."""
    return Distribution(shoe, table)

"""The subject of a sheet: one game, its odds for some deck counts, and their origin."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np

from punto.lab.bet_odds import GameOdds, odds_of
from punto.lab.distributions import Distribution
from punto.rules import ALL_POINTS, POINTS_COUNT, Condition, Document, Game, Reading, usual_decks
from punto.values import Value, Winner, full_shoe


class Origin(Value):
    """Facts about the sheet that only the caller knows."""

    definition: str
    """The SHA-256 of the game's definition, as ``punto games`` prints it."""
    software: str
    named: str
    """The game's name in commands: its key, or FILE for a user's own."""
    document: Document | None
    """The rule document of the game, if the rule book has it."""
    readings: tuple[Reading, ...]
    dated: date | None
    """A requested date; a sheet never reads the clock."""
    when_words: Callable[[Condition], str]
    """Puts the condition of a pay row into words."""


class DrawsDoNotAddUp(ArithmeticError):
    """Player, Banker and Tie do not add up: the odds are wrong, and no sheet is written."""


@dataclass(frozen=True)
class Subject:
    """A game and the deck counts to cover."""

    game: Game
    deck_counts: tuple[int, ...]
    origin: Origin

    @cached_property
    def by_decks(self) -> Mapping[int, GameOdds]:
        """The odds for each deck count."""
        return {decks: self._odds(decks) for decks in self.deck_counts}

    @property
    def decks(self) -> int:
        """The deck count of the overview: eight, or the nearest one covered."""
        return min(self.deck_counts, key=lambda decks: abs(decks - usual_decks(self.game)))

    @property
    def odds(self) -> GameOdds:
        return self.by_decks[self.decks]

    @property
    def deck_words(self) -> str:
        """The deck counts as words, such as ``4 to 10 decks``."""
        least, most = self.deck_counts[0], self.deck_counts[-1]
        return f"{least} decks" if least == most else f"{least} to {most} decks"

    def _odds(self, decks: int) -> GameOdds:
        return odds_of(self.game, Distribution(full_shoe(decks), self.game.table))


def ways_to_win(odds: GameOdds) -> Mapping[Winner, int]:
    """Return the draws by winner; raises if they do not add up to all draws."""
    points = odds.distribution.points
    found = {
        winner: int(points[_indices(winner)].sum())
        for winner in (Winner.PLAYER, Winner.BANKER, Winner.TIE)
    }
    if sum(found.values()) != odds.total:
        raise DrawsDoNotAddUp(f"{found} of {odds.total} draws")
    return found


def _indices(winner: Winner) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.fromiter((points.winner is winner for points in ALL_POINTS), np.bool_, POINTS_COUNT)

from dataclasses import dataclass

from punto.values import Winner
from punto.views.roads.results import RoundResult


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of each kind of result in the shoe."""

    banker: int = 0
    player: int = 0
    tie: int = 0
    banker_pairs: int = 0
    player_pairs: int = 0
    naturals: int = 0

    @property
    def rounds(self) -> int:
        """The number of rounds with a result."""
        return self.banker + self.player + self.tie

    def after(self, result: RoundResult) -> "Tally":
        """Return the counts with one more round."""
        return Tally(
            self.banker + (result.winner is Winner.BANKER),
            self.player + (result.winner is Winner.PLAYER),
            self.tie + (result.winner is Winner.TIE),
            self.banker_pairs + result.banker_pair,
            self.player_pairs + result.player_pair,
            self.naturals + result.natural,
        )

"""The results of a simulation: the edge of every bet, and its uncertainty."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from punto.lab.bet_odds import BetOdds
from punto.lab.draw_table import Counts
from punto.lab.rows import row_numbers
from punto.lab.simulation.shoe_runs import ShoesPlayed
from punto.rules import Bet, Game

NORMAL_95 = 1.959963984540054
"""The standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True, repr=False)
class SimulatedBet:
    """One bet over all rounds; the fractions are those of the sample."""

    sample: BetOdds

    @property
    def hits(self) -> int:
        """The number of rounds that it won."""
        return int(self.sample.win * self.sample.total)

    @property
    def edge(self) -> float:
        """The house's share of each unit of stake."""
        return float(self.sample.edge)

    @property
    def stderr(self) -> float:
        """The standard error of the edge, treating rounds as independent."""
        return sqrt(self.sample.variance / max(self.sample.total - 1, 1))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the edge."""
        return self.edge - NORMAL_95 * self.stderr, self.edge + NORMAL_95 * self.stderr

    def __repr__(self) -> str:
        low, high = self.interval
        return f"<{self.sample.key}: edge {self.edge:.4%}, {low:.4%} to {high:.4%}>"


@dataclass(frozen=True, repr=False)
class Simulation:
    """The simulated rounds of a game, and the time they took."""

    game: Game
    played: ShoesPlayed
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        return self.played.rounds / self.seconds if self.seconds else 0.0

    @cached_property
    def bets(self) -> Mapping[str, SimulatedBet]:
        """The results of every bet, by key."""
        counts = self.played.outcomes.ravel()
        return {bet.key: SimulatedBet(_sample(bet, counts, self.played)) for bet in self.game.bets}

    def __repr__(self) -> str:
        title = f"{self.game.key}, {self.played.rounds} rounds, {self.played.shoes} shoes"
        return "\n".join([title, *map(repr, self.bets.values())])


def _sample(bet: Bet, counts: Counts, played: ShoesPlayed) -> BetOdds:
    numbers = row_numbers(bet.pays)
    rows = range(1, len(bet.pays.rows) + 1)
    return BetOdds(bet, played.rounds, tuple(int(counts[numbers == row].sum()) for row in rows))

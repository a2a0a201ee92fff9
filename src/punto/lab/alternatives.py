"""The effect on the odds of readings that are not in force.

No table can choose them; they let a laboratory see what each would cost.
"""

from collections.abc import Mapping

from punto.lab.distributions import Distribution
from punto.lab.game_odds import GameOdds, odds_of
from punto.lab.pair_classes import BY_RANK, PairRule
from punto.rules import NATURALS, Bet, Game, Judgement, TableOfPlay, Why
from punto.values import Composition, Rank, Value, field_names, replace

PICTURES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})
GRADES = frozenset(
    {"player_pair_rank", "player_pair_suits", "banker_pair_rank", "banker_pair_suits"}
)
"""The questions that only a bet on graded pairs asks."""


class TableByTheProviso(TableOfPlay):
    """A-03 (b): a Player natural counts as standing, so Banker draws on 5 or less."""

    def banker(self, player_total: int, banker_total: int, player_third: int | None) -> Judgement:
        """Judge Banker's hand; only its own natural ends the deal for it."""
        if player_total in NATURALS and banker_total not in NATURALS:
            return Judgement(banker_total in self.banker_draws_on, Why.PLAYER_STOOD)
        return super().banker(player_total, banker_total, player_third)


def one_value(first: Rank, second: Rank) -> bool:
    """Return whether two ranks have one point value."""
    return first.points == second.points


def one_value_but_pictures(first: Rank, second: Rank) -> bool:
    """Return whether two ranks have one point value, except two different pictures."""
    if first in PICTURES and second in PICTURES:
        return first is second
    return one_value(first, second)


class Alternative(Value):
    """A choice in the register of readings that is not in force."""

    reading: str
    choice: str
    pair_rule: PairRule = BY_RANK
    by_the_proviso: bool = False
    of_plain_pairs: bool = False
    """Whether it does not affect bets that grade their pairs by rank or suit."""

    def game(self, game: Game) -> Game:
        """Return the game as this choice would deal it, without the unaffected bets."""
        if self.of_plain_pairs and any(map(_grades_pairs, game.bets)):
            return replace(game, bets=tuple(bet for bet in game.bets if not _grades_pairs(bet)))
        if not self.by_the_proviso:
            return game
        own = {name: getattr(game.table, name) for name in field_names(TableOfPlay)}
        return replace(game, table=TableByTheProviso(**own))


def _grades_pairs(bet: Bet) -> bool:
    asked = (requirement for row in bet.pays.rows for requirement in row.when.requirements)
    return any(requirement.question in GRADES for requirement in asked)


ALTERNATIVES: Mapping[str, Alternative] = {
    f"{found.reading} {found.choice}": found
    for found in (
        Alternative("A-03", "b", by_the_proviso=True),
        # The Precious Pair has its own definition (M 1.1.14), which A-10 reads.
        Alternative("A-06", "b", PairRule(pairs=one_value_but_pictures), of_plain_pairs=True),
        Alternative("A-07", "b", PairRule(twins=one_value)),
        Alternative("A-07", "c", PairRule(twins=one_value_but_pictures)),
    )
}
"""By reading and choice, such as ``A-03 b``."""


def odds_under(alternative: Alternative, game: Game, shoe: Composition) -> GameOdds:
    """Return the odds of a game under an alternative reading."""
    other = alternative.game(game)
    return odds_of(other, Distribution(shoe, other.table, alternative.pair_rule))

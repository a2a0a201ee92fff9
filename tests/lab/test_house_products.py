"""The products that rate the takings of tables, against the odds of the lab."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from punto.bootstrap.rule_book import shipped_game, shipped_house_odds
from punto.lab import exact_odds


@pytest.mark.parametrize(
    ("key", "decks"), [("rws-etg", 8), ("mbs-tiger", 6), ("mbs-fortune-six", 10)]
)
def test_the_variance_of_a_round_is_made_of_the_labs_exact_covariances(
    key: str, decks: int
) -> None:
    game = shipped_game(key)
    assert game is not None
    odds, shipped = exact_odds(game, decks), shipped_house_odds().of(game, decks)
    keys = [bet.key for bet in game.bets]
    for one, two in combinations_with_replacement(keys, 2):
        found = Fraction(shipped.covariances[one, two], shipped.covariance_parts)
        assert found == odds.covariance(one, two)
        assert shipped.covariances[two, one] == shipped.covariances[one, two]

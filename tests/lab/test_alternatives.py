"""What the rejected readings would cost, by the lab and by the oracle."""

import pytest

from oracle.alternatives import banker_draws_against_a_natural, edge, pair_return, tiger_pair_edge
from oracle.enumerator import same_points, same_points_unless_two_faces
from punto.lab import GameOdds, exact_odds
from punto.lab.par.readings_cost import ALTERNATIVES, odds_under
from punto.rules.games import Game
from punto.values.compositions import full_shoe


def under(choice: str, game: Game) -> GameOdds:
    return odds_under(ALTERNATIVES[choice], game, full_shoe(8))


@pytest.mark.reading("A-03")
def test_a_natural_that_does_not_stop_banker(games: dict[str, Game]) -> None:
    ends = banker_draws_against_a_natural()
    odds = under("A-03 b", games["rws-etg"])
    for bet in ("player", "banker", "tie"):
        assert odds[bet].edge == edge("rws-etg", bet, ends)
    assert odds["banker"].edge < 0
    assert odds["player-pair"].edge == exact_odds(games["rws-etg"])["player-pair"].edge


@pytest.mark.reading("A-03")
def test_a_natural_tie_still_needs_two_naturals(games: dict[str, Game]) -> None:
    ends = banker_draws_against_a_natural()
    odds = under("A-03 b", games["mbs-fortune-six"])
    for bet in ("player-dragon-bonus", "banker-dragon-bonus"):
        assert odds[bet].edge == edge("mbs-fortune-six", bet, ends)


@pytest.mark.reading("A-06")
def test_a_ten_that_pairs_with_a_picture(games: dict[str, Game]) -> None:
    odds = under("A-06 b", games["mbs-super-six"])
    for bet in ("player-pair", "banker-pair"):
        assert 1 - odds[bet].edge == pair_return(same_points_unless_two_faces)
    assert odds["banker"].edge == exact_odds(games["mbs-super-six"])["banker"].edge


@pytest.mark.reading("A-06")
def test_a_precious_pair_is_defined_elsewhere(games: dict[str, Game]) -> None:
    game = games["mbs-fabulous-4s"]
    odds = under("A-06 b", game)
    known = exact_odds(game)
    assert set(known) - set(odds) == {"player-precious-pair", "banker-precious-pair"}
    assert all(odds[bet].row_ways == known[bet].row_ways for bet in odds)


@pytest.mark.reading("A-07")
@pytest.mark.parametrize(
    ("choice", "is_twin"), [("A-07 b", same_points), ("A-07 c", same_points_unless_two_faces)]
)
def test_pairs_of_no_value_that_are_twins(
    choice: str, is_twin: object, games: dict[str, Game]
) -> None:
    assert callable(is_twin)
    odds = under(choice, games["mbs-tiger"])
    assert odds["tiger-pair"].edge == tiger_pair_edge(is_twin)
    assert odds["tiger-pair"].win == exact_odds(games["mbs-tiger"])["tiger-pair"].win


def test_the_games_at_the_tables_stay_as_they_are(games: dict[str, Game]) -> None:
    under("A-03 b", games["rws-etg"])
    assert ALTERNATIVES["A-06 b"].game(games["rws-etg"]) is games["rws-etg"]
    assert float(exact_odds(games["rws-etg"])["banker"].edge) == pytest.approx(0.0145810446)

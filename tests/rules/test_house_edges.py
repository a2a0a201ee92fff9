from fractions import Fraction

import pytest

from oracle.expectation import expectation
from punto.bootstrap.rule_book import shipped_house_edges
from punto.rules.games import Game
from punto.rules.pay_tables import PayTable
from punto.rules.shipped_odds import load_house_edges
from punto.values import replace


@pytest.mark.parametrize("decks", [4, 8, 10])
def test_the_edges_that_screens_show_are_those_of_the_oracle(
    games: dict[str, Game], decks: int
) -> None:
    for key, game in games.items():
        if decks in range(game.decks.least, game.decks.most + 1):
            edges = shipped_house_edges().of(game, decks)
            assert edges == {bet.key: -expectation(key, bet.key, decks) for bet in game.bets}


def test_a_game_of_the_operators_own_shows_the_edges_of_bets_that_pay_as_known_ones(
    games: dict[str, Game],
) -> None:
    tiger = games["mbs-tiger"]
    generous = replace(tiger.bets[-1], pays=PayTable(tiger.bets[-1].pays.rows[:1]))
    own = replace(tiger, bets=(*tiger.bets[:2], generous))
    assert set(shipped_house_edges().of(own, 8)) == {bet.key for bet in tiger.bets[:2]}


def test_no_edge_is_shown_for_decks_that_no_game_is_dealt_from(games: dict[str, Game]) -> None:
    assert shipped_house_edges().of(games["mbs-tiger"], 3) == {}


def test_edges_are_read_as_exact_fractions(games: dict[str, Game]) -> None:
    bets = {bet.key: "1/7" for bet in games["rws-etg"].bets}
    told = str({"rws-etg": {"8": bets}}).replace("'", '"')
    edges = load_house_edges(told, games)
    assert edges.of(games["rws-etg"], 8)[games["rws-etg"].bets[0].key] == Fraction(1, 7)

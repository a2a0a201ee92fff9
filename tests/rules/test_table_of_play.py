from itertools import product

import pytest

from punto.rules.games import Game
from punto.rules.table_of_play import TABLE_OF_PLAY, Judgement, Why
from support.bet_clauses import DOCUMENT_OF

clause = pytest.mark.clause
reading = pytest.mark.reading

PLAYER_DRAWS = {0: True, 1: True, 2: True, 3: True, 4: True, 5: True, 6: False, 7: False}

# Banker's total against Player's third card 0 to 9, as the three documents print it.
BANKER_DRAWS_AGAINST = {
    0: "yes yes yes yes yes yes yes yes yes yes",
    1: "yes yes yes yes yes yes yes yes yes yes",
    2: "yes yes yes yes yes yes yes yes yes yes",
    3: "yes yes yes yes yes yes yes yes no  yes",
    4: "no  no  yes yes yes yes yes yes no  no ",
    5: "no  no  no  no  yes yes yes yes no  no ",
    6: "no  no  no  no  no  no  yes yes no  no ",
    7: "no  no  no  no  no  no  no  no  no  no ",
}

EVERY_DOCUMENT = [
    pytest.param("rws-etg", marks=clause("rws-etg", "1.1", "3.9", "3.10")),
    pytest.param("rws-live", marks=clause("rws-live", "1.1", "3.11", "3.12")),
    pytest.param("mbs", marks=clause("mbs", "3.8")),
]


def games_of(games: dict[str, Game], document: str) -> list[Game]:
    return [game for key, game in games.items() if DOCUMENT_OF[key] == document]


@reading("A-71")
@pytest.mark.parametrize("document", EVERY_DOCUMENT)
def test_player_draws_up_to_five_and_stands_on_six_and_seven(
    games: dict[str, Game], document: str
) -> None:
    for game in games_of(games, document):
        for player, banker in product(PLAYER_DRAWS, range(8)):
            expected = Judgement(PLAYER_DRAWS[player], Why.OWN_TOTAL)
            assert game.table.player(player, banker) == expected


@reading("A-01", "A-71")
@pytest.mark.parametrize("document", EVERY_DOCUMENT)
def test_banker_answers_each_third_card_by_its_row(games: dict[str, Game], document: str) -> None:
    for game in games_of(games, document):
        for banker, row in BANKER_DRAWS_AGAINST.items():
            for third, answer in enumerate(row.split()):
                expected = Judgement(answer == "yes", Why.PLAYER_THIRD)
                assert game.table.banker(0, banker, third) == expected, (banker, third)


def test_banker_may_draw_after_player_unless_it_stands_on_seven_or_has_a_natural() -> None:
    for player in (0, 8):
        may = [banker for banker in range(10) if TABLE_OF_PLAY.banker_may_draw(player, banker)]
        assert may == ([0, 1, 2, 3, 4, 5, 6] if player == 0 else [])


@reading("A-05")
@pytest.mark.parametrize("document", EVERY_DOCUMENT)
def test_banker_draws_up_to_five_when_player_stood(games: dict[str, Game], document: str) -> None:
    for game in games_of(games, document):
        for player, banker in product((6, 7), range(8)):
            expected = Judgement(banker <= 5, Why.PLAYER_STOOD)
            assert game.table.banker(player, banker, None) == expected, banker


@reading("A-03", "A-04")
@clause("rws-etg", "1.9", "3.9", "3.10")
@clause("rws-live", "1.10", "3.11", "3.12")
@clause("mbs", "1.1.8", "3.8")
@pytest.mark.parametrize(("player", "banker"), [
    (player, banker) for player, banker in product(range(10), repeat=2) if max(player, banker) > 7
])  # fmt: skip
def test_a_natural_in_either_hand_ends_the_deal_for_both(
    games: dict[str, Game], player: int, banker: int
) -> None:
    stop = Judgement(draws=False, why=Why.NATURAL)
    for game in games.values():
        assert game.table.player(player, banker) == stop
        assert game.table.banker(player, banker, None) == stop

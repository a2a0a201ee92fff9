"""Which game offers which bet: the matrix of the documents, as a person would tick it."""

import pytest

from punto.rules.games import Game
from punto.values.sides import Side
from support.bet_clauses import BETS

clause = pytest.mark.clause

MAIN = "player banker tie"
PAIRS = "player-pair banker-pair"
DRAGONS = "player-dragon-bonus banker-dragon-bonus"
TIGERS = "tiger small-tiger big-tiger tiger-tie tiger-pair"

ALWAYS = {
    "rws-etg": f"{MAIN} {PAIRS}",
    "rws-live": " ".join(
        [MAIN, PAIRS]
        + [f"player-wins-on-{n}" for n in range(1, 10)]
        + [f"banker-wins-on-{n}" for n in range(1, 10)]
        + [f"tie-wins-on-{n}" for n in range(10)]
    ),
    "mbs-super-six": f"{MAIN} {PAIRS} super-six",
    "mbs-fortune-six": f"{MAIN} {PAIRS} fortune-six",
    "mbs-super-6": f"{MAIN} {PAIRS} super-6",
    "mbs-no-commission": f"{MAIN} {PAIRS}",
    "mbs-tiger": MAIN,
    "mbs-tiger-no-commission": MAIN,
    "mbs-fabulous-4s": f"{MAIN} player-fabulous-4 banker-fabulous-4",
}

MAY_BE_AVAILABLE = {
    "mbs-fortune-six": DRAGONS,
    "mbs-super-6": DRAGONS,
    "mbs-tiger": TIGERS,
    "mbs-tiger-no-commission": TIGERS,
    "mbs-fabulous-4s": "player-precious-pair banker-precious-pair",
}


@pytest.mark.reading("A-12", "A-13", "A-14")
@clause("rws-etg", "3.6")
@clause("rws-live", "3.7")
@clause("mbs", "game list", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10")
@clause("mbs", "4.11", "4.12")
def test_each_game_offers_its_bets_and_no_others(games: dict[str, Game], any_game_key: str) -> None:
    game = games[any_game_key]
    always = {bet.key for bet in game.bets if not bet.optional}
    may_be = {bet.key for bet in game.bets if bet.optional}
    assert always == set(ALWAYS[any_game_key].split())
    assert may_be == set(MAY_BE_AVAILABLE.get(any_game_key, "").split())


def test_the_clauses_read_off_by_hand_name_every_bet(games: dict[str, Game]) -> None:
    for key, game in games.items():
        assert set(BETS[key]) == {bet.key for bet in game.bets}


@clause("rws-etg", "1.11")
@clause("rws-live", "1.12")
def test_original_bets_are_those_on_the_two_hands(games: dict[str, Game]) -> None:
    for game in games.values():
        backed = {bet.key: bet.hand for bet in game.bets if bet.hand is not None}
        assert backed == {"player": Side.PLAYER, "banker": Side.BANKER}


@clause("rws-etg", "2.2", "2.2.1")
@clause("rws-live", "2.2", "2.2.1")
@clause("mbs", "2.1")
@pytest.mark.reading("A-11")
def test_the_rules_allow_four_to_eight_or_ten_decks(
    games: dict[str, Game], any_game_key: str
) -> None:
    decks = games[any_game_key].decks
    most = 8 if any_game_key == "rws-etg" else 10
    assert [count for count in range(1, 12) if count in decks] == list(range(4, most + 1))


def test_a_table_may_leave_bets_out(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    left = game.bets_without(["tiger", "tiger-pair"])
    expected = ["player", "banker", "tie", "small-tiger", "big-tiger", "tiger-tie"]
    assert [bet.key for bet in left] == expected

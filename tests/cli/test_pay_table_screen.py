import io

from rich.console import Console

from punto.cli.screens import condition_words, pay_table, pays_words
from punto.rules.games import Game


def test_every_row_is_told_with_its_condition_its_odds_and_its_clause(
    games: dict[str, Game], any_game_key: str
) -> None:
    game = games[any_game_key]
    screen = Console(file=io.StringIO(), width=140)
    screen.print(pay_table(game.bets))
    assert isinstance(screen.file, io.StringIO)
    lines = screen.file.getvalue().splitlines()[2:]
    rows = [(bet, row) for bet in game.bets for row in bet.pays.rows]
    for line, (bet, row) in zip(lines, rows, strict=True):
        told = line.replace("may be available", "").split()
        expected = f"{condition_words(row.when)} {pays_words(row.pays)} {row.clause}".split()
        assert told[-len(expected) :] == expected
        assert ("may be available" in line) == (bet.optional and row is bet.pays.rows[0])

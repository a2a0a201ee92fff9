from typing import Any

import click
from rich.text import Text

from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue
from punto.cli.inputs import complete_games, fail, find_game, json_option, parse_moment
from punto.cli.screens import FIRST_ROW_DECIDES, console, pay_table, plain_table, show_json
from punto.cli.settle_answers import pays_json
from punto.rules import UNKNOWN, Bet, Condition, Game, PayRow, RulesIdentity, Trait


@click.command(name="games")
@click.argument("game", required=False, shell_complete=complete_games)
@click.option(
    "--at", metavar="INSTANT", help="Rules in force then, such as 2025-03-20T09:00+08:00."
)
@json_option
def command(game: str | None, at: str | None, as_json: bool) -> None:
    """Show the games, or one game's bets, pay tables and clauses.

    GAME is a key, or the path of a game file, which is checked whole.

    \b
    Examples:
      punto games
      punto games mbs-tiger
      punto games ./dragon-seven.toml
      punto games --at 2024-12-31T00:00+08:00 --json
    """
    if game is not None and at is not None:
        fail(["give either GAME or --at"])
    games = (find_game(game),) if game is not None else _games_in_force(at)
    if as_json:
        show_json([game_json(found) for found in games])
    elif game is not None:
        _show_game(games[0])
    else:
        _show_games(games)


def _games_in_force(at: str | None) -> tuple[Game, ...]:
    catalogue = shipped_catalogue()
    if at is None:
        found = [catalogue.newest(key) for key in GAME_KEYS]
    else:
        instant = parse_moment(at)
        found = [catalogue.in_force(key, instant) for key in GAME_KEYS]
    return tuple(game for game in found if game is not None)


def game_json(game: Game) -> dict[str, Any]:
    """The JSON shape of a game; programs depend on it."""
    return {
        "key": game.key,
        "operator": game.operator,
        "name": {"en": game.name.en, "zh": game.name.zh},
        "rules": _rules_json(game.rules),
        "decks": {"min": game.decks.least, "max": game.decks.most},
        "bets": [_bet_json(bet) for bet in game.bets],
    }


def _rules_json(rules: RulesIdentity) -> dict[str, Any]:
    return {
        "document": rules.document,
        "version": UNKNOWN if rules.version is None else rules.version,
        "effective": UNKNOWN if rules.effective is None else rules.effective.isoformat(),
    }


def _bet_json(bet: Bet) -> dict[str, Any]:
    return {
        "key": bet.key,
        "name": {"en": bet.name.en, "zh": bet.name.zh},
        "clause": bet.clause,
        "hand": None if bet.hand is None else bet.hand.value,
        "optional": bet.optional,
        "pays": [_row_json(row) for row in bet.pays.rows],
    }


def _row_json(row: PayRow) -> dict[str, Any]:
    answer = {
        "when": _condition_json(row.when),
        "odds": pays_json(row.pays),
        "clause": row.clause,
    }
    if row.commission is not None:
        answer["commission"] = str(row.commission)
    return answer


def _condition_json(when: Condition) -> dict[str, Any]:
    return {required.question: _answers_json(required.accepted) for required in when.requirements}


def _answers_json(accepted: tuple[Trait, ...]) -> Trait | list[Trait]:
    return accepted[0] if len(accepted) == 1 else list(accepted)


def _show_games(games: tuple[Game, ...]) -> None:
    table = plain_table()
    table.add_column("Key", no_wrap=True, style="cyan")
    table.add_column("Name")
    table.add_column("Rules")
    table.add_column("Decks", no_wrap=True)
    table.add_column("Bets", justify="right")
    for game in games:
        name = f"{game.name.en} {game.name.zh}"
        table.add_row(game.key, name, rules_words(game.rules), str(game.decks), str(len(game.bets)))
    console().print(table)


def rules_words(rules: RulesIdentity) -> str:
    """Return the document, its version, and since when it is in force."""
    known = _rules_json(rules)
    return f"{known['document']}, version {known['version']}, in force from {known['effective']}"


def _show_game(game: Game) -> None:
    screen = console()
    screen.print(Text(f"{game.name.en}  {game.name.zh}", style="bold"))
    screen.print(rules_words(game.rules))
    screen.print(f"{game.decks} decks")
    screen.print(pay_table(game.bets))
    screen.print(FIRST_ROW_DECIDES)

"""punto rehearse: run a text script of a table."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from punto.bootstrap.rule_book import shipped_catalogue, shipped_documents
from punto.bootstrap.table_setup import configuration_of
from punto.cli.inputs import fail, find_game, json_option
from punto.cli.screens import show_json
from punto.rehearsals.rehearsing import rehearse
from punto.rehearsals.scopes import RuleBook
from punto.rehearsals.scripts import Script, read_script
from punto.rehearsals.transcripts import as_data, as_text
from punto.rounds.configuration import Configuration
from punto.rules.games import Game, GameKey
from punto.rules.terms import Terms
from punto.values.ids import TableId

UNMET = 1


def shipped_book(games: Iterable[Game] = ()) -> RuleBook:
    """What a script can name: the games and documents that ship, and perhaps more games."""
    every = (*shipped_catalogue().games, *games)
    documents = {document.key: document for document in shipped_documents()}
    usual: dict[GameKey, Configuration] = {}

    def configured(table: TableId, terms: Terms) -> Configuration:
        # The rule book is read from its files once for each game, not for each table.
        key = terms.game.key
        if key not in usual:
            usual[key] = configuration_of(table, terms)
        return replace(usual[key], table=table, terms=terms)

    return RuleBook({game.key: game for game in every}, documents, configured)


@click.command(name="rehearse")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="FILE",
    help="A game file that the script may name by its key (repeat for more).",
)
@json_option
def command(file: str, games: tuple[str, ...], as_json: bool) -> None:
    """Run a text script of play, irregularities included.

    FILE is the script, - is stdin. Prints what happened, with persons and clauses, and ends at the
    first line that does not go as the script says. docs/REHEARSAL.md tells how to write one.

    \b
    Examples:
      punto rehearse rehearsals/play/mbs-tiger.rehearsal
      punto rehearse my-evening.rehearsal --json
    """
    script = read_script(_text(file), shipped_book(map(find_game, games)))
    name = "stdin" if file == "-" else file
    if not isinstance(script, Script):
        fail(f"{name}, {mistake.sentence}" for mistake in script)
    transcript = rehearse(script)
    if as_json:
        show_json(as_data(transcript))
    else:
        click.echo(as_text(transcript), nl=False)
    if transcript.failure is not None:
        click.echo(f"punto: {name}, {transcript.failure.sentence}", err=True)
        sys.exit(UNMET)


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, ValueError) as error:
        fail([f"file {file!r}: cannot be read, {error}"])

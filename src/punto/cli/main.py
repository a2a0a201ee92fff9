"""The ``punto`` command: a group whose parts are imported only when they run."""

from importlib import import_module
from typing import NamedTuple

import click

from punto import __version__


class Verb(NamedTuple):
    """One command of the group, described without importing it."""

    module: str
    summary: str


VERBS = {
    "play": Verb("punto.cli.play.command", "Play at a virtual shoe in this terminal."),
    "games": Verb("punto.cli.games", "Show the games, or one game's bets, pay tables and clauses."),
    "rules": Verb("punto.cli.rules", "Show clauses and readings, and which tests show each."),
    "settle": Verb("punto.cli.settle", "Settle bets by the cards, clause by clause."),
    "decided": Verb(
        "punto.cli.decided", "Show which offered bets are already conclusively won or lost."
    ),
    "roads": Verb("punto.cli.roads", "Draw the five roads of a shoe and its ask rows."),
    "apportion": Verb("punto.cli.apportion", "Fit a live table's betting box into its limit."),
}


class LazyGroup(click.Group):
    """Knows its commands by name and summary, so that each start pays for one of them only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the table above."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in VERBS:
            return None
        command = import_module(VERBS[cmd_name].module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{VERBS[cmd_name].module}.command is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="punto")
def main() -> None:
    """Punto, an electronic baccarat table: nine approved games, settled exactly.

    \b
    Examples:
      punto play mbs-tiger
      punto settle mbs-tiger --cards "4D KS 4C 2H" --bet tiger=5 --bet banker=100
      punto roads BPBPBBPBBPPPBT

    Shell completion: eval "$(_PUNTO_COMPLETE=bash_source punto)", likewise zsh_source and
    fish_source.
    """

"""The ``punto`` command: a group whose parts are imported only when they run."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import IO, Any

import click

from punto import __version__

GROUPS = {
    "Play": {
        "demo": "Show a whole floor in the browser: tables, staff, terminals and robot patrons.",
        "play": "Play at a virtual shoe in this terminal.",
        "games": "Show the games, or one game's bets, pay tables and clauses.",
        "rules": "Show clauses and readings, and which tests show each.",
        "settle": "Settle bets by the cards, clause by clause.",
        "decided": "Show which offered bets are already conclusively won or lost.",
        "roads": "Draw the five roads of a shoe and its ask rows.",
        "rehearse": "Run a text script of play, irregularities included.",
        "apportion": "Fit a live table's betting box into its limit.",
    },
    "Run a floor": {
        "serve": "Serve a floor: its Game Consoles, Player Terminals, displays and pit.",
        "load": "Let a crowd of terminals bet in every round, and check that no bet is lost.",
        "torture": "Run a whole floor while everything goes wrong, and check that nothing is lost.",
    },
    "Work with a record": {
        "replay": "Show a round of a record step by step, with its clauses.",
        "report": "Show a report of a record, with totals that tie to its ledger.",
        "index": "Bring the search index of a record up to date.",
        "audit": "Verify a record from its first event to its last, with independent code.",
        "checkpoint": (
            "Sign the current ends of all streams, and write the newest checkpoint to a file."
        ),
        "export": "Write a record, or a period of it, as JSON Lines with its proof.",
        "backup": "Copy a record to a new file while its writers go on.",
        "restore": "Restore a backup into an empty place, verified before it appears there.",
        "names": "List the names of patrons that staff entered at live tables, or erase them.",
    },
    "Odds": {
        "odds": "Show the exact odds of a game's bets, for a full shoe or the rest of one.",
        "simulate": (
            "Deal millions of rounds a second, and show the results of every bet of a game."
        ),
        "study": "Study what card counters can win, and how a table protects itself.",
        "par": "Write a game's PAR sheet, as one HTML page and one PDF.",
    },
}
"""The commands in the order of the help, each in the module of its name, with its summary."""

VERBS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

_EXTRAS = {"load": "load"}
"""The package extras of commands; the lab's commands check theirs themselves."""

NOT_WRITTEN = 1


_WHOLE_NUMBERS = re.compile("is not a valid integer(?: range)?")


class OneSentence(click.ClickException):
    """An error of the command line, reported like every other error."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it on stderr."""
        click.echo(f"punto: {self.format_message()}", file=file, err=True)


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        # click names its own types.
        sentence = _WHOLE_NUMBERS.sub("is not a whole number", error.format_message())
        raise OneSentence(sentence) from error


class LazyGroup(click.Group):
    """A group that knows its commands by name and summary, and imports only the one that runs."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and report an answer that could not be written."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a question mark is better than no answer
        try:
            return super().main(*args, **extra)
        except OSError as error:
            click.echo(f"punto: the output could not be written: {error}", err=True)
            sys.exit(NOT_WRITTEN)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Parse the options of the group."""
        with _in_one_sentence():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse the options of a command and run it."""
        with _in_one_sentence():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table above."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in VERBS:
            return None
        module = f"punto.cli.{cmd_name}"
        try:
            command = import_module(module).command
        except ModuleNotFoundError as error:
            extra = _EXTRAS.get(cmd_name)
            if extra is None:
                raise
            raise OneSentence(
                f"{cmd_name} needs {error.name}, expected punto with its extra {extra}: "
                f"pip install 'punto[{extra}]'"
            ) from error
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.command is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        for title, summaries in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(summaries.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for an unknown word, name the nearest."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], VERBS, 1)
            if not near:
                raise
            sentence = f"{error.format_message()} Did you mean {near[0]}?"
            raise click.UsageError(sentence, ctx) from None


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

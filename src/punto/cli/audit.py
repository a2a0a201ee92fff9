"""punto audit: check a whole record against the rules."""

import sys

import click

from punto.audit import DOES_NOT_HOLD, Unreadable, audit
from punto.cli.copies import witness_options
from punto.cli.inputs import in_one_sentence, json_option
from punto.cli.screens import show_json


@click.command(name="audit")
@click.argument("record")
@witness_options
@json_option
def command(
    record: str, checkpoints: tuple[str, ...], keys: tuple[str, ...], as_json: bool
) -> None:
    """Verify a record from its first event to its last, with independent code.

    RECORD is a SQLite file, a postgresql:// address, or a file of punto export. Nothing is
    changed. Prints a verdict with counts and a list of unchecked parts; exit 0 if the
    record holds, 1 with the first place that does not, 2 if it cannot be read.

    \b
    Examples:
      punto audit floor.db
      punto audit floor.db --checkpoint monday.checkpoint --key 3b6a27bc…
      punto audit postgresql://audit@db/floor --json
    """
    with in_one_sentence(Unreadable):
        verdict = audit(record, checkpoints, keys)
    if as_json:
        show_json(verdict.as_data())
    else:
        click.echo(verdict.as_text())
    if not verdict.holds:
        sys.exit(DOES_NOT_HOLD)

"""punto restore: restore a backup into an empty place."""

from pathlib import Path

import click

from punto.audit import Unreadable, audit
from punto.cli.copies import copied_json, show_copied, witness_options, witnesses_of
from punto.cli.inputs import fail, in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS
from punto.cli.screens import show_json
from punto.storage.copies.restores import restore


@click.command(name="restore")
@click.argument("backup", type=click.Path())
@click.option(
    "--database",
    "address",
    required=True,
    metavar="ADDRESS",
    help="The destination: a new file, or postgresql://… without a record.",
)
@witness_options
@json_option
def command(
    backup: str, address: str, checkpoints: tuple[str, ...], keys: tuple[str, ...], as_json: bool
) -> None:
    """Restore a backup into an empty place, verified before it appears there.

    BACKUP is audited from beginning to end and copied, and the copy is compared with it row by row;
    only then does it appear at ADDRESS. Nothing is ever replaced.

    \b
    Examples:
      punto restore monday.db --database floor.db
      punto restore monday.db --database postgresql://punto@db/floor --checkpoint sunday.checkpoint
    """
    with in_one_sentence(Unreadable, *RECORD_ERRORS):
        witnesses = witnesses_of(checkpoints, keys)
        verdict = audit(backup, checkpoints, keys)
        if verdict.finding is not None:
            fail([f"{backup}: does not hold, nothing was restored; {verdict.finding.sentence}"])
        copied = restore(Path(backup), address, witnesses)
    if as_json:
        show_json(copied_json(copied))
    else:
        show_copied("Restored", copied)

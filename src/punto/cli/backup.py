"""punto backup: copy a record while it is written."""

from pathlib import Path

import click

from punto.cli.copies import copied_json, show_copied, witness_options, witnesses_of
from punto.cli.inputs import in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS, database_option
from punto.cli.screens import show_json
from punto.storage.copies.backups import back_up


@click.command(name="backup")
@click.argument("file", type=click.Path())
@database_option
@witness_options
@json_option
def command(
    file: str, address: str, checkpoints: tuple[str, ...], keys: tuple[str, ...], as_json: bool
) -> None:
    """Copy a record to a new file while its writers go on.

    FILE is a SQLite record, whatever its source: audit, replay and report read it like
    any other. It is compared with the record row by row and verified before it gets its name. The
    signing key is not in it.

    \b
    Examples:
      punto backup monday.db --database floor.db
      punto backup monday.db --database postgresql://punto@db/floor --checkpoint sunday.checkpoint
    """
    with in_one_sentence(*RECORD_ERRORS):
        copied = back_up(address, Path(file), witnesses_of(checkpoints, keys))
    if as_json:
        show_json(copied_json(copied))
    else:
        show_copied("Backed up", copied)

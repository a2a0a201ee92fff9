"""punto checkpoint: sign the ends of all streams, and export the newest checkpoint."""

from pathlib import Path
from typing import Any

import click

from punto.cli.inputs import fail, in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS, moment_text, record_option
from punto.cli.screens import show_json
from punto.devices import SystemClock
from punto.storage.addresses import open_record, read_record
from punto.storage.checkpoints.checkpoints import checkpoint_hash, parse_checkpoint, to_file
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import create_key, load_key
from punto.storage.checkpoints.verification import signers, verify
from punto.storage.new_files import FOR_EVERYBODY, check_is_free, write_new
from punto.storage.record.rows import CheckpointRow


@click.command(name="checkpoint")
@click.argument("file", type=click.Path(), required=False)
@record_option(required=False)
@click.option("--key-file", metavar="FILE", help="Sign now, with the key in this file.")
@click.option(
    "--next-key-file", metavar="FILE", help="The key that signs from the next checkpoint on."
)
@click.option(
    "--key-was-lost",
    is_flag=True,
    help="Continue with another key, because the one that should sign is lost.",
)
@click.option("--make-key", metavar="FILE", help="Only create a key, in a new file.")
@json_option
def command(
    file: str | None,
    address: str | None,
    key_file: str | None,
    next_key_file: str | None,
    key_was_lost: bool,
    make_key: str | None,
    as_json: bool,
) -> None:
    """Sign the current ends of all streams, and write the newest checkpoint to a file.

    With --key-file the record is verified, and a checkpoint is signed and recorded. FILE must be
    new, and gets the newest one: keep it where the server cannot write. Without --key-file nothing
    is signed, and the newest one is exported beside the running writer. A SQLite record is signed
    only while no other writer has it open. docs/OPERATING.md explains how to change a key, and
    what to do if it is lost.

    \b
    Examples:
      punto checkpoint --make-key floor.key
      punto checkpoint monday.checkpoint --database floor.db --key-file floor.key
      punto checkpoint /mnt/outside/monday.checkpoint --database floor.db
      punto checkpoint --database floor.db --key-file 2026.key --next-key-file 2027.key
    """
    with in_one_sentence(*RECORD_ERRORS):
        if make_key is not None:
            if file or key_file or next_key_file or key_was_lost:
                fail(["--make-key: use it alone; create a key first, then sign with it"])
            _tell_key(make_key, as_json=as_json)
            return
        if key_file is None and (next_key_file or key_was_lost):
            fail(["--next-key-file, --key-was-lost: use them with --key-file, which signs"])
        if file is None and key_file is None:
            fail(["give FILE for the newest checkpoint, --key-file to sign one, or both"])
        if file is not None:
            check_is_free(Path(file))
        if key_file is None:
            row = _newest(_given(address))
        else:
            lost = key_was_lost
            row = _signed(_given(address), key_file, next_key_file, key_was_lost=lost)
        if file is not None:
            write_new(Path(file), to_file(row), FOR_EVERYBODY)
    _tell(row, file, was_signed=key_file is not None, as_json=as_json)


def _given(address: str | None) -> str:
    if address is None:
        fail(["give the record with --database"])
    return address


def _tell_key(path: str, *, as_json: bool) -> None:
    key = create_key(Path(path))
    if as_json:
        show_json({"key_file": path, "key": key.public})
    else:
        click.echo(f"New key in {path}; keep its public part elsewhere as well:\n{key.public}")


def _signed(
    address: str, key_file: str, next_key_file: str | None, *, key_was_lost: bool
) -> CheckpointRow:
    key = load_key(Path(key_file))
    next_key = None if next_key_file is None else load_key(Path(next_key_file)).public
    journal = open_record(address, create=False)
    try:
        # A signature vouches for everything before it, so a broken record is not signed. Who signed
        # the earlier checkpoints does not matter here, or a lost key would end all signing.
        verify(journal.database, signers(journal.database))
        return sign_checkpoint(
            journal.database,
            key,
            SystemClock().now(),
            next_key=next_key,
            key_was_lost=key_was_lost,
        )
    finally:
        journal.close()


def _newest(address: str) -> CheckpointRow:
    journal = read_record(address)
    try:
        with journal.database.reading() as session:
            row = session.newest_checkpoint()
    finally:
        journal.close()
    if row is None:
        fail([f"{journal.database.name}: no checkpoint yet; sign one with --key-file"])
    return row


def _tell(row: CheckpointRow, file: str | None, *, was_signed: bool, as_json: bool) -> None:
    data = _checkpoint_json(row, file)
    if as_json:
        show_json(data)
        return
    click.echo(f"Checkpoint {data['number']}, {data['at']}{', signed now' * was_signed}")
    for end in data["heads"]:
        click.echo(f"  {end['stream']:20}{end['position']:>12,} {end['hash']}")
    click.echo(f"  signed by {data['key']}")
    if data["next_key"] is not None:
        click.echo(f"  {data['next_key']} signs from the next one on")
    if file is not None:
        click.echo(f"Written to {file}")


def _checkpoint_json(row: CheckpointRow, file: str | None) -> dict[str, Any]:
    checkpoint = parse_checkpoint(row.body)
    return {
        "number": checkpoint.number,
        "at": moment_text(checkpoint.at),
        "hash": checkpoint_hash(row.body),
        "key": checkpoint.key,
        "next_key": checkpoint.next_key,
        "heads": [
            {"stream": end.stream, "position": end.position, "hash": end.hash}
            for end in checkpoint.heads
        ],
        "file": file,
    }

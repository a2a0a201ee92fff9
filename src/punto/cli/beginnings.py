"""Finds where a command begins to read a table, from the snapshots that the user trusts."""

from typing import TypedDict, Unpack

import click

from punto.cli.copies import checked_keys
from punto.cli.inputs import together
from punto.runtime import RecordBroken, Stream
from punto.storage.beginnings import START, Beginning, Fits, beginning
from punto.storage.checkpoints.verification import signers
from punto.storage.journal import StoredJournal
from punto.storage.record.consistent_reads import StillRecord

_WORTH_TELLING = 10_000
"""From this many events on, the user is told that the command reads them all."""


beginning_options = together(
    click.option(
        "--key",
        "keys",
        multiple=True,
        metavar="HEX",
        help="A public key whose snapshots are trusted, instead of every key that signed.",
    ),
    click.option("--from-start", is_flag=True, help="Trust no snapshot: read every event."),
)
"""The options that say which snapshots are trusted."""


class Trust(TypedDict):
    """The values of ``beginning_options``."""

    keys: tuple[str, ...]
    from_start: bool


def find_beginning(
    record: StillRecord,
    stream: Stream,
    up_to: int,
    fits: Fits | None = None,
    **trust: Unpack[Trust],
) -> Beginning:
    """Return the last trusted beginning up to a position, and tell the user about it."""
    keys = checked_keys(trust["keys"])
    if trust["from_start"]:
        return START
    try:
        journal = StoredJournal(record, keys or signers(record))
        found = beginning(journal, stream, up_to, fits)
    except RecordBroken as fault:
        raise RecordBroken(f"{fault}; --from-start trusts no snapshot") from fault
    _tell(stream, up_to, found)
    return found


def _tell(stream: Stream, up_to: int, found: Beginning) -> None:
    if found.kept is not None:
        place, kept = found.position + 1, found.kept
        said = f"event {place:,} on; checkpoint {kept.checkpoint:,}, signed by {kept.key}, "
        said += "vouches for the table before it"
    elif up_to >= _WORTH_TELLING:
        said = "its first event; no signed snapshot of this version fits"
    else:
        return
    click.echo(f"punto: {stream}: read from {said}", err=True)

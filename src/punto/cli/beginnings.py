"""Where a command begins to read a table, whom it trusts for that, and how it says so."""

from collections.abc import Callable
from functools import reduce
from typing import TypedDict, Unpack

import click

from punto.cli.copies import checked_keys
from punto.runtime import RecordBroken, Stream
from punto.storage.beginnings import START, Beginning, Fits, beginning
from punto.storage.checkpoints.verification import signers
from punto.storage.journal import StoredJournal
from punto.storage.record.consistent_reads import StillRecord

_WORTH_TELLING = 10_000
"""From so many events on, a user is told that all of them are read."""


def beginning_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say which snapshots are trusted."""
    options = (
        click.option(
            "--key",
            "keys",
            multiple=True,
            metavar="HEX",
            help="A public key whose snapshots are trusted, instead of every key that signed.",
        ),
        click.option("--from-start", is_flag=True, help="Trust no snapshot: read every event."),
    )
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


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
    """Return where to begin to read what comes after a position, and tell it."""
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

"""Shared by audit, backup and restore: the witness options, and the summary of a copy."""

import re
from pathlib import Path
from typing import Any

import click

from punto.cli.inputs import fail, several_option, together
from punto.runtime import RecordBroken
from punto.storage.checkpoints.checkpoints import from_file
from punto.storage.copies.backups import Copied, Witnesses
from punto.storage.record.rows import CheckpointRow

_PUBLIC_KEY = re.compile(r"[0-9a-f]{64}")


witness_options = together(
    several_option(
        "--checkpoint", "checkpoints", "FILE", "A checkpoint kept elsewhere (repeat for more)."
    ),
    several_option(
        "--key", "keys", "HEX", "A public key whose checkpoints are trusted (repeat for more)."
    ),
)
"""The options for witnesses kept elsewhere."""


def witnesses_of(checkpoints: tuple[str, ...], keys: tuple[str, ...]) -> Witnesses:
    """Read the named witnesses; ends with a sentence if one cannot be read."""
    return Witnesses(checked_keys(keys), tuple(_checkpoint(Path(name)) for name in checkpoints))


def checked_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return public keys as given; ends with a sentence if one is not a key."""
    for key in keys:
        if not _PUBLIC_KEY.fullmatch(key):
            fail([f"key {key!r}: expected a public key of 64 hex digits"])
    return keys


def _checkpoint(path: Path) -> CheckpointRow:
    try:
        return from_file(path.read_bytes())
    except OSError as fault:
        fail([f"{path}: cannot be read, {fault.strerror}"])
    except RecordBroken as fault:
        fail([f"{path}: {fault}"])


def show_copied(what: str, copied: Copied) -> None:
    """Print what a copy holds."""
    verdict = copied.verdict
    click.echo(f"{what} {copied.source} to {copied.place}; verified")
    for name, count in (
        ("streams", verdict.streams_count),
        ("events", verdict.events_count),
        ("answers", verdict.answers_count),
        ("checkpoints", verdict.checkpoints_count),
    ):
        click.echo(f"  {name:12}{count:>12,}")
    for key in verdict.keys:
        click.echo(f"  signed by {key}")


def copied_json(copied: Copied) -> dict[str, Any]:
    """The JSON shape of a copy; programs depend on it."""
    return {
        "record": copied.source,
        "place": copied.place,
        "verified": True,
        "streams": copied.verdict.streams_count,
        "rows": dict(copied.rows),
        "keys": list(copied.verdict.keys),
    }

"""A record with a signed snapshot at every few events, as if its server had kept them all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.rounds.events import TableEvent
from punto.rounds.evolution import evolve
from punto.rounds.state import Table
from punto.runtime.ports import Snapshot, Stream, is_of_a_table
from punto.storage.checkpoints import signatures
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant


def states(journal: StoredJournal, stream: Stream) -> Iterator[tuple[int, Table]]:
    """Yield the table after each of its events."""
    table = Table()
    for position, event in journal.read(stream):
        assert isinstance(event, TableEvent)
        table = evolve(table, event)
        yield position, table


def keep_snapshots(
    path: Path, key: SigningKey, monkeypatch: pytest.MonkeyPatch, every: int = 7
) -> None:
    """Keep a snapshot of each table after every few events, and sign each of them."""
    monkeypatch.setattr(signatures, "BYTES_FOR_EACH_EVENT", 10**6)
    journal = open_sqlite(path)
    for stream in filter(is_of_a_table, journal.streams()):
        for position, table in states(journal, stream):
            if position % every == 0:
                journal.keep_snapshot(Snapshot(stream, position, FOLD, table))
                sign_checkpoint(journal.database, key, Instant(1))
    journal.close()

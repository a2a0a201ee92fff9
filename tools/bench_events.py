"""A long-running table: its size on disk and in memory; the time to verify, replay and open it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench_bets import Taken
from bench_floor import A1, BenchTable
from bench_open import events_behind, resident_mb
from bench_record import show, timed
from punto.rounds.commands import TableCommand
from punto.runtime.ports import Snapshot
from punto.runtime.stream_start import new_table, open_table
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from punto.storage.checkpoints.verification import verify
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite, read_sqlite
from punto.values.ids import Instant
from punto.web.screens.feeds import TableFeed

TERMINALS = 10
GROUP = 1_000
"""How many commands share a transaction here, where only the resulting record matters."""
STEPS = (4, 2, 1)
"""At a fourth, at a half and at the whole, so that growth with the events shows as doubling."""

HEADS = (
    "events",
    "recorded",
    "on disk (by the million)",
    "memory while recording",
    "verified",
    "replayed",
    "opened from its snapshot",
    "and shown",
    "rounds recalled",
    "memory after opening",
)


def measure_events(folder: Path, most: int) -> None:
    """Measure a table of ten terminals as its record grows; the runtime records every event."""
    path, key = folder / "long.db", create_key(folder / "key")
    journal = open_sqlite(path)
    table = BenchTable(journal, TERMINALS)
    table.open()
    feed, playing, rows = TableFeed(), table.rounds(), []
    feed.is_ready = True
    for events in [most // step for step in STEPS]:
        first = table.runtime.position
        recorded = timed(_play, table, playing, events)
        end = table.runtime.position
        speed = _speed(end - first, recorded)
        feed.begin(events_behind(journal, feed.position))
        rows.append((f"{end:,}", speed, *_read_back(path, journal, feed, key)))
    journal.close()
    title = f"A table of {TERMINALS} terminals with 2 bets each, as its record grows"
    show(f"{title} (computing alone)", HEADS, rows)


def _play(table: BenchTable, playing: Iterator[TableCommand], events: int) -> None:
    while table.runtime.position < events:
        table.give(*islice(playing, GROUP))


def _speed(events: int, taken: Taken) -> str:
    """Format events per second, in brackets by computing time alone."""
    return f"{events / taken.seconds:,.0f}/s ({events / taken.computing:,.0f})"


def _read_back(
    path: Path, journal: StoredJournal, feed: TableFeed, key: SigningKey
) -> Iterator[str]:
    end, fold, seen = feed.position, FOLD, feed.remembered()
    screens = None if seen is None else seen.screens
    journal.keep_snapshot(Snapshot(A1, end, fold, feed.watched.table, screens))
    sign_checkpoint(journal.database, key, Instant(1))
    size = sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))
    yield f"{size / 1e6:,.0f} MB ({size / end:,.0f})"
    yield f"{resident_mb():,.0f} MB"
    reader = read_sqlite(path, trusted=[key.public])
    yield _speed(end, timed(verify, reader.database, [key.public]))
    replayed = new_table(A1, reader, lambda _: None, print)
    # No fold has this name, so no snapshot is used.
    yield _speed(end, timed(open_table, replayed, reader, "none"))
    if replayed.state != feed.watched.table:
        raise ValueError("another table was read than was recorded")
    reader.close()
    opened = opened_by_another(path, key)
    if (opened["from"], opened["events"]) != (end, end):
        raise ValueError(f"opened at {opened['events']} from {opened['from']}, expected {end}")
    yield f"{opened['seconds']:.2f} s ({opened['computing']:.2f})"
    yield f"{opened['shown']:.2f} s ({opened['showing']:.2f})"
    yield f"{opened['rounds']} in {opened['recalled']:.2f} s ({opened['recalling']:.2f})"
    yield f"{opened['mb']:,.0f} MB"


def opened_by_another(path: Path, key: SigningKey) -> dict[str, float]:
    """Open the table in a new process, with empty memory and caches."""
    program = Path(__file__).with_name("bench_open.py")
    asked = [sys.executable, str(program), str(path), key.public]
    answer = subprocess.run(asked, check=True, capture_output=True, text=True)  # noqa: S603 (ours)
    said: dict[str, float] = json.loads(answer.stdout)
    return said

"""A record of format 1 with every kind of event is opened, audited and replayed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.audit import audit
from punto.rounds import boxes, tray
from punto.runtime.stream_start import new_table, open_table
from punto.storage.checkpoints.verification import verify
from punto.storage.codec.events import EVENTS
from punto.storage.codec.snapshots import FOLD
from punto.storage.codec.stored_kinds import FLOOR_FACTS, TABLE_FACTS
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from support.storage.golden_evening import FOLDS, end_of, present_folds, tables_of, unpack


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return unpack(tmp_path)


@pytest.fixture
def journal(record: Path) -> Iterator[StoredJournal]:
    opened = open_sqlite(record, trusted=audit(str(record)).keys)
    yield opened
    opened.close()


ADDED_SINCE = {row.name for row in (*boxes.EVENTS, *tray.EVENTS)} | {
    "floor.clock_found_off",
    "floor.name_erased",
    "floor.sensor_enrolled",
    "matter.reconstruction_denied",
    "matter.report_lapsed",
    "matter.report_queued",
    "seat.left",
    "table.last_round_announced",
    "table.seating_changed",
}
"""Kinds of events that format 1 did not have; the golden files have their forms."""


def test_the_evening_has_every_kind_of_event_of_its_format(journal: StoredJournal) -> None:
    known = {name for name, _ in (*TABLE_FACTS.values(), *FLOOR_FACTS.values())}
    found = {EVENTS.name_of(event) for each in journal.streams() for _, event in journal.read(each)}
    assert found == known - ADDED_SINCE


def test_the_auditor_finds_that_it_holds(record: Path) -> None:
    verdict = audit(str(record))
    assert verdict.holds, verdict.finding


def test_every_chain_and_signature_holds(journal: StoredJournal) -> None:
    assert verify(journal.database, []) is not None


def test_every_table_opens_from_its_first_event(journal: StoredJournal) -> None:
    for stream in tables_of(journal):
        assert journal.snapshot(stream, FOLD) is None, "a snapshot of another fold is not used"
        table = new_table(stream, journal, lambda _: None, print)
        open_table(table, journal, FOLD)
        end = end_of(journal, stream)
        assert (table.state, table.position) == (end.table, end.position)


def test_another_fold_has_another_name(journal: StoredJournal) -> None:
    """A failure shows a changed fold: raise FOLD, then run support.storage.golden_evening."""
    assert json.loads(FOLDS.read_text("utf-8"))[FOLD] == present_folds(journal)

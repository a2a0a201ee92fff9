"""Snapshots are kept when they are due, and a checkpoint signs them."""

from dataclasses import dataclass, field

import pytest

from punto.rounds.purse.commands import TakeCash
from punto.runtime import snapshot_keeper
from punto.runtime.ports import Overtaken, Snapshot
from punto.runtime.snapshot_keeper import Remembered, SnapshotKeeper
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from punto.values.money import dollars
from punto.views.memories import Screens, memory_of
from punto.views.watched_table import watched
from support.rounds.evening import T1
from support.runtime.stage import FOLD, Server
from support.storage.memory import MemoryDatabase


@dataclass
class Kept:
    """A table whose snapshots are due every three events."""

    key: SigningKey
    faults: list[Exception] = field(default_factory=list)
    signed: int = 0

    def __post_init__(self) -> None:
        self.journal = StoredJournal(MemoryDatabase(), [self.key.public])
        self.server = Server(self.journal).set_up()
        self.keeper = SnapshotKeeper(self.journal, FOLD, self.sign, every=3)

    def sign(self) -> None:
        if self.faults:
            raise self.faults.pop()
        self.signed += 1
        sign_checkpoint(self.journal.database, self.key, Instant(1))

    def snapshot(self) -> Snapshot | None:
        return self.journal.snapshot(self.server.stream, FOLD)


def test_a_snapshot_is_due_after_so_many_events(key: SigningKey) -> None:
    kept = Kept(key)
    runtime = kept.server.runtime
    assert kept.keeper.is_due(runtime)
    kept.keeper.keep([runtime])
    state, position = runtime.now()
    assert kept.snapshot() == Snapshot(kept.server.stream, position, FOLD, state)
    for due in (False, False, True):
        kept.server.do(TakeCash(T1, dollars(1)))
        assert kept.keeper.is_due(runtime) is due


def test_what_screens_remember_is_kept_with_the_table_as_they_saw_it(key: SigningKey) -> None:
    kept = Kept(key)
    stream, runtime = kept.server.stream, kept.server.runtime
    seen = watched(kept.server.events())
    position = runtime.position
    screens = Screens(memory_of(seen), None)
    kept.server.do(TakeCash(T1, dollars(1)))
    behind = {stream: Remembered(position, seen.table, screens)}
    kept.keeper.keep([runtime], behind)
    assert kept.snapshot() == Snapshot(stream, position, FOLD, seen.table, screens)
    # If the screens have seen nothing since, the snapshot stays.
    kept.keeper.keep([runtime], behind)
    assert kept.snapshot() == Snapshot(stream, position, FOLD, seen.table, screens)
    # If no screen follows any more, the snapshot holds only the table.
    kept.keeper.keep([runtime])
    assert kept.snapshot() == Snapshot(stream, position + 1, FOLD, runtime.state)


def test_one_that_was_there_at_the_start_counts(key: SigningKey) -> None:
    kept = Kept(key)
    kept.keeper.note(kept.server.stream, kept.server.runtime.position - 2)
    assert not kept.keeper.is_due(kept.server.runtime)


def test_where_nothing_is_new_nothing_is_signed(key: SigningKey) -> None:
    kept = Kept(key)
    for _ in range(2):
        kept.keeper.keep([kept.server.runtime])
    assert kept.signed == 1


def test_a_halted_table_is_not_kept(key: SigningKey) -> None:
    """Its state cannot be trusted."""
    kept = Kept(key)
    kept.server.runtime.halt("seen something")
    kept.keeper.keep([kept.server.runtime])
    assert (kept.signed, kept.snapshot()) == (0, None)


def test_whoever_is_overtaken_at_signing_leaves_it_to_the_next_time(key: SigningKey) -> None:
    kept = Kept(key, [Overtaken("checkpoint 1: signed by another node")])
    kept.keeper.keep([kept.server.runtime])
    assert kept.snapshot() is None
    kept.server.do(TakeCash(T1, dollars(1)))
    kept.keeper.keep([kept.server.runtime])
    assert kept.snapshot() is not None


def test_a_large_snapshot_is_due_after_more_events(
    key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the work of an event does not grow with the table."""
    kept = Kept(key)
    runtime = kept.server.runtime
    state, position = runtime.now()
    size = kept.journal.keep_snapshot(Snapshot(runtime.stream, position, FOLD, state))
    monkeypatch.setattr(snapshot_keeper, "SNAPSHOT_SIZE", size // 2 + 1)
    kept.keeper.keep([runtime])
    for due in (False, False, False, False, False, True):
        kept.server.do(TakeCash(T1, dollars(1)))
        assert kept.keeper.is_due(runtime) is due


def test_a_table_is_not_kept_because_another_is_due(key: SigningKey) -> None:
    kept = Kept(key)
    runtime = kept.server.runtime
    kept.keeper.keep([runtime], only_due=True)
    before = kept.snapshot()
    kept.server.do(TakeCash(T1, dollars(1)))
    kept.keeper.keep([runtime], only_due=True)
    assert (kept.snapshot(), kept.signed) == (before, 2)

"""After a failed sync the state of the disk is unknown, and nothing more is built on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from punto.runtime.ports import CannotRecord
from punto.runtime.stream_runtime import Halted
from punto.storage.checkpoints.verification import verify
from punto.storage.sqlite import database as sqlite
from punto.torture.disk import FragileFile
from support.torture.machines import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.gone()


@contextmanager
def failing_syncs(name: str) -> Iterator[None]:
    """Let the first sync of a file fail; in the worst case nothing of it is ever written.

    Readers still see the data, and the next sync reports success.
    """
    count = 0
    sync = FragileFile.xSync

    def no_sync(file: FragileFile, flags: int) -> None:
        nonlocal count
        image = file._image  # noqa: SLF001
        if image is not file._disk.images.get(name):  # noqa: SLF001
            sync(file, flags)
            return
        count += 1
        if count == 1:
            image.unsynced.clear()
            raise apsw.IOError("I/O error in a sync")
        sync(file, flags)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FragileFile, "xSync", no_sync)
        yield
    assert count


def with_failed_sync(machine: Machine, number: int) -> None:
    """Give a command whose sync fails, so that readers see it although it is not on the disk."""
    with failing_syncs(machine.log.name), pytest.raises(Halted, match="I/O error in a sync"):
        machine.opened(number)


def expect_sound(machine: Machine) -> None:
    verify(machine.journal.database)
    with machine.journal.database.reading() as session:
        assert session.rows(str, "PRAGMA integrity_check") == ["ok"]
    # Cash moved exactly if the table took it.
    posted = list(machine.journal.postings(machine.table.stream, 0))
    assert len(posted) == (machine.table.position >= 4)


def test_what_is_promised_after_a_failed_sync_does_not_go_with_what_failed(
    machine: Machine,
) -> None:
    """The log that a failed sync left behind may be in memory only.

    A record that is opened again and continues after that log would lose, in a power cut, even what
    it has acknowledged since. So the first process to open it writes the log once more.
    """
    machine.opened(0)
    with_failed_sync(machine, number=1)
    machine.killed()
    machine.open()
    machine.opened(2)
    acknowledged = machine.table.position
    machine.without_power()
    machine.open()
    assert machine.table.position >= acknowledged
    expect_sound(machine)


def test_a_log_that_was_brought_into_the_file_does_not_spoil_it_when_it_comes_back(
    machine: Machine,
) -> None:
    for number in (0, 1):
        machine.opened(number)
    machine.fold_log()
    machine.opened(2)
    with_failed_sync(machine, number=3)
    machine.killed()
    machine.open()
    machine.fold_log()
    machine.without_power()
    machine.open()
    expect_sound(machine)


def test_a_log_that_cannot_be_written_again_is_not_brought_into_the_file(machine: Machine) -> None:
    """A process that fails to open a record closes it; closing would copy in a log with gaps."""
    machine.opened(0)
    with_failed_sync(machine, number=1)
    machine.killed()
    before = machine.path.read_bytes(), machine.log.read_bytes()
    with failing_syncs(machine.log.name), pytest.raises(CannotRecord, match="I/O error in a sync"):
        machine.open()
    assert (machine.path.read_bytes(), machine.log.read_bytes()) == before
    machine.open()
    expect_sound(machine)


def test_after_a_failed_sync_a_connection_changes_nothing_more_not_even_in_closing(
    machine: Machine,
) -> None:
    machine.opened(0)
    with_failed_sync(machine, number=1)
    before = machine.path.read_bytes(), machine.log.read_bytes()
    with pytest.raises(Halted):
        machine.opened(2)
    database = machine.journal.database
    with pytest.raises(CannotRecord, match="stopped after an error; start the server again"):
        database.take_lease("table/A1", "N1", 1_000)
    machine.journal.close()
    assert (machine.path.read_bytes(), machine.log.read_bytes()) == before


def test_a_lease_whose_sync_failed_is_the_last_that_a_connection_writes(machine: Machine) -> None:
    machine.opened(0)
    database = machine.journal.database
    with failing_syncs(machine.log.name), pytest.raises(CannotRecord, match="I/O error in a sync"):
        database.take_lease("table/A1", "N1", 1_000)
    with pytest.raises(CannotRecord, match="stopped after an error; start the server again"):
        database.give_up_lease("table/A1", "N1")
    with pytest.raises(Halted):
        machine.opened(1)


def test_a_file_that_could_not_be_synced_is_not_taken_for_safe_by_the_next_try(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log is copied into the file in two parts, because a reader still uses it.

    The sync after the second part fails, and both are lost. A second try by the same process would
    write only the second part, sync it, and discard the log, and with it the first part.
    """
    machine.opened(0)
    reader = machine.connected()
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM events").get == 1
    monkeypatch.setattr(sqlite, "_LOG_PAGES", 1)
    machine.opened(1)
    reader.close()
    with failing_syncs(machine.path.name):
        machine.opened(2)  # It is in the log, and safe: the sender has the answer.
    with pytest.raises(Halted, match="stopped after an error; start the server again"):
        machine.opened(3)
    machine.killed()
    machine.open()
    machine.opened(3)
    machine.journal.database.take_lease("table/A1", "N1", 1_000)
    machine.without_power()
    machine.open()
    assert machine.table.position == 4
    expect_sound(machine)

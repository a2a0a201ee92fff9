"""A disk that keeps what was synced, and of the rest whatever it likes."""

from pathlib import Path

import apsw
import pytest

from punto.storage.sqlite import open_sqlite
from punto.storage.sqlite_opening import create_database
from punto.storage.verifying import verify
from punto.tables.folds import TableFold
from punto.tables.opening import new_table
from punto.tables.ports import CannotRecord, stream_of
from punto.tables.runtime import Halted
from punto.torture.chance import Chance
from punto.torture.disk import FragileDisk
from punto.torture.faults import Plan
from punto.torture.images import SECTOR, CutTo, Image, Written
from punto.torture.scheduler import BEGINNING
from punto.torture.staff import DEALERS, opening, some_configuration
from punto.values.ids import TableId, TerminalId

NO_FAULTS = frozenset[str]()


def chances() -> list[Chance]:
    return [Chance(seed, "test") for seed in range(60)]


def test_what_was_synced_is_there_whatever_happens() -> None:
    for chance in chances():
        image = Image(bytearray(b"old"))
        image.unsynced.append(Written(0, b"new!"))
        image.sync()
        assert image.after_power_failure(chance) == b"new!"


def test_of_what_was_not_synced_every_sector_is_old_or_new_or_torn_once() -> None:
    old, new = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR
    seen = set()
    for chance in chances():
        image = Image(bytearray(old))
        image.unsynced.append(Written(0, new))
        found = image.after_power_failure(chance)
        assert found is not None
        for first in range(0, len(old), SECTOR):
            sector = found[first : first + SECTOR]
            assert b"on" not in sector  # a torn sector begins with what is new
        seen.add(found)
    assert {old, new} <= seen
    assert len(seen) > 10


def test_a_file_that_was_never_synced_may_be_missing() -> None:
    found = {Image(is_listed=False).after_power_failure(chance) for chance in chances()}
    assert found == {None, b""}


def test_a_cut_that_was_not_synced_may_not_have_happened() -> None:
    found = set()
    for chance in chances():
        image = Image(bytearray(b"whole"))
        image.unsynced.append(CutTo(0))
        found.add(image.after_power_failure(chance))
    assert found == {b"whole", b""}


def test_after_a_failed_sync_the_next_one_says_that_all_is_well_and_it_is_not() -> None:
    found = set()
    for chance in chances():
        image = Image(bytearray(b"o"))
        image.unsynced.append(Written(0, b"n"))
        image.fail_to_sync(chance)
        image.sync()
        found.add(image.after_power_failure(chance))
    assert found == {b"o", b"n"}


class Machine:
    """A record on a fragile disk, and one table on it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "record.db"
        create_database(self.path)
        self.disk = FragileDisk(folder, Plan(1, NO_FAULTS), lambda: BEGINNING)
        self.disk.keep(self.path)
        self.open()

    def open(self) -> None:
        self.journal = open_sqlite(self.path, create=False, vfs=self.disk.vfs_name)
        self.table = new_table(
            stream_of(TableId("A1")), self.journal, lambda _: None, lambda _: None
        )
        self.table.catch_up()

    def opened(self, number: int) -> None:
        """The commands that open a table, one at a time; any number of them."""
        configuration = some_configuration(TableId("A1"), Chance(1, "table"))
        commands = opening(BEGINNING, configuration, DEALERS[0], (TerminalId("T1"),))
        self.table.process([commands[number]])

    def fold_log(self) -> None:
        """The log is brought into the file, and cut."""
        where = (str(self.path), apsw.SQLITE_OPEN_READWRITE, self.disk.vfs_name)
        connection = apsw.Connection(*where)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()

    def killed(self) -> None:
        """The process dies; the machine goes on."""
        self.disk.power_off()
        with pytest.raises(CannotRecord):
            self.journal.close()
        self.disk.next_life()

    def without_power(self) -> None:
        """The machine loses power, and everything that was not synced."""
        self.disk.power_off()
        with pytest.raises(CannotRecord):
            self.journal.close()
        for image in self.disk.images.values():
            image.unsynced.clear()
        self.disk.power_on()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_commit_survives_the_loss_of_all_that_was_not_synced(machine: Machine) -> None:
    machine.opened(0)
    machine.opened(1)
    machine.without_power()
    machine.open()
    assert machine.table.position == 2
    verify(machine.journal.database)
    machine.journal.close()


def test_a_dead_process_cannot_write_into_the_next_ones_file(machine: Machine) -> None:
    left_open = apsw.Connection(
        str(machine.path), apsw.SQLITE_OPEN_READWRITE, machine.disk.vfs_name
    )
    machine.without_power()
    with pytest.raises(apsw.IOError):
        left_open.execute("DELETE FROM leases")
    left_open.close()


def test_what_is_promised_after_a_failed_sync_does_not_go_with_what_failed(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log that a failed sync left behind may be in memory only.

    A record that is opened anew and goes on behind it would lose, with the power, also what it
    has acknowledged since. So whoever opens it first writes the log once more.
    """
    machine.opened(0)
    with_failed_sync(machine, monkeypatch, number=1)
    machine.killed()
    machine.open()
    machine.opened(2)
    acknowledged = machine.table.position
    machine.without_power()
    machine.open()
    assert machine.table.position >= acknowledged
    verify(machine.journal.database)
    machine.journal.close()


def test_a_log_that_was_brought_into_the_file_does_not_spoil_it_when_it_comes_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (0, 1):
        machine.opened(number)
    machine.fold_log()
    machine.opened(2)
    with_failed_sync(machine, monkeypatch, number=3)
    machine.killed()
    machine.open()
    machine.fold_log()
    machine.without_power()
    machine.open()
    verify(machine.journal.database)
    with machine.journal.database.reading() as session:
        assert session.rows(str, "PRAGMA integrity_check") == ["ok"]  # type: ignore[attr-defined]
    # Cash moved if, and only if, the table took it.
    posted = list(machine.journal.postings(machine.table.stream, 0))
    assert len(posted) == (machine.table.position == 4)
    machine.journal.close()


def with_failed_sync(machine: Machine, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """A command whose sync fails, so that it is seen by everybody and not on the disk."""
    before = machine.disk.before

    def no_sync(place: str, life: int) -> None:
        before(place, life)
        if place == "sync":
            raise apsw.IOError("I/O error in a sync")

    monkeypatch.setattr(machine.disk, "before", no_sync)
    # The worst case: nothing of it ever reaches the disk.
    monkeypatch.setattr(Image, "fail_to_sync", lambda image, _: image.unsynced.clear())
    with pytest.raises(Halted, match="I/O error in a sync"):
        machine.opened(number)
    monkeypatch.undo()


def test_the_table_of_the_tests_is_a_real_one(machine: Machine) -> None:
    assert isinstance(machine.table.fold, TableFold)
    machine.journal.close()

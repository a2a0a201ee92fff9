"""A machine with a disk that fails, on which one table is run."""

from contextlib import suppress
from pathlib import Path

import apsw

from punto.runtime.ports import CannotRecord, stream_of
from punto.runtime.stream_start import new_table
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.files import create_database
from punto.torture.chance import Chance
from punto.torture.disk import FragileDisk
from punto.torture.faults import Plan
from punto.torture.loops import BEGINNING
from punto.torture.staff import DEALERS, opening, some_configuration
from punto.values.ids import TableId, TerminalId

NO_FAULTS = frozenset[str]()


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

    def connected(self) -> apsw.Connection:
        """Somebody else who has the file open."""
        return apsw.Connection(str(self.path), apsw.SQLITE_OPEN_READWRITE, self.disk.vfs_name)

    def fold_log(self) -> None:
        """The log is brought into the file, and cut."""
        connection = self.connected()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()

    @property
    def log(self) -> Path:
        """The file that SQLite writes ahead of the other."""
        return self.path.with_name(f"{self.path.name}-wal")

    def killed(self) -> None:
        """The process dies; the machine goes on."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        self.disk.next_life()

    def without_power(self) -> None:
        """The machine loses power, and everything that was not synced."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        for image in self.disk.images.values():
            image.unsynced.clear()
        self.disk.power_on()

    def gone(self) -> None:
        """The machine is not needed any more, in whatever state it is."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        self.disk.give_back()

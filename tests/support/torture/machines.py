"""A machine with a disk that fails, on which one table is run."""

from contextlib import suppress
from pathlib import Path

import apsw

from punto.runtime.ports import CannotRecord, stream_of
from punto.runtime.stream_start import new_table
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.files import create_database
from punto.torture.chance import RandomNumbers
from punto.torture.disk import FragileDisk
from punto.torture.faults import FaultPlan
from punto.torture.loops import BEGINNING
from punto.torture.staff import DEALERS, opening, some_configuration
from punto.values.ids import TableId, TerminalId

NO_FAULTS = frozenset[str]()


class Machine:
    """A record on a fragile disk, and one table that uses it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "record.db"
        create_database(self.path)
        self.disk = FragileDisk(folder, FaultPlan(1, NO_FAULTS), lambda: BEGINNING)
        self.disk.keep(self.path)
        self.open()

    def open(self) -> None:
        self.journal = open_sqlite(self.path, create=False, vfs=self.disk.vfs_name)
        self.table = new_table(
            stream_of(TableId("A1")), self.journal, lambda _: None, lambda _: None
        )
        self.table.catch_up()

    def opened(self, number: int) -> None:
        """Give one of the commands that open a table, by its number."""
        configuration = some_configuration(TableId("A1"), RandomNumbers(1, "table"))
        commands = opening(BEGINNING, configuration, DEALERS[0], (TerminalId("T1"),))
        self.table.process([commands[number]])

    def connected(self) -> apsw.Connection:
        """Connect to the file as another process would."""
        return apsw.Connection(str(self.path), apsw.SQLITE_OPEN_READWRITE, self.disk.vfs_name)

    def fold_log(self) -> None:
        """Copy the log into the database file, and truncate it."""
        connection = self.connected()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()

    @property
    def log(self) -> Path:
        """Return the path of SQLite's write-ahead log."""
        return self.path.with_name(f"{self.path.name}-wal")

    def killed(self) -> None:
        """Kill the process; the machine keeps running."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        self.disk.next_life()

    def without_power(self) -> None:
        """Cut the power: the machine loses everything that was not synced."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        for image in self.disk.images.values():
            image.unsynced.clear()
        self.disk.power_on()

    def gone(self) -> None:
        """Dispose of the machine, whatever its state is."""
        self.disk.power_off()
        with suppress(CannotRecord):
            self.journal.close()
        self.disk.leave_sqlite()

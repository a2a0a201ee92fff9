"""A disk under the real SQLite that fails on command."""

from dataclasses import dataclass

import apsw


@dataclass
class Orders:
    """The faults that the disk is to have."""

    write: type[apsw.Error] | None = None
    sync: type[apsw.Error] | None = None
    read_only: bool = False
    no_log: bool = False
    """Whether no file but the database itself can be opened."""


class FaultyDisk(apsw.VFS):
    """The machine's own files, with faults on command."""

    def __init__(self, name: str, orders: Orders) -> None:
        self.vfs_name, self.orders = name, orders
        super().__init__(name, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "FaultyFile":  # noqa: N802
        if self.orders.read_only and flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            flags[0] = flags[0] & ~apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_READONLY
        if self.orders.no_log and flags[0] & apsw.SQLITE_OPEN_WAL:
            raise apsw.CantOpenError
        return FaultyFile(name, flags, self.orders)


class FaultyFile(apsw.VFSFile):
    def __init__(
        self, name: str | apsw.URIFilename | None, flags: list[int], orders: Orders
    ) -> None:
        self._orders = orders
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._orders.write is not None:
            raise self._orders.write
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._orders.sync is not None:
            raise self._orders.sync
        super().xSync(flags)

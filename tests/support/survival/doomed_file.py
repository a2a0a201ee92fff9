"""The machine's own files under the real SQLite, with a death in the middle of a page."""

import apsw

from support.survival.points import Doom, Point, die

FOLDED_PAGES = 30
"""How long the log grows before SQLite copies it into the file: short, so that this is frequent."""


class DoomedDisk(apsw.VFS):
    """A VFS through which SQLite opens every file of the process."""

    def __init__(self, doom: Doom) -> None:
        # By name, because this disk is the default one from now on.
        self.doom, self.below = doom, apsw.vfs_names()[0]
        super().__init__("doomed", base=self.below, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "DoomedFile":  # noqa: N802
        return DoomedFile(self.below, name, flags, self.doom)


class DoomedFile(apsw.VFSFile):
    def __init__(
        self, below: str, name: str | apsw.URIFilename | None, flags: list[int], doom: Doom
    ) -> None:
        self._doom = doom
        self._is_log = bool(flags[0] & apsw.SQLITE_OPEN_WAL)
        self._is_record = bool(flags[0] & apsw.SQLITE_OPEN_MAIN_DB)
        super().__init__(below, name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        if self._is_log:
            self._doom.reached(Point.RECOVERING)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        torn = self._is_log and self._doom.comes_at(Point.LOG_TORN)
        folding = self._is_record and self._doom.comes_at(Point.FOLDING_LOG)
        if torn or folding:
            super().xWrite(bytes(data[: len(data) // 2]), offset)
            die()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._is_log:
            self._doom.reached(Point.LOG_UNSYNCED)
        super().xSync(flags)


def doom_files(doom: Doom) -> DoomedDisk:
    """Let the process die in a file; keep the returned disk as long as files are open."""
    apsw.connection_hooks.append(_fold_often)
    return DoomedDisk(doom)


def _fold_often(connection: apsw.Connection) -> None:
    connection.wal_autocheckpoint(FOLDED_PAGES)

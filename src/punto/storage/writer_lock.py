"""One writer for a database file: a lock beside it, which says who has it."""

import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path

from punto.tables.ports import CannotRecord


class WriterLock:
    """A lock that the system takes back from a process that is gone."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}.lock")
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as fault:
            raise CannotRecord(f"{self.path}: {fault.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 1_000, 0).decode("utf-8", "replace").strip()
            os.close(self._file)
            raise CannotRecord(
                f"{database}: already open for writing by {holder or 'somebody unnamed'}"
            ) from None
        self._say(f"process {os.getpid()} on {socket.gethostname()} since {_now()}\n")

    def release(self) -> None:
        """Let another writer in; the file stays, because somebody may be waiting at it."""
        self._say("")
        os.close(self._file)

    def _say(self, holder: str) -> None:
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, holder.encode(), 0)
        except OSError:
            # A full disk: the lock holds all the same, it only says no name.
            return


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

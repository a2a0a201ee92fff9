"""One writer for a database file: a lock file beside it names the holder."""

import fcntl
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from punto.runtime import CannotRecord


class WriterLock:
    """A lock that the system releases when its process ends."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}.lock")
        self._file = self._taken(database)
        while not self._is_in_place():
            # The previous holder deleted the file after we opened it and before we locked it.
            os.close(self._file)
            self._file = self._taken(database)
        self._say(f"process {os.getpid()} on {socket.gethostname()} since {_now()}\n")

    def release(self) -> None:
        """Let another writer in, and delete the lock file."""
        self._say("")
        # While we hold it: afterwards it could be another writer's.
        with suppress(OSError):
            self.path.unlink()
        os.close(self._file)

    def _taken(self, database: Path) -> int:
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as fault:
            raise CannotRecord(f"{database}: {fault.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(file, 1_000, 0).decode("utf-8", "replace").strip()
            os.close(file)
            raise CannotRecord(
                f"{database}: already open for writing by {holder or 'an unnamed process'}"
            ) from None
        return file

    def _is_in_place(self) -> bool:
        """Return whether the next writer finds the file that we hold."""
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def _say(self, holder: str) -> None:
        try:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, holder.encode(), 0)
        except OSError:
            # The disk is full: the lock holds all the same, but names no holder.
            return


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

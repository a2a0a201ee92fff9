"""Detects that the files of an open database were deleted, replaced or overwritten.

Only the writer, which adds to the log, and a checkpoint, which copies the log into the file, change
these files rightly. SQLite publishes both in the shared memory beside the file. So a file that
changed without a checkpoint was overwritten, and so was a log that lacks the frame published as its
last.
"""

import os
from contextlib import ExitStack, suppress
from pathlib import Path
from struct import Struct
from threading import Lock
from typing import NamedTuple

from punto.storage.sqlite.write_ahead_log import FRAME_HEADER, HEADER, log_beside

_INDEX = Struct("=12x?xHI4xII8s8x")
"""The header of the shared memory, in the byte order of this machine; SQLite writes it twice."""
_COPIED = 2 * _INDEX.size
"""The place of the number of frames that checkpoints have copied into the file."""
_COPYING = _COPIED + 32
"""The place of the number that they have copied once the one under way is complete."""
_SALTS = slice(32, 40)
_NUMBER = 4
_CHANGE_COUNTER = 24
"""The place in the file of a number that no checkpoint makes smaller."""


class _LogFrame(NamedTuple):
    """The last frame of a log, as SQLite published it."""

    number: int = 0
    place: int = 0
    header: bytes = b""
    """The end of its header: the salts of the log, then checksums of all frames."""

    @property
    def salts(self) -> bytes:
        """Numbers that are renewed whenever the log is begun again."""
        return self.header[:8]


class WatchedFiles:
    """The file of an open database, and its log.

    A deleted or replaced file keeps working for the process that has it open, and everything
    written to it is lost with the process. While it is open, the system gives its inode to no other
    file, so comparing inodes is enough. An overwritten file keeps its inode, and SQLite would mix
    its pages with those of the log.
    """

    def __init__(self, database: Path) -> None:
        log = log_beside(database)
        self._database, self._log = str(database), str(log)
        self._inodes = [_inode(path.stat()) for path in (database, log)]
        self._lock = Lock()
        self._shared = b""
        self._frame = _LogFrame()
        self._changed_ns, self._size, self._counter = 0, 0, b""
        # Kept open as long as the database: closing a descriptor releases the locks of SQLite.
        self._files: list[int] = []
        # Without shared memory, only deleted and replaced files show. SQLite has none if it was
        # deleted while another connection of this process had it open.
        with suppress(FileNotFoundError), ExitStack() as on_fault:
            on_fault.callback(self.close)
            for path in (database, log, database.with_name(f"{database.name}-shm")):
                self._files.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC))
            on_fault.pop_all()
        self.trouble()

    def close(self) -> None:
        """Stop reading the files, after the last connection to them was closed."""
        with self._lock:
            files, self._files = self._files, []
            for file in files:
                os.close(file)

    def trouble(self) -> str:
        """Return a sentence about the first file that is not as it was left; empty if all are."""
        with self._lock:
            while True:
                # Read before the files, so that it explains every change that we see in them.
                shared = self._published()
                found = self._found(shared)
                if not found or shared == self._published():
                    return found

    def _published(self) -> bytes:
        """Return the state of log and checkpoints; empty while SQLite writes it."""
        if not self._files:
            return b""
        content = os.pread(self._files[2], _COPYING + _NUMBER, 0)
        if content[: _INDEX.size] != content[_INDEX.size : _COPIED]:
            return b""
        return content[_INDEX.size : _COPIED + _NUMBER] + content[_COPYING:]

    def _found(self, shared: bytes) -> str:
        name = ""
        try:
            # Asked with every commit, and twice as fast as by a Path.
            file = os.stat(name := self._database)  # noqa: PTH116
            if _inode(file) != self._inodes[0]:
                return f"{name} was replaced by another file while it was open"
            log = os.stat(name := self._log)  # noqa: PTH116
            if _inode(log) != self._inodes[1]:
                return f"{name} was replaced by another file while it was open"
        except FileNotFoundError:
            return f"{name} was deleted or moved away while it was open"
        except OSError as fault:
            return f"{name} cannot be looked at while it is open: {fault.strerror}"
        if not shared:
            return ""
        if not self._is_file_intact(file, shared):
            return f"{self._database} was overwritten or cut short while it was open"
        if not self._is_log_intact(shared):
            return f"{self._log} was overwritten or cut short while it was open"
        self._shared = shared
        return ""

    def _is_file_intact(self, file: os.stat_result, shared: bytes) -> bool:
        """Return whether checkpoints alone changed the file, which makes it no shorter."""
        if file.st_size < self._size:
            return False
        if file.st_mtime_ns == self._changed_ns:
            return True
        is_under_way = shared[-_NUMBER:] != shared[-2 * _NUMBER : -_NUMBER]
        is_new = _checkpoint(shared) != _checkpoint(self._shared)
        counter = os.pread(self._files[0], _NUMBER, _CHANGE_COUNTER)
        if counter < self._counter or not (is_under_way or is_new):
            return False
        self._changed_ns, self._size, self._counter = file.st_mtime_ns, file.st_size, counter
        return True

    def _is_log_intact(self, shared: bytes) -> bool:
        """Return whether the log has its last frame, and still the one that was its last before."""
        if shared == self._shared:
            return self._has(self._frame)
        before, now = self._frame, _last_frame(shared)
        if before.salts == now.salts and (now.number < before.number or not self._has(before)):
            return False
        if not self._has(now):
            return False
        self._frame = now
        return True

    def _has(self, frame: _LogFrame) -> bool:
        return os.pread(self._files[1], len(frame.header), frame.place) == frame.header


def _inode(file: os.stat_result) -> tuple[int, int]:
    return file.st_ino, file.st_dev


def _checkpoint(shared: bytes) -> tuple[bytes, bytes]:
    """Return the part of the published state that each checkpoint changes, and no commit."""
    return shared[_SALTS], shared[-2 * _NUMBER :]


def _last_frame(shared: bytes) -> _LogFrame:
    is_ready, page, frames, first, second, salts = _INDEX.unpack_from(shared)
    if not is_ready or not frames:
        return _LogFrame()
    step = FRAME_HEADER + (page & 0xFE00) + ((page & 1) << 16)
    header = salts + first.to_bytes(_NUMBER) + second.to_bytes(_NUMBER)
    return _LogFrame(frames, HEADER + (frames - 1) * step + FRAME_HEADER - len(header), header)

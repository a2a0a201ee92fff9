"""Detects that a file a process keeps open has lost its name."""

import os
from collections.abc import Iterable
from pathlib import Path


class SameFiles:
    """The files of an open database.

    A deleted or replaced file keeps working for the process that has it open, and everything
    written to it is lost with the process. While it is open, the system gives its inode to no other
    file, so comparing inodes is enough. A second descriptor would not do: closing it would release
    the locks of SQLite.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._seen = {str(path): path.stat() for path in paths}

    def trouble(self) -> str:
        """Return a sentence about the first file that is not in its place; empty while all are."""
        for path, before in self._seen.items():
            try:
                now = os.stat(path)  # noqa: PTH116 (asked with every commit, and twice as fast)
            except FileNotFoundError:
                return f"{path} was deleted or moved away while it was open"
            except OSError as fault:
                return f"{path} cannot be looked at while it is open: {fault.strerror}"
            if (now.st_ino, now.st_dev) != (before.st_ino, before.st_dev):
                return f"{path} was replaced by another file while it was open"
        return ""

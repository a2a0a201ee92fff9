"""Files that a process keeps open, and whether their names still lead to them."""

import os
from collections.abc import Iterable
from pathlib import Path


class SameFiles:
    """The files of an open database.

    A deleted file goes on working for the process that has it open, and so does one in whose place
    another was put; whatever is written then is lost with the process. As long as it is open, the
    system gives its number on the disk to no other file, so that comparing numbers is enough. A
    second descriptor would not do: closing it would take away the locks of SQLite.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._seen = {str(path): path.stat() for path in paths}

    def trouble(self) -> str:
        """A sentence about the first file that is not in its place; empty while all are."""
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

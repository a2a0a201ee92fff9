"""Files that appear complete under their name or not at all, and never replace another file."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER_ONLY = 0o600
FOR_EVERYBODY = 0o644

_SPOILING = ("-wal", "-shm", "-journal", "-acknowledged")
"""Leftovers of another database of the same name, which SQLite would take for its own."""
_BESIDE = (*_SPOILING, ".lock", ".new")
"""Files that a database leaves beside its own while it is made."""


class CannotWrite(Exception):
    """A file that cannot be written; the message names it and the reason."""


@contextmanager
def new_file(path: Path, mode: int = OWNER_ONLY) -> Iterator[Path]:
    """Yield a temporary path; on success the file gets its real name."""
    check_is_free(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
        try:
            yield unfinished
            unfinished.chmod(mode)
            _sync(unfinished)
            _name(unfinished, path)
            _sync(path.parent)
        finally:
            for name in (unfinished.name, *(f"{unfinished.name}{suffix}" for suffix in _BESIDE)):
                unfinished.with_name(name).unlink(missing_ok=True)
    except OSError as fault:
        raise CannotWrite(f"{path}: {fault.strerror or fault}") from fault


def write_new(path: Path, content: bytes, mode: int = OWNER_ONLY) -> None:
    """Write a new file with this content."""
    with new_file(path, mode) as unfinished:
        unfinished.write_bytes(content)


def check_is_free(path: Path) -> None:
    """Raise CannotWrite if the name is taken, or a file beside it would spoil the new one."""
    if not path.name:
        raise CannotWrite(f"{path}: a folder, expected the name of a new file")
    if not path.parent.is_dir():
        raise CannotWrite(f"{path}: there is no folder {path.parent}")
    for taken in (path, *(path.with_name(f"{path.name}{suffix}") for suffix in _SPOILING)):
        if os.path.lexists(taken):
            raise CannotWrite(f"{taken}: already there, expected a new file; nothing is replaced")


def _name(unfinished: Path, path: Path) -> None:
    try:
        # Unlike a rename, a hard link never replaces another file.
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems, such as those of memory sticks, have no hard links.
        check_is_free(path)
        unfinished.rename(path)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

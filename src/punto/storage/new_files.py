"""Files that appear whole under their name or not at all, and never take another's place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER_ONLY = 0o600
FOR_EVERYBODY = 0o644

_SPOILING = ("-wal", "-shm", "-journal", "-acknowledged")
"""What another database of the same name left: it would be taken for a part of the new one."""
_BESIDE = (*_SPOILING, ".lock", ".new")
"""What a database leaves beside its file while it is made."""


class CannotWrite(Exception):
    """A file that cannot be written, with its name and why."""


@contextmanager
def new_file(path: Path, mode: int = OWNER_ONLY) -> Iterator[Path]:
    """Where to write it; under its own name it is there only once all went well."""
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
    """A new file with this in it."""
    with new_file(path, mode) as unfinished:
        unfinished.write_bytes(content)


def check_is_free(path: Path) -> None:
    """Refuse a name that is taken, or that something beside it would spoil."""
    if not path.parent.is_dir():
        raise CannotWrite(f"{path}: there is no folder {path.parent}")
    for taken in (path, *(path.with_name(f"{path.name}{suffix}") for suffix in _SPOILING)):
        if os.path.lexists(taken):
            raise CannotWrite(f"{taken}: already there, expected a new file; nothing is replaced")


def _name(unfinished: Path, path: Path) -> None:
    try:
        # Unlike a rename, a second name never takes the place of another file.
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:
        # A memory stick may know no second names.
        check_is_free(path)
        unfinished.rename(path)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

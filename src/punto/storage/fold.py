"""Which code folds events into a table: a snapshot of other code is not used."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

FOLDING = ("values", "rules", "ledger", "rounds", "views", "storage/codec")
"""The packages that make a state out of bytes, and the bytes of a snapshot out of a state.

The views are among them because a snapshot holds what the screens of a table remember.
"""


@cache
def present_fold() -> str:
    """The SHA-256 over the source of those packages, file by file in the order of their names."""
    root = files("punto")
    return fold_of({name: root.joinpath(name) for name in FOLDING})


def fold_of(packages: dict[str, Traversable]) -> str:
    """For each source file its name, its length and its bytes go in."""
    seen = sha256()
    for package, folder in packages.items():
        for name, source in sorted(_sources(folder, package)):
            seen.update(f"{name}\n{len(source)}\n".encode() + source)
    return seen.hexdigest()


def _sources(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _sources(entry, path)
        elif entry.name.endswith(".py"):
            found.append((path, entry.read_bytes()))
    return found

"""Records for the commands: copies, rehearsals that were recorded, and ways to spoil a file."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from support.cli.running import run

ROOT = Path(__file__).parents[4]
REHEARSALS = ROOT / "rehearsals"


def recorded(name: str, to: Path) -> Path:
    """Record one of the project's rehearsals with the ``rehearse`` command."""
    result = run("rehearse", str(REHEARSALS / f"{name}.rehearsal"), "--record", str(to))
    assert result.exit_code == 0, result.output
    return to


def copy_of(record: Path, folder: Path) -> Path:
    """Copy a record, so that a test can change it."""
    return Path(shutil.copy(record, folder / "copy.db"))


def change(record: Path, statement: str, *values: object) -> None:
    """Change a record behind the program's back, with its triggers off."""
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        named = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        guards = connection.execute(named).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)
        for _, guard in guards:
            connection.execute(guard)


def look(record: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Query a record with sqlite3, not with the library that the store uses."""
    with closing(sqlite3.connect(f"file:{record}?mode=ro", uri=True)) as connection:
        return connection.execute(query, values).fetchall()


def _text(path: Path) -> None:
    path.write_text("This is no database at all, only a text.\n" * 100, "utf-8")


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _cut(path: Path) -> None:
    written = path.read_bytes()
    path.write_bytes(written[: len(written) // 2])


def _scrambled(path: Path) -> None:
    written = bytearray(path.read_bytes())
    written[4096 : 4096 * 8] = bytes(4096 * 7)
    path.write_bytes(written)


def _newer(path: Path) -> None:
    change(path, "INSERT INTO migrations VALUES (99, 'the future', 0)")


def _missing(path: Path) -> None:
    path.unlink()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _of_another_program(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE invoices (number)")


def _flipped(path: Path) -> None:
    ((body,),) = look(path, "SELECT body FROM events WHERE stream = 'floor' AND position = 3")
    spoiled = bytearray(body)
    spoiled[len(body) // 2] ^= 1
    statement = "UPDATE events SET body = ? WHERE stream = 'floor' AND position = 3"
    change(path, statement, bytes(spoiled))


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "text": (_text, "not a database"),
    "empty": (_empty, "not a record of Punto, or cut off at its beginning"),
    "cut": (_cut, "malformed"),
    "scrambled": (_scrambled, "malformed"),
    "newer": (_newer, "newer than this"),
    "missing": (_missing, "there is no such file"),
    "folder": (_folder, "a folder, expected a file"),
    "of another program": (_of_another_program, "not a record of Punto"),
    "flipped": (_flipped, "floor at 3: "),
}
"""The ways in which a file can be unfit, and the message that each must produce."""

"""Reads the tables of a data file key by key and collects every fault with its line."""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from difflib import get_close_matches
from enum import Enum
from typing import TypeGuard, TypeVar

from punto.rules.toml_lines import Path, line_numbers

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

UNKNOWN = "unknown"
"""The entry for a version or date that the rule document does not give (A-71)."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a data file."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(slots=True)
class FaultList:
    """The faults found in one file so far."""

    lines: dict[Path, int]
    found: list[Fault] = field(default_factory=list)

    def add(self, path: Path, sentence: str) -> None:
        """Record a fault at a key, or at the nearest enclosing table."""
        while path and path not in self.lines:
            path = path[:-1]
        self.found.append(Fault(self.lines.get(path, 1), sentence))


def load_file(text: str, read: "Callable[[Section], T]") -> T | tuple[Fault, ...]:
    """Read a TOML text by its outermost table, or return all its faults in the order of lines."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number too long, or nested too deeply
        message, _, place = str(error).rpartition(" (at ")
        line = (
            int(place.split()[1].rstrip(",)")) if place.startswith("line") else 1 + text.count("\n")
        )
        return (Fault(line, f"not TOML: {message}"),)
    file = Section(table, (), FaultList(line_numbers(text)))
    found = read(file)
    file.finish()
    return tuple(sorted(set(file.faults.found))) or found


@dataclass(slots=True)
class Section:
    """One table of a file; each getter records a fault and then returns a harmless value."""

    table: dict[str, object]
    path: Path
    faults: FaultList
    asked: set[str] = field(default_factory=set)

    def fault(self, key: str, sentence: str) -> None:
        """Record a fault at one of this table's keys."""
        self.faults.add((*self.path, key), sentence)

    @property
    def faults_count(self) -> int:
        """The number of faults found in the file so far."""
        return len(self.faults.found)

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        self.asked.add(key)
        return key in self.table

    def _get(self, key: str, expected: str) -> object:
        if not self.has(key):
            self.fault(key, f"{key} is missing, expected {expected}")
        return self.table.get(key)

    def text(self, key: str, expected: str = "a text") -> str:
        """Return a text; an empty one is a fault."""
        value = self._get(key, expected)
        if key in self.table and (not isinstance(value, str) or not value):
            self.fault(key, f"{key} {value!r}: expected {expected}")
        return value if isinstance(value, str) else ""

    def parsed(self, key: str, parse: Callable[[str], T], fallback: T) -> T:
        """Return a parsed text; the parser's error becomes the fault."""
        value = self.text(key)
        if not value:
            return fallback
        try:
            return parse(value)
        except ValueError as error:
            self.fault(key, str(error))
            return fallback

    def choice(self, key: str, kind: type[E], fallback: E, *, optional: bool = False) -> E:
        """Return the member of a closed list that a text names."""
        if optional and not self.has(key):
            return fallback
        members: dict[str, E] = {each.value: each for each in kind}
        value = self.text(key)
        if value and value not in members:
            self.fault(key, f"{key} {value!r}: expected {' '.join(members)}")
        return members.get(value, fallback)

    def flag(self, key: str) -> bool:
        """Return a boolean, False when the key is absent."""
        self.asked.add(key)
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, f"{key} {value!r}: expected true or false")
        return value is True

    def number(self, key: str, expected: str = "a whole number") -> int:
        """Return a whole number."""
        value = self._get(key, expected)
        if key in self.table and not _is_whole(value):
            self.fault(key, f"{key} {value!r}: expected {expected}")
        return value if _is_whole(value) else 0

    def number_or_unknown(self, key: str) -> int | None:
        """Return a whole number, or None where the file says ``unknown``."""
        if self.has(key) and self.table[key] == UNKNOWN:
            return None
        return self.number(key, 'a whole number, or "unknown"')

    def instant_or_unknown(self, key: str) -> datetime | None:
        """Return a date with time and zone, or None where the file says ``unknown``."""
        expected = 'a date with time and zone such as 2025-03-20T09:00:00+08:00, or "unknown"'
        value = self._get(key, expected)
        if isinstance(value, datetime) and value.tzinfo is not None:
            return value
        if key in self.table and value != UNKNOWN:
            self.fault(key, f"{key} {str(value)!r}: expected {expected}")
        return None

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of at least one text."""
        value = self._get(key, "a list of texts")
        texts = value if isinstance(value, list) else []
        if key in self.table and (not texts or not all(isinstance(t, str) for t in texts)):
            self.fault(key, f"{key} {value!r}: expected a list of texts")
        return tuple(texts)

    def section(self, key: str) -> "Section":
        """Return a table inside this one."""
        value = self._get(key, "a table")
        if key in self.table and not isinstance(value, dict):
            self.fault(key, f"{key} {value!r}: expected a table")
        inner = value if isinstance(value, dict) else {}
        return Section(inner, (*self.path, key), self.faults)

    def sections(self, key: str) -> "Iterator[Section]":
        """Return the tables of an array; an empty array is a fault."""
        value = self._get(key, "a list of tables")
        tables = value if isinstance(value, list) else []
        if key in self.table and (not tables or not all(isinstance(t, dict) for t in tables)):
            self.fault(key, f"{key} {value!r}: expected a list of tables")
            return
        for index, table in enumerate(tables):
            yield Section(table, (*self.path, key, index), self.faults)

    def finish(self) -> None:
        """Record a fault for every key that no getter has read."""
        for key in self.table.keys() - self.asked:
            self.fault(key, f"unknown key {key!r}: {hint(key, sorted(self.asked))}")


def hint(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word, or list all known words."""
    choices = list(known)
    near = get_close_matches(word, choices, n=1)
    return f"did you mean {near[0]!r}?" if near else f"expected {' '.join(choices)}"


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)

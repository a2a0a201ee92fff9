"""Finds the line of each key of a TOML text, because TOML readers keep no positions."""

import re
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")


def line_numbers(text: str) -> dict[Path, int]:
    """Return the line of every table, key and array element of valid TOML."""
    scanner = _Scanner(text)
    scanner.read_document()
    return scanner.lines


@dataclass(slots=True)
class _Scanner:
    text: str
    place: int = 0
    lines: dict[Path, int] = field(default_factory=dict)
    tables_count: dict[Path, int] = field(default_factory=dict)

    def read_document(self) -> None:
        table: Path = ()
        while self._next():
            if self.text[self.place] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _next(self) -> str:
        """Skip blanks and comments; return the next character, or an empty text at the end."""
        self._skip(_BLANK)
        return self.text[self.place : self.place + 1]

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.place)
        if match is None:
            raise ValueError(
                f"not TOML at character {self.place}: {self.text[self.place :][:20]!r}"
            )
        self.place = match.end()
        return match[0]

    def _mark(self, path: Path) -> None:
        self.lines.setdefault(path, self.text.count("\n", 0, self.place) + 1)

    def _read_header(self) -> Path:
        repeated = self.text.startswith("[[", self.place)
        start = self.place
        self.place += 2 if repeated else 1
        keys = self._read_keys()
        self.place, end = start, self.place + (2 if repeated else 1)
        path: Path = ()
        for key in keys[:-1]:
            path = self._latest((*path, key))
        path = (*path, keys[-1])
        if repeated:
            self._mark(path)
            self.tables_count[path] = self.tables_count.get(path, 0) + 1
        path = self._latest(path)
        self._mark(path)
        self.place = end
        return path

    def _latest(self, path: Path) -> Path:
        """Resolve a name to the table opened last, as TOML does inside an array of tables."""
        count = self.tables_count.get(path)
        return path if count is None else (*path, count - 1)

    def _read_keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_SPACE)
            if self.text[self.place] in "\"'":
                keys.append(self._skip(_STRING)[1:-1])
            else:
                keys.append(self._skip(_BARE))
            self._skip(_SPACE)
            if self.text[self.place] != ".":
                return keys
            self.place += 1

    def _read_pair(self, table: Path) -> None:
        start = self.place
        keys = self._read_keys()
        self.place, end = start, self.place
        path = table
        for key in keys:
            path = (*path, key)
            self._mark(path)
        self.place = end + 1
        self._read_value(path)

    def _read_value(self, path: Path) -> None:
        opening = self._next()
        if opening == "[":
            self._read_array(path)
        elif opening == "{":
            self._read_inline_table(path)
        elif opening in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _read_array(self, path: Path) -> None:
        self.place += 1
        index = 0
        while self._next() != "]":
            self._mark((*path, index))
            self._read_value((*path, index))
            index += 1
            if self._next() == ",":
                self.place += 1
        self.place += 1

    def _read_inline_table(self, path: Path) -> None:
        self.place += 1
        while self._next() != "}":
            self._read_pair(path)
            if self._next() == ",":
                self.place += 1
        self.place += 1

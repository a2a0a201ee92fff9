"""A script, read whole: every statement understood, or every mistake told."""

from dataclasses import dataclass, field
from typing import Final

from punto.rehearsals.cursors import Cursor, Misses, Unread
from punto.rehearsals.deeds import Deed, Remark
from punto.rehearsals.forms import Form
from punto.rehearsals.language import INDENTED, STATEMENTS
from punto.rehearsals.mistakes import Mistake, Wanted
from punto.rehearsals.patterns import Found, read
from punto.rehearsals.scopes import RuleBook, Scope
from punto.rehearsals.words import Line, line_of
from punto.values.ids import PersonId

_NO_TABLE: Final = Wanted("a table first, such as the line: table A1 plays rws-etg")
_NO_HEADING: Final = Wanted("no indentation, or a heading above: people, or table A1 plays ...")
_UNCLOSED: Final = Wanted("a second quotation mark")


@dataclass(frozen=True, slots=True)
class Statement:
    """One line that does something, or a comment."""

    line: int
    text: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class Script:
    """A script without mistakes."""

    statements: tuple[Statement, ...]
    shows: tuple[str, ...] = ()
    """What it says it is an example of."""


def read_script(text: str, book: RuleBook) -> Script | tuple[Mistake, ...]:
    """Read a script to its end, and tell all its mistakes at once."""
    reading = _Reading(Scope(book))
    for number, written in enumerate(text.splitlines(), start=1):
        line = line_of(number, written)
        if line.text.strip() and not reading.lost:
            reading.take(line)
    return tuple(reading.mistakes) or Script(tuple(reading.statements), reading.scope.shows)


@dataclass(slots=True)
class _Reading:
    """How far a script is read."""

    scope: Scope
    heading: str = ""
    statements: list[Statement] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    lost: bool = False
    """Whether nothing below can be understood for a mistake above."""

    def take(self, line: Line) -> None:
        """Read one line that is not empty."""
        if not line.words and line.open_quote is None:
            self.statements.append(Statement(line.number, line.text.strip(), Remark()))
            return
        if not line.indented:
            self.heading = line.words[0].text.casefold() if line.words else ""
        understood = _understood(line, self.scope, self.heading)
        if isinstance(understood, Mistake):
            self.mistakes.append(understood)
            self._make_do(line)
            return
        form, found = understood
        self.statements.append(Statement(line.number, line.text, form.deed(found, self.scope)))
        self.scope = form.names(self.scope, found)

    def _make_do(self, line: Line) -> None:
        """Keep one mistake from causing others further down."""
        if line.indented and self.heading == "people" and line.words:
            self.scope = self.scope.with_person(PersonId(line.words[0].text))
        self.lost = not line.indented and self.heading in {"table", "terminals"}


def _understood(line: Line, scope: Scope, heading: str) -> tuple[Form, Found] | Mistake:
    if line.open_quote is not None:
        rest = line.text[line.open_quote - 1 :]
        return Mistake(line.number, line.open_quote, rest, (_UNCLOSED,))
    if line.indented and heading not in INDENTED:
        return Mistake(line.number, 1, "an indented line", (_NO_HEADING,))
    forms = INDENTED[heading] if line.indented else STATEMENTS
    fitting = _fitting(line, scope, forms)
    if fitting is None:
        return _misplaced(line, scope, heading) or _mistake(line, scope, forms)
    if fitting[0].needs_table and scope.table is None:
        return Mistake(line.number, 1, "a statement about a table", (_NO_TABLE,))
    return fitting


def _fitting(line: Line, scope: Scope, forms: tuple[Form, ...]) -> tuple[Form, Found] | None:
    """The form that a line has, with what stands in its slots."""
    said = {word.text.casefold() for word in line.words}
    for form in forms:
        # Most forms are out at a glance; only a mistake makes it worth asking each why.
        found = _found(form, Cursor(line, scope)) if form.literals <= said else None
        if found is not None:
            return form, found
    return None


def _misplaced(line: Line, scope: Scope, heading: str) -> Mistake | None:
    """A line that would be understood with other spaces before it."""
    if line.indented:
        if _fitting(line, scope, STATEMENTS) is None:
            return None
        wanted = Wanted(f"no indentation, since it says nothing about the heading {heading!r}")
        return Mistake(line.number, 1, "an indented line", (wanted,))
    for above, forms in INDENTED.items():
        if _fitting(line, scope, forms) is not None:
            wanted = Wanted(f"two spaces before it, under the heading {above!r}")
            return Mistake(line.number, 1, "a line that is not indented", (wanted,))
    return None


def _found(form: Form, cursor: Cursor) -> Found | None:
    try:
        return read(form.parts, cursor)
    except Unread:
        return None


def _mistake(line: Line, scope: Scope, forms: tuple[Form, ...]) -> Mistake:
    furthest = Misses()
    for form in forms:
        misses = Misses()
        _found(form, Cursor(line, scope, misses))
        furthest.add_form(misses, form.example)
    return furthest.mistake(line)

"""Reads a whole script by the forms of the whole language: every statement, or every mistake."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from punto.rehearsals.access_forms import ACCESS_FORMS
from punto.rehearsals.cursors import Cursor, Misses, ScriptLine, Unread, line_of
from punto.rehearsals.expectation_forms import OUTCOME_FORMS
from punto.rehearsals.floor_forms import FLOOR_FORMS, PEOPLE_FORMS
from punto.rehearsals.forms import Action, Deed, Expectation, Found, Remark, StatementForm, read
from punto.rehearsals.layout_expectation_forms import LAYOUT_STATE_FORMS
from punto.rehearsals.layout_forms import LAYOUT_SETTINGS, LAYOUT_STATEMENTS
from punto.rehearsals.mistakes import FOUND_MAX, TOLD_MAX, Mistake, Mistakes, Wanted
from punto.rehearsals.purse_forms import ADJUSTMENT_STATEMENTS, PURSE_STATEMENTS
from punto.rehearsals.round_forms import MATTER_STATEMENTS, ROUND_STATEMENTS
from punto.rehearsals.scopes import RuleBook, Scope
from punto.rehearsals.setting_forms import SETUP_FORMS, TABLE_FORMS
from punto.rehearsals.shoe_forms import SHOE_STATEMENTS
from punto.rehearsals.state_expectation_forms import STATE_FORMS
from punto.rehearsals.table_forms import TABLE_STATEMENTS
from punto.rehearsals.tray_forms import TRAY_STATEMENTS
from punto.values import PersonId, TableId, Value, replace

SECTIONS: Final[dict[str, tuple[StatementForm, ...]]] = {
    "Headings and time": SETUP_FORMS,
    "The floor": FLOOR_FORMS,
    "Letting in": ACCESS_FORMS,
    "The table": TABLE_STATEMENTS,
    "The shoe": SHOE_STATEMENTS,
    "Money": PURSE_STATEMENTS,
    "Adjustments": ADJUSTMENT_STATEMENTS,
    "The round": ROUND_STATEMENTS,
    "The layout of a live table": LAYOUT_STATEMENTS,
    "The float of a live table": TRAY_STATEMENTS,
    "Irregularities": MATTER_STATEMENTS,
    "Expectations on the line before": OUTCOME_FORMS,
    "Expectations on how things stand": STATE_FORMS,
    "Expectations at a live table": LAYOUT_STATE_FORMS,
}
"""Forms at the beginning of a line."""

INDENTED: Final[dict[str, tuple[StatementForm, ...]]] = {
    "people": PEOPLE_FORMS,
    "table": (*TABLE_FORMS, *LAYOUT_SETTINGS),
}
"""Forms indented under a heading, by the heading's first word."""

STATEMENTS: Final = tuple(form for forms in SECTIONS.values() for form in forms)

EVERY_FORM: Final = (*STATEMENTS, *(form for forms in INDENTED.values() for form in forms))


_NO_TABLE: Final = Wanted("a table first, such as the line: table A1 plays rws-etg")
_NO_HEADING: Final = Wanted("no indentation, or a heading above: people, or table A1 plays ...")
_UNCLOSED: Final = Wanted("a second quotation mark")
_NOTHING: Final = Wanted("people and a table, and what happens there (docs/REHEARSAL.md)")
_BOM: Final = "\ufeff"
"""The mark that some Windows editors put before a text."""


class Statement(Value):
    """One line with an effect, or a comment."""

    line: int
    text: str
    deed: Deed


class Script(Value):
    """A script without mistakes."""

    statements: tuple[Statement, ...]
    shows: tuple[str, ...] = ()
    """The subjects that it claims to show."""
    tables: tuple[TableId, ...] = ()
    """The planned tables."""


def read_script(text: str, book: RuleBook) -> Script | Mistakes:
    """Read a script to its end and return it, or all its mistakes."""
    reading = _Reading(Scope(book))
    lines = [line_of(*each) for each in enumerate(text.removeprefix(_BOM).splitlines(), start=1)]
    for line in lines:
        if line.text.strip() and not reading.lost:
            reading.take(line)
    if reading.mistakes:
        return Mistakes(tuple(reading.mistakes), reading.more)
    if not any(isinstance(each.deed, Action | Expectation) for each in reading.statements):
        last = lines[-1] if lines else line_of(1, "")
        return Mistakes(
            (Mistake(last.number, last.end_column, "nothing to rehearse", (_NOTHING,)),)
        )
    scope = reading.scope
    return Script(tuple(reading.statements), scope.shows, tuple(scope.drafts))


@dataclass(slots=True)
class _Reading:
    """The state of reading a script."""

    scope: Scope
    heading: str = ""
    statements: list[Statement] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    more: int = 0
    """The number of mistakes beyond those listed."""
    excused: bool = False
    """Whether the next indented lines belong to a mistake already reported."""
    lost: bool = False
    """Whether a mistake above makes the rest unreadable."""

    def take(self, line: ScriptLine) -> None:
        """Read one line that is not empty."""
        if not line.words and line.open_quote is None:
            self.statements.append(Statement(line.number, line.text.strip(), Remark()))
            return
        if not line.indented:
            self.heading = line.words[0].text.casefold() if line.words else ""
            self.excused = False
        self.scope = replace(self.scope, line=line.number)
        if len(self.mistakes) == TOLD_MAX:
            # Only count: explaining a mistake takes longer than finding it.
            self._count(line)
            return
        understood = _understood(line, self.scope, self.heading)
        if isinstance(understood, Mistake):
            if not self.excused:
                self.mistakes.append(understood)
            self._make_do(line)
            return
        self._note(line, *understood)

    def _count(self, line: ScriptLine) -> None:
        forms = _forms(line, self.heading)
        fitting = None if line.open_quote is not None else _fitting(line, self.scope, forms)
        if fitting is not None:
            self._note(line, *fitting)
            return
        self.more += not self.excused
        self._make_do(line)

    def _note(self, line: ScriptLine, form: StatementForm, found: Found) -> None:
        """Add a line that was understood."""
        self.statements.append(Statement(line.number, line.text, form.deed(found, self.scope)))
        begun = self.scope.begun or not form.is_preface
        self.scope = replace(form.names(self.scope, found), begun=begun)

    def _make_do(self, line: ScriptLine) -> None:
        """Prevent one mistake from causing others below it."""
        if not line.indented:
            self.heading = self._heading_meant()
            self.lost = self.heading == "terminals" or self._misses_table(line)
        elif self.heading == "people" and line.words:
            self.scope = self.scope.with_person(PersonId(line.words[0].text))
        # One mistake for all misplaced indented lines together.
        self.excused = self.heading not in INDENTED

    def _misses_table(self, line: ScriptLine) -> bool:
        """Whether a line meant to plan a table could not be read."""
        named = [word.text for word in line.words[1:]]
        goes_there = len(named) == 1 or any(name in self.scope.drafts for name in named[:1])
        return self.heading == "table" and not goes_there

    def _heading_meant(self) -> str:
        """Return the heading that a line was probably meant to be."""
        names = {name.casefold() for name in (*self.scope.people, *self.scope.terminals)}
        if self.heading in names or len(self.heading) > FOUND_MAX:
            return ""
        return next(iter(get_close_matches(self.heading, (*INDENTED, "terminals"), n=1)), "")


def _forms(line: ScriptLine, heading: str) -> tuple[StatementForm, ...]:
    return INDENTED.get(heading, ()) if line.indented else STATEMENTS


def _understood(
    line: ScriptLine, scope: Scope, heading: str
) -> tuple[StatementForm, Found] | Mistake:
    if line.open_quote is not None:
        rest = line.text[line.open_quote - 1 :]
        return Mistake(line.number, line.open_quote, rest, (_UNCLOSED,))
    if line.indented and heading not in INDENTED:
        return Mistake(line.number, 1, "an indented line", (_NO_HEADING,))
    forms = _forms(line, heading)
    fitting = _fitting(line, scope, forms)
    if fitting is None:
        return _misplaced(line, scope, heading) or _mistake(line, scope, forms)
    form, found = fitting
    if form.needs_table and scope.table is None:
        return Mistake(line.number, 1, "a statement about a table", (_NO_TABLE,))
    objection = form.objection(scope, found)
    if objection:
        return Mistake(line.number, 1, repr(line.text), (Wanted(objection),))
    return fitting


def _fitting(
    line: ScriptLine, scope: Scope, forms: tuple[StatementForm, ...]
) -> tuple[StatementForm, Found] | None:
    """Return the form that a line matches, with the contents of its slots."""
    said = {word.text.casefold() for word in line.words}
    for form in forms:
        # A quick check rules out most forms; only mistakes need the reasons of each.
        found = _found(form, Cursor(line, scope)) if form.literals <= said else None
        if found is not None:
            return form, found
    return None


def _misplaced(line: ScriptLine, scope: Scope, heading: str) -> Mistake | None:
    """Return the mistake of a line that needs another indentation, if so."""
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


def _found(form: StatementForm, cursor: Cursor) -> Found | None:
    try:
        return read(form.parts, cursor)
    except Unread:
        return None


def _mistake(line: ScriptLine, scope: Scope, forms: tuple[StatementForm, ...]) -> Mistake:
    furthest = Misses()
    for form in forms:
        misses = Misses()
        _found(form, Cursor(line, scope, misses))
        furthest.add_form(misses, form.example)
    return furthest.mistake(line)

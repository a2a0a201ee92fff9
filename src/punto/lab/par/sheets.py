"""A PAR sheet: everything that a laboratory files about one game, as pure data, HTML and PDF.

The page has inline style and pictures, and no script. The print is PDF/A-2a for archives and
PDF/UA-1 for screen readers.
"""

from datetime import UTC, date, datetime
from importlib.resources import files

import typst
from jinja2 import Environment, StrictUndefined
from msgspec import json, to_builtins

from punto.lab.par.annex import annex
from punto.lab.par.blocks import SheetSection
from punto.lab.par.edge_section import edges
from punto.lab.par.method import method, verification
from punto.lab.par.overview import glance, identity
from punto.lab.par.pay_tables import pay_tables
from punto.lab.par.readings_cost import readings_cost
from punto.lab.par.subjects import Subject
from punto.lab.par.volatility import correlations, volatility
from punto.values import Value

SECTIONS = (
    identity,
    glance,
    pay_tables,
    edges,
    volatility,
    correlations,
    readings_cost,
    method,
    verification,
    annex,
)
"""The order matters: some sections refer to others by number."""


class Sheet(Value):
    """The content of the sheet; the templates define its look."""

    title: str
    name: str
    native_name: str
    """The game's Chinese name, for a page whose reader has the fonts."""
    key: str
    rules: str
    definition: str
    software: str
    sections: tuple[SheetSection, ...]


def sheet_of(subject: Subject) -> Sheet:
    """Make the whole sheet of a game."""
    game, rules = subject.game, subject.game.rules
    version = "version unknown" if rules.version is None else f"version {rules.version}"
    since = "date unknown" if rules.effective is None else f"{rules.effective:%Y-%m-%d}"
    return Sheet(
        title=f"PAR sheet: {game.name.en}",
        name=game.name.en,
        native_name=game.name.zh if game.name.zh != game.name.en else "",
        key=game.key,
        rules=f"{rules.document}, {version}, {since}",
        definition=subject.origin.definition,
        software=subject.origin.software,
        sections=tuple(section(subject) for section in SECTIONS),
    )


_PAGE = files("punto.lab.par") / "sheet.html.jinja"


def html_of(sheet: Sheet) -> bytes:
    """Return the page; the same sheet makes the same bytes."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(_PAGE.read_text("utf-8"))
    return template.render(sheet=to_builtins(sheet)).encode()


NO_DATE = date(1970, 1, 1)
"""An archived PDF must have a date; this one means none."""

_PRINT = files("punto.lab.par") / "sheet.typ"
_NO_LETTER = "could not be displayed"


class CannotPrint(Exception):
    """A sheet with letters that no font on this machine has; the message is one sentence."""


def pdf_of(sheet: Sheet, dated: date | None = None) -> bytes:
    """Return the PDF; the same sheet makes the same bytes."""
    try:
        return _compiled(sheet, dated, with_fonts_of_machine=False)
    except typst.TypstError as error:
        if _NO_LETTER not in str(error):
            raise
    # Only a user's own game can have a name that the built-in fonts cannot write.
    try:
        return _compiled(sheet, dated, with_fonts_of_machine=True)
    except typst.TypstError as error:
        if _NO_LETTER not in str(error):
            raise
        raise CannotPrint(f"PDF of {sheet.key}: {error}") from error


def _compiled(sheet: Sheet, dated: date | None, *, with_fonts_of_machine: bool) -> bytes:
    day = dated or NO_DATE
    return typst.compile(
        _PRINT.read_bytes(),
        format="pdf",
        sys_inputs={"sheet": json.encode(sheet).decode()},
        ignore_system_fonts=not with_fonts_of_machine,
        pdf_standards=["a-2a", "ua-1"],
        timestamp=datetime(day.year, day.month, day.day, tzinfo=UTC),
    )

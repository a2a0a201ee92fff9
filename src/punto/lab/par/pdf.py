"""A sheet as a PDF for filing: PDF/A-2a for archives, PDF/UA-1 for screen readers."""

import json
from datetime import UTC, date, datetime
from importlib.resources import files

import typst

from punto.lab.par.plain_data import written
from punto.lab.par.sheets import Sheet

NO_DATE = date(1970, 1, 1)
"""An archived PDF must have a date; this one means none."""

_TEMPLATE = files("punto.lab.par") / "sheet.typ"
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
        _TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"sheet": json.dumps(written(sheet), ensure_ascii=False)},
        ignore_system_fonts=not with_fonts_of_machine,
        pdf_standards=["a-2a", "ua-1"],
        timestamp=datetime(day.year, day.month, day.day, tzinfo=UTC),
    )

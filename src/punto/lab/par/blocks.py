"""The blocks of a page, before it is HTML or PDF: words, tables, pictures and commands."""

from enum import Enum

from punto.values import Value


class Align(Enum):
    """The alignment of a column's cells."""

    WORDS = "words"
    FIGURE = "figure"
    """Digits aligned under digits."""
    EXACT = "exact"
    """A long fraction or hash, set smaller."""
    MARK = "mark"
    """One sign, centred."""


class SheetColumn(Value):
    """The head of a column."""

    head: str
    align: Align = Align.FIGURE


class Group(Value):
    """Rows that belong together, with an optional title."""

    rows: tuple[tuple[str, ...], ...]
    title: str = ""


class SheetTable(Value):
    """Rows of cells under their heads."""

    caption: str
    columns: tuple[SheetColumn, ...]
    groups: tuple[Group, ...]


class Words(Value):
    """A paragraph."""

    text: str


class Heading(Value):
    """A title inside a section, with a remark beside it."""

    text: str
    note: str = ""


class Facts(Value):
    """Names and their values."""

    pairs: tuple[tuple[str, str], ...]


class Picture(Value):
    """A drawing as SVG text, with its caption."""

    caption: str
    svg: str


class Commands(Value):
    """Lines for a shell."""

    lines: tuple[str, ...]


Block = Words | Heading | Facts | SheetTable | Picture | Commands


class SheetSection(Value):
    """A numbered part of the page."""

    title: str
    blocks: tuple[Block, ...]


def plain(
    caption: str, columns: tuple[SheetColumn, ...], rows: tuple[tuple[str, ...], ...]
) -> SheetTable:
    """Make a table with one group of rows."""
    return SheetTable(caption, columns, (Group(rows),))

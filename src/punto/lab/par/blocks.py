"""The blocks of a page, before it is HTML or PDF: words, tables, pictures and commands."""

from dataclasses import dataclass
from enum import Enum


class Align(Enum):
    """The alignment of a column's cells."""

    WORDS = "words"
    FIGURE = "figure"
    """Digits aligned under digits."""
    EXACT = "exact"
    """A long fraction or hash, set smaller."""
    MARK = "mark"
    """One sign, centred."""


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column."""

    head: str
    align: Align = Align.FIGURE


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, with an optional title."""

    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under their heads."""

    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A title inside a section, with a remark beside it."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and their values."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG text, with its caption."""

    caption: str
    svg: str


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines for a shell."""

    lines: tuple[str, ...]


Block = Words | Heading | Facts | Table | Picture | Commands


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered part of the page."""

    title: str
    blocks: tuple[Block, ...]


def plain(caption: str, columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    """Make a table with one group of rows."""
    return Table(caption, columns, (Group(rows),))

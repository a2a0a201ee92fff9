"""The blocks of a page, before it is HTML or PDF: words, tables, pictures and commands.

Numbers are printed rounded from the exact fraction and never from a float.
"""

from enum import Enum
from fractions import Fraction

from punto.values import Value

MINUS = "−"
PROBABILITY_PLACES = 10
PERCENT_PLACES = 4


def decimal(number: Fraction, places: int) -> str:
    """Format a number with so many decimals, rounded half to even."""
    scaled = round(number * 10**places)
    digits = f"{abs(scaled):0{places + 1}}"
    sign = MINUS if scaled < 0 else ""
    return f"{sign}{int(digits[:-places]):,}.{digits[-places:]}"


def percent(share: Fraction, places: int = PERCENT_PLACES) -> str:
    """Format a share in percent, without the sign, which is in the column's head."""
    return decimal(100 * share, places)


def probability(share: Fraction) -> str:
    """Format a probability with ten decimals."""
    return decimal(share, PROBABILITY_PLACES)


def exact(number: Fraction) -> str:
    """Format a fraction in lowest terms."""
    sign = MINUS if number < 0 else ""
    return f"{sign}{abs(number.numerator)}/{number.denominator}"


def whole(number: int) -> str:
    """Format a count with thousands separators."""
    return f"{number:,}"


def real(number: float | None, places: int) -> str:
    """Format an irrational number, such as a root; a dash for None."""
    if number is None:
        return "–"
    return decimal(Fraction(number), places)


def signed(text: str) -> str:
    """Add a plus sign to a printed number without a minus."""
    return text if text.startswith(MINUS) else f"+{text}"


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


class _Block(Value, tag_field="kind"):
    """A part of a section; the templates tell its kind by its tag."""


class SheetTable(_Block, tag="table"):
    """Rows of cells under their heads."""

    caption: str
    columns: tuple[SheetColumn, ...]
    groups: tuple[Group, ...]


class Words(_Block, tag="words"):
    """A paragraph."""

    text: str


class Heading(_Block, tag="heading"):
    """A title inside a section, with a remark beside it."""

    text: str
    note: str = ""


class Facts(_Block, tag="facts"):
    """Names and their values."""

    pairs: tuple[tuple[str, str], ...]


class Picture(_Block, tag="picture"):
    """A drawing as SVG text, with its caption."""

    caption: str
    svg: str


class Commands(_Block, tag="commands"):
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

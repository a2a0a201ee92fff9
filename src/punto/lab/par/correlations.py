"""Correlations between bets on the same coup."""

from collections.abc import Mapping
from itertools import combinations

from punto.lab.par.blocks import Align, Column, Section, Table, Words, plain
from punto.lab.par.figures import real
from punto.lab.par.subjects import Subject

COLUMNS_MAX = 11
"""The most bets side by side on a page."""

Pairs = Mapping[tuple[int, int], float | None]


def correlations(subject: Subject) -> Section:
    """Make the lower half of the matrix, in parts that fit a page."""
    odds = subject.odds
    keys = tuple(odds)
    found = {
        (second, first): odds.correlation(keys[first], keys[second])
        for first, second in combinations(range(len(keys)), 2)
    }
    names = tuple(odds[key].bet.name.en for key in keys)
    starts = range(0, len(keys), COLUMNS_MAX)
    words = (
        "The correlation of the profits of two bets on one coup, from their exact covariance over"
        " the joint distribution of all that can come. A column has the number of its bet. A dash"
        " stands where one of the bets never varies."
    )
    tables = tuple(_part(names, found, start) for start in starts)
    return Section("Correlation between bets", (Words(words), *tables))


def _part(names: tuple[str, ...], found: Pairs, start: int) -> Table:
    end = min(start + COLUMNS_MAX, len(names))
    columns = (Column("No."), Column("Bet", Align.WORDS))
    rows = tuple(
        (str(row + 1), names[row], *(_cell(found, row, column) for column in range(start, end)))
        for row in range(start, len(names))
    )
    heads = tuple(Column(str(column + 1)) for column in range(start, end))
    return plain(f"Correlations with bets {start + 1} to {end}", (*columns, *heads), rows)


def _cell(found: Pairs, row: int, column: int) -> str:
    if row < column:
        return ""
    return real(1 if row == column else found[row, column], 4)

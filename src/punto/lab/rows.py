"""Counts the draws that each row of many pay tables decides."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from punto.lab.distributions import Distribution
from punto.lab.draw_table import Counts
from punto.lab.joint_kernel import add_up
from punto.rules import LOSES, OUTCOMES_COUNT, POINTS_COUNT, PayTable


class Entries(NamedTuple):
    """Places of a distribution, and the row that takes each."""

    places: Counts
    rows: Counts


@dataclass(frozen=True)
class RowPlan:
    """Where the rows of pay tables find their draws.

    Most tables depend on points alone or on pairs alone, so the joint distribution is counted only
    for those that depend on both. Equal tables share their rows.
    """

    starts: tuple[int, ...]
    """For each pay table, where its rows begin in the result of ``count``."""
    rows_count: int
    by_points: Entries
    by_pairs: Entries
    by_outcome: Entries

    def count(self, found: Distribution) -> Counts:
        """Return the draws that each row decides; lost bets are in none."""
        ways = np.zeros(self.rows_count, np.int64)
        if self.by_points.places.size:
            add_up(found.points, *self.by_points, ways)
        if self.by_pairs.places.size:
            add_up(found.pairs, *self.by_pairs, ways)
        if self.by_outcome.places.size:
            add_up(found.outcomes.ravel(), *self.by_outcome, ways)
        return ways


def plan_rows(tables: Sequence[PayTable]) -> RowPlan:
    """Compile pay tables for counting."""
    known: dict[tuple[int, ...], int] = {}
    entries: tuple[list[Entries], ...] = ([], [], [])
    rows_count = 0
    for table in tables:
        if table.deciding not in known:
            known[table.deciding] = rows_count
            kind, numbers = _simplest(row_numbers(table))
            places = np.flatnonzero(numbers != LOSES)
            entries[kind].append(Entries(places, rows_count + numbers[places] - 1))
            rows_count += len(table.rows)
    starts = tuple(known[table.deciding] for table in tables)
    return RowPlan(starts, rows_count, *map(_joined, entries))


def row_numbers(table: PayTable) -> Counts:
    """Return the table's ``row_numbers`` as an array, without examining each Outcome."""
    numbers = np.full(OUTCOMES_COUNT, LOSES, np.int64)
    for number, outcomes in enumerate(table.deciding, start=1):
        bits = np.frombuffer(outcomes.to_bytes(-(-OUTCOMES_COUNT // 8), "little"), np.uint8)
        numbers[np.unpackbits(bits, count=OUTCOMES_COUNT, bitorder="little") == 1] = number
    return numbers


_POINTS, _PAIRS, _OUTCOME = range(3)


def _simplest(by_outcome: Counts) -> tuple[int, Counts]:
    """Return the deciding rows by points or by pairs, if the table depends on nothing else."""
    numbers = by_outcome.reshape(-1, POINTS_COUNT)
    if (numbers == numbers[0]).all():
        return _POINTS, numbers[0]
    if (numbers == numbers[:, :1]).all():
        return _PAIRS, numbers[:, 0]
    return _OUTCOME, by_outcome


def _joined(entries: Iterable[Entries]) -> Entries:
    nothing = np.zeros(0, np.int64)
    every = tuple(entries)
    places = np.concatenate([nothing, *(each.places for each in every)])
    return Entries(places, np.concatenate([nothing, *(each.rows for each in every)]))

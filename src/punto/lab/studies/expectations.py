"""A patron's expectation of the bets of a game before each of many rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from punto.lab.bet_odds import profit_of
from punto.lab.distributions import Distribution
from punto.lab.draw_table import Counts, drawing_of
from punto.lab.joint_kernel import add_up
from punto.lab.pair_classes import CARDS_BY_RANK, CLASS_OF_RANK, HAND_PAIRS, VALUE_OF_CARD
from punto.lab.rows import RowPlan, plan_rows
from punto.lab.studies.expectation_kernel import Payments, expect
from punto.rules import Bet, TableOfPlay
from punto.values import Composition


@dataclass(frozen=True)
class Expecting:
    """Bets prepared for many compositions; only numbers, so that it can be sent to workers."""

    table: TableOfPlay
    plan: RowPlan
    payments: Payments
    bets_count: int

    def of(self, unseen: Counts) -> NDArray[np.float64]:
        """Return the expectation of each bet for each row of unseen cards."""
        ways = np.zeros((len(unseen), self.plan.rows_count), np.int64)
        if self.plan.by_outcome.places.size:
            for left, row in zip(unseen, ways, strict=True):
                found = Distribution(Composition(tuple(left.tolist())), self.table)
                add_up(found.outcomes.ravel(), *self.plan.by_outcome, row)
        maps = (VALUE_OF_CARD, CARDS_BY_RANK, HAND_PAIRS, CLASS_OF_RANK, drawing_of(self.table))
        points, pairs = self.plan.by_points, self.plan.by_pairs
        entries = ((points.places, points.rows), (pairs.places, pairs.rows))
        prepared = (*entries, self.payments)
        expected = np.zeros((len(unseen), self.bets_count))
        expect(np.ascontiguousarray(unseen), maps, prepared, ways, expected)
        return expected


def expecting(table: TableOfPlay, bets: Sequence[Bet]) -> Expecting:
    """Prepare the bets of a table."""
    plan = plan_rows([bet.pays for bet in bets])
    entries = [
        (number, start + row, float(1 + profit_of(pays)))
        for number, (bet, start) in enumerate(zip(bets, plan.starts, strict=True))
        for row, pays in enumerate(bet.pays.rows)
    ]
    numbers, rows, returned = (list(column) for column in zip(*entries, strict=True))
    payments = (np.array(numbers, np.int64), np.array(rows, np.int64), np.array(returned, float))
    return Expecting(table, plan, payments, len(bets))

"""Proposals that wait, after a step of an adjustment; the book follows from the postings."""

from typing import assert_never

from punto.rounds.adjustment import events
from punto.rounds.adjustment.commands import Adjustment
from punto.rounds.state import Table
from punto.values import replace


def after_adjustment(table: Table, fact: events.AdjustmentFact) -> Table:
    """Return the table with its open proposals, without those that were answered."""
    rest = {t: asked for t, asked in table.adjustments.items() if t != fact.terminal}
    match fact:
        case events.AdjustmentAsked():
            asked = Adjustment(fact.kind, fact.amount, fact.reason, fact.asked_by)
            return replace(table, adjustments={**rest, fact.terminal: asked})
        case events.AdjustmentTurnedDown() | events.DebtWrittenOff():
            return replace(table, adjustments=rest)
        case events.CreditsAdjusted():
            return replace(table, adjustments=table.adjustments if fact.by_ruling else rest)
        case events.DebtRepaid():
            return table
        case _:
            assert_never(fact)

"""The record of a single table, for reports."""

from collections.abc import Sequence
from itertools import islice

from punto.rounds import TableConfigured, TableEvent
from punto.views.reports.shape import Records


def one_table(events: Sequence[TableEvent]) -> Records:
    """Return the record of a single table, under its configured name."""
    facts = (event.fact for event in events)
    names = (fact.configuration.table for fact in facts if isinstance(fact, TableConfigured))
    return dict.fromkeys(islice(names, 1), events)

from collections.abc import Mapping, Sequence
from itertools import islice

from punto.rounds.events import Event
from punto.rounds.table.events import TableConfigured
from punto.values.ids import TableId

Records = Mapping[TableId, Sequence[Event]]
"""The events of every table that a report is about."""


def one_table(events: Sequence[Event]) -> Records:
    """The record of a single table, under the name that it was configured with."""
    facts = (event.fact for event in events)
    names = (fact.configuration.table for fact in facts if isinstance(fact, TableConfigured))
    return dict.fromkeys(islice(names, 1), events)

"""The part of the record that a report is about: tables and a period."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from punto.rounds.events import Event
from punto.rounds.table.events import TableConfigured
from punto.values.ids import Instant, TableId

Records = Mapping[TableId, Sequence[Event]]
"""The events of every table that a report is about."""


def one_table(events: Sequence[Event]) -> Records:
    """The record of a single table, under the name that it was configured with."""
    facts = (event.fact for event in events)
    names = (fact.configuration.table for fact in facts if isinstance(fact, TableConfigured))
    return dict.fromkeys(islice(names, 1), events)


@dataclass(frozen=True, slots=True)
class Period:
    """From a moment up to and without another; open where one is left out."""

    start: Instant | None = None
    end: Instant | None = None

    def has_begun(self, at: Instant) -> bool:
        """Whether a moment is not before the period."""
        return self.start is None or at >= self.start

    def known(self, events: Iterable[Event]) -> Iterator[Event]:
        """The record as it stood when the period ended; time in it never runs back."""
        end = self.end
        return takewhile(lambda event: end is None or event.at < end, events)

    def before(self, events: Iterable[Event]) -> Iterator[Event]:
        """The record as it stood when the period began."""
        return takewhile(lambda event: not self.has_begun(event.at), events)


EVER = Period()

"""The part of the record that a report covers: tables and a period."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from punto.rounds import Event, TableConfigured
from punto.values import Instant, TableId

Records = Mapping[TableId, Sequence[Event]]
"""The events of every table that a report covers."""


def one_table(events: Sequence[Event]) -> Records:
    """Return the record of a single table, under its configured name."""
    facts = (event.fact for event in events)
    names = (fact.configuration.table for fact in facts if isinstance(fact, TableConfigured))
    return dict.fromkeys(islice(names, 1), events)


@dataclass(frozen=True, slots=True)
class Period:
    """The time from one instant up to, not including, another; open if one is missing."""

    start: Instant | None = None
    end: Instant | None = None

    def has_begun(self, at: Instant) -> bool:
        """Whether an instant is not before the period."""
        return self.start is None or at >= self.start

    def known(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the record up to the end of the period; its times never decrease."""
        end = self.end
        return takewhile(lambda event: end is None or event.at < end, events)

    def before(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the record up to the beginning of the period."""
        return takewhile(lambda event: not self.has_begun(event.at), events)


EVER = Period()

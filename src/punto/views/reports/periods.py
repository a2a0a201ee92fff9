from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from punto.rounds.events import Event
from punto.values.ids import Instant


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

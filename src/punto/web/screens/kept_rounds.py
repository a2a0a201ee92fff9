"""The latest rounds of a table, kept ready to be recalled without reading the whole record."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from punto.rounds.events import Event
from punto.rounds.round_events import BetsOpened, PositionTaken
from punto.rounds.state import Table
from punto.values.ids import TerminalId
from punto.views.recall import Recall, recall

KEPT_COUNT = 50
"""More than the ten that a patron may expect to see again."""


@dataclass(slots=True)
class _Kept:
    before: Table
    """The table as it was when the round began."""
    number: int
    events: list[Event] = field(default_factory=list)
    """All until the next round began."""


class KeptRounds:
    """A table's rounds of late, each from its opening to the opening of the next."""

    def __init__(self) -> None:
        self._kept: deque[_Kept] = deque(maxlen=KEPT_COUNT)

    def take(self, before: Table, event: Event) -> None:
        """One more event, and the table before it."""
        if isinstance(event.fact, BetsOpened):
            self._kept.append(_Kept(before, event.fact.round_number))
        if self._kept:
            self._kept[-1].events.append(event)

    def recall(self, round_number: int, terminal: TerminalId | None) -> Recall | None:
        """A round that is kept, with what was found out about it later; None for any other."""
        kept = tuple(self._kept)
        for index, each in enumerate(kept):
            if each.number == round_number:
                return recall(_events(kept[index:]), round_number, terminal, each.before)
        return None

    def with_bets_of(self, terminal: TerminalId) -> tuple[int, ...]:
        """The rounds that a terminal had bets in, the latest first."""
        return tuple(each.number for each in reversed(self._kept) if _has_bets(each, terminal))

    def numbers(self) -> tuple[int, ...]:
        """All rounds that are kept, the latest first."""
        return tuple(each.number for each in reversed(self._kept))


def _events(kept: Iterable[_Kept]) -> Iterator[Event]:
    for each in kept:
        yield from each.events


def _has_bets(kept: _Kept, terminal: TerminalId) -> bool:
    """Whether the last position of the round had any; it may have been taken back."""
    positions = (
        event.fact.stakes
        for event in reversed(kept.events)
        if isinstance(event.fact, PositionTaken) and event.fact.terminal == terminal
    )
    return bool(next(positions, ()))

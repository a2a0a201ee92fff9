"""One stream as far as it was inspected, so that the next inspection can continue."""

from collections.abc import Iterable

from punto.identity import evolution as floor_evolution
from punto.identity.events import Event as FloorEvent
from punto.identity.floors import Floor
from punto.ledger.audit import Recount
from punto.ledger.postings import Posting
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Event as TableEvent
from punto.rounds.evolution import evolve_and_post
from punto.rounds.irregularity.events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.state import Table
from punto.runtime.ports import FLOOR, Event, Stream
from punto.torture.messages import State
from punto.torture.promises import Promise, expect
from punto.values.ids import CommandId

_ENDINGS = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled


class InspectedStream:
    """The state after each event, replayed from the first one, and the sums of the postings."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.states = list[State]((Floor() if stream == FLOOR else Table(),))
        self.hash: bytes | None = None
        """The hash of the last event; None before the first one."""
        self.commands = set[CommandId]()
        """The commands whose events were seen."""
        self._recount = Recount()
        self._endings: dict[int, list[int]] = {}
        """The postings that paid each round."""

    @property
    def position(self) -> int:
        """The number of inspected events."""
        return len(self.states) - 1

    def take(self, events: Iterable[Event]) -> None:
        """Replay some more events, and check the ledger and the ends of rounds against them."""
        ended = set[int]()
        for event in events:
            state = self.states[-1]
            if isinstance(event, FloorEvent) and isinstance(state, Floor):
                self.states.append(floor_evolution.evolve(state, event))
            elif isinstance(event, TableEvent) and isinstance(state, Table):
                ended |= self._take(state, event)
        table = self.states[-1]
        if isinstance(table, Table):
            differences = self._recount.differences(table.book)
            seen = "; ".join(each.sentence for each in differences[:3])
            expect(Promise.LEDGER_IS_EVENTS, not differences, f"{self.stream}: {seen}")
            self._check_endings(table, ended)

    def _take(self, before: Table, event: TableEvent) -> set[int]:
        """Replay one event of a table; returns the round that it ended, if any."""
        table, posting = evolve_and_post(before, event)
        self.states.append(table)
        if posting is None:
            return set()
        self._recount.take(posting)
        return self._ended(table, event, posting)

    def _ended(self, table: Table, event: TableEvent, posting: Posting) -> set[int]:
        fact = event.fact
        if not isinstance(fact, _ENDINGS):
            return set()
        late = isinstance(fact, EarlierRoundResettled)
        number = fact.round_number if late else table.rounds_count  # type: ignore[union-attr]
        self._endings.setdefault(number, []).append(posting.number)
        return {number}

    def _check_endings(self, table: Table, ended: Iterable[int]) -> None:
        """Check only rounds that ended now, since ending again reverses the earlier payment."""
        undone = table.book.reversed_numbers
        for number in sorted(ended):
            paid = self._endings[number]
            standing = [each for each in paid if each not in undone]
            seen = f"round {number} is paid by the postings {standing}, expected the last"
            expect(Promise.ONE_ENDING, standing == paid[-1:], f"{self.stream}: {seen}")

"""The inspected part of one stream, from which the next inspection continues."""

from collections.abc import Iterable

from punto import identity, rounds
from punto.ledger import Posting, Recount
from punto.runtime import FLOOR, Event, Stream
from punto.torture.messages import State
from punto.torture.promises import Promise, expect
from punto.values import CommandId


class InspectedStream:
    """The state after each event, replayed from the first one, and the sums of the postings."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.states = list[State]((identity.Floor() if stream == FLOOR else rounds.Table(),))
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
            if isinstance(event, identity.FloorEvent) and isinstance(state, identity.Floor):
                self.states.append(identity.evolve(state, event))
            elif isinstance(event, rounds.TableEvent) and isinstance(state, rounds.Table):
                ended |= self._take(state, event)
        table = self.states[-1]
        if isinstance(table, rounds.Table):
            differences = self._recount.differences(table.book)
            seen = "; ".join(each.sentence for each in differences[:3])
            expect(Promise.LEDGER_IS_EVENTS, not differences, f"{self.stream}: {seen}")
            self._check_endings(table, ended)

    def _take(self, before: rounds.Table, event: rounds.TableEvent) -> set[int]:
        """Replay one event of a table; returns the round that it ended, if any."""
        table, posting = rounds.evolve_and_post(before, event)
        self.states.append(table)
        if posting is None:
            return set()
        self._recount.take(posting)
        return self._ended(table, event, posting)

    def _ended(self, table: rounds.Table, event: rounds.TableEvent, posting: Posting) -> set[int]:
        fact = event.fact
        if not isinstance(fact, rounds.EndingFact):
            return set()
        late = isinstance(fact, rounds.EarlierRoundResettled)
        number = fact.round_number if late else table.rounds_count  # type: ignore[union-attr]
        self._endings.setdefault(number, []).append(posting.number)
        return {number}

    def _check_endings(self, table: rounds.Table, ended: Iterable[int]) -> None:
        """Check that each of these rounds is paid once: a later ending reverses the earlier one."""
        undone = table.book.reversed_numbers
        for number in sorted(ended):
            paid = self._endings[number]
            standing = [each for each in paid if each not in undone]
            seen = f"round {number} is paid by the postings {standing}, expected the last"
            expect(Promise.ONE_ENDING, standing == paid[-1:], f"{self.stream}: {seen}")

"""A witness that remembers and compares all answers and all events that were ever shown.

It counts all money of the floor from the events alone and compares it with the books, and keeps the
inspected part of each stream, from which the next inspection continues.
"""

from collections.abc import Callable, Iterable, Sequence

from punto import identity, rounds
from punto.identity import Floor
from punto.ledger import Book, Posting, Recount
from punto.rounds import CreditsAdjusted, DebtWrittenOff, Fact, Table, TableConfigured, TableEvent
from punto.rounds.purse import events as purse_events
from punto.runtime import FLOOR, Answer, Event, Published, Stream
from punto.torture.network import State
from punto.torture.promises import Promise, expect
from punto.torture.stories import answer_in_words
from punto.torture.watched_chips import WatchedChips
from punto.torture.watched_rounds import WatchedRounds
from punto.values import Cents, CommandId, format_money


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


class WatchedMoney:
    """The money that came to the floor and left it; transfers between tables do neither."""

    def __init__(self) -> None:
        self.came = 0
        self.went = 0
        self.given = 0
        self.between_tables = 0
        """Money that has left one table and not yet arrived at another.

        At no moment does the record have any.
        """
        self.tickets: dict[str, int] = {}
        """Tickets on paper that were not redeemed yet."""
        self.printed: set[str] = set()

    def take(self, fact: Fact) -> None:
        """Count one more fact."""
        match fact:
            case purse_events.CashTaken() | purse_events.BillTaken():
                self.came += fact.amount
            case purse_events.HandPaid():
                self.went += fact.amount
            case CreditsAdjusted() | DebtWrittenOff():
                self.given += fact.amount
            case purse_events.TerminalMovedOut():
                self.between_tables += fact.amount
            case purse_events.TerminalMovedIn():
                self.between_tables -= fact.amount
            case purse_events.TicketPrinted():
                is_new = fact.number not in self.printed
                expect(Promise.CREDITS_CONSERVED, is_new, "a ticket is printed twice")
                self.tickets[fact.number] = fact.amount
                self.printed.add(fact.number)
            case purse_events.TicketTaken():
                paid = self.tickets.pop(fact.number, None)
                seen = f"a ticket of {paid} cents becomes {fact.amount} cents of credits"
                expect(Promise.CREDITS_CONSERVED, paid == fact.amount, seen)
            case _:
                pass

    def check(self, books: Iterable[Book], profits: int) -> None:
        """Check that terminals hold what came, minus what left, plus what was won and given."""
        held = sum(
            amount
            for book in books
            for account, amount in book.balances.items()
            if account.terminal is not None
        )
        elsewhere = sum(self.tickets.values()) + self.between_tables
        expected = self.came - self.went - elsewhere + profits + self.given
        seen = f"terminals hold {_money(held)}, by the events {_money(expected)}"
        expect(Promise.CREDITS_CONSERVED, held == expected, seen)


def _money(amount: int) -> str:
    return format_money(Cents(amount))


_News = Published[Table] | Published[Floor]


class RunWitness:
    """Everything that devices were told, also by servers that are gone."""

    def __init__(self) -> None:
        self.shown: dict[Stream, list[Event]] = {}
        self.states = dict[Stream, State]()
        """Each stream's state after the last event shown."""
        self.acknowledged: dict[tuple[Stream, CommandId], Answer] = {}
        self.rounds: dict[Stream, WatchedRounds] = {}
        self.money = WatchedMoney()
        self.chips: dict[Stream, WatchedChips] = {}
        """The chips of each live table."""
        self.read: Callable[[Stream, int], list[Event]] = lambda _stream, _after: []
        """Reads recorded events that a process did not show before it died."""
        self.news: dict[Stream, dict[CommandId, Answer]] = {}
        """The answers since the last inspection."""
        self.inspected = dict[Stream, InspectedStream]()
        """Each stream as far as it was inspected."""
        self._has_news = False

    def forget_inspections(self) -> None:
        """Make the next inspection start from the beginning."""
        self.inspected.clear()
        for (stream, command), answer in self.acknowledged.items():
            self.news.setdefault(stream, {})[command] = answer

    def learn(self, stream: Stream, events: Sequence[Event]) -> None:
        """Add recorded events after the last one shown."""
        shown = self.shown.setdefault(stream, [])
        for event in events:
            shown.append(event)
            self._take(stream, event)

    def saw(self, published: _News) -> None:
        """Check events that a node shows: each follows the last, or was shown before."""
        shown = self.shown.setdefault(published.stream, [])
        before = published.first - 1
        if before > len(shown):
            missed = self.read(published.stream, len(shown))
            self.learn(published.stream, missed[: before - len(shown)])
        known = shown[before : before + len(published.events)]
        place = f"{published.stream} at {published.first}"
        expect(Promise.SHOWN_IS_RECORDED, before <= len(shown), f"{place}: shown past a gap")
        same = tuple(known) == published.events[: len(known)]
        expect(Promise.SHOWN_IS_RECORDED, same, f"{place}: something else was shown there before")
        self.learn(published.stream, published.events[len(known) :])
        if before + len(published.events) == len(shown):
            self.states[published.stream] = published.state
            self._has_news = True

    def _take(self, stream: Stream, event: Event) -> None:
        if isinstance(event, TableEvent):
            ended = self.rounds.setdefault(stream, WatchedRounds(stream)).take(event)
            if isinstance(event.fact, TableConfigured) and event.fact.configuration.layout:
                self.chips.setdefault(stream, WatchedChips(stream))
            if stream in self.chips:
                self.chips[stream].take(event, ended)
            else:
                self.money.take(event.fact)

    def heard(self, stream: Stream, command: CommandId, answer: Answer) -> None:
        """Check that a repeated command gets the same answer."""
        first = self.acknowledged.setdefault((stream, command), answer)
        self.news.setdefault(stream, {}).setdefault(command, answer)
        expect(
            Promise.WHOLE_OR_NOT_AT_ALL,
            # In lists: comparing two unions of all answers takes mypy seconds.
            [first] == [answer],
            f"{stream}: {command} was answered {answer_in_words(first)},"
            f" and now {answer_in_words(answer)}",
        )

    def check(self) -> None:
        """Run the checks that are possible after every step."""
        if not self._has_news:
            return
        self._has_news = False
        self.check_money()

    def check_money(self) -> None:
        """Check that the books agree with the events, over all tables."""
        tables = {s: state for s, state in self.states.items() if isinstance(state, Table)}
        electronic = [stream for stream in tables if stream not in self.chips]
        profits = sum(self.rounds[s].profits for s in electronic if s in self.rounds)
        self.money.check([tables[stream].book for stream in electronic], profits)
        for stream, chips in self.chips.items():
            if stream in tables:
                chips.check(tables[stream])

    @property
    def rounds_ended(self) -> int:
        """The number of finished rounds, over all tables."""
        return sum(len(each.endings) for each in self.rounds.values())

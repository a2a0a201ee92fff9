"""A witness that remembers and compares all answers and all events that were ever shown."""

from collections.abc import Callable, Sequence

from punto.identity import Floor
from punto.rounds import Table, TableConfigured, TableEvent
from punto.runtime import Answer, Event, Published, Stream
from punto.torture.inspected_streams import InspectedStream
from punto.torture.messages import State
from punto.torture.promises import Promise, expect
from punto.torture.stories import answer_in_words
from punto.torture.watched_chips import WatchedChips
from punto.torture.watched_money import WatchedMoney
from punto.torture.watched_rounds import WatchedRounds
from punto.values import CommandId

News = Published[Table] | Published[Floor]


def _nothing(_stream: Stream, _after: int) -> list[Event]:
    return []


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
        self.read: Callable[[Stream, int], list[Event]] = _nothing
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

    def saw(self, published: News) -> None:
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
        return sum(len(rounds.endings) for rounds in self.rounds.values())

"""A feed that begins at a snapshot shows the same as one that has read the whole record."""

from collections.abc import Generator, Iterator, Sequence
from typing import cast

import pytest
from hypothesis import settings

from punto.rounds.betting.events import BetsOpened
from punto.rounds.events import TableEvent
from punto.rounds.table.commands import ConfigureTable
from punto.runtime.ports import Journal, RecordBroken, Snapshot, Stream, stream_of
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.values.ids import Instant, TableId
from punto.values.structures import replace
from punto.views.memories import Screens
from punto.web.screens import kept_rounds
from punto.web.screens.audiences import (
    Audience,
    AudienceScreen,
    OfConsole,
    OfDisplay,
    OfPit,
    OfTerminal,
)
from punto.web.screens.feeds import TableFeed
from punto.web.screens.kept_rounds import AwaitedRounds, KeptRounds
from rehearse_all import transcript_of
from rounds.test_any_evening import AnyEvening
from support.rehearsals.irregularities import rehearsals
from support.rehearsals.stage import book
from support.rounds.evening import PIT_MANAGER, T1, Evening
from support.views.screens.stages import STAGES, configuration, opened, played

A1 = stream_of(TableId("A1"))
COUPS = ("KS 3D QH 4C 2D", "9S 9D 9H 9C", "KS KD 9H 2C", "5S 2D QH 4C 3D", "KS QD JH 9C")
SCRIPTS = [
    name
    for number, name in enumerate(sorted(rehearsals()))
    if name.startswith(("betting/", "money/", "table/", "shoe/")) or number % 24 == 0
]


class Read:
    """A read-only record that notes the positions from which it was read."""

    def __init__(self, events: Sequence[TableEvent]) -> None:
        self.events, self.begun = events, list[int]()

    def read(self, _: Stream, after: int = 0) -> Generator[tuple[int, TableEvent], None, None]:
        self.begun.append(after)
        yield from enumerate(self.events[after:], after + 1)


def whole(events: Sequence[TableEvent]) -> TableFeed:
    feed = TableFeed()
    feed.begin(enumerate(events, 1))
    feed.is_ready = True
    return feed


def put_away(feed: TableFeed) -> tuple[Snapshot, Screens]:
    """Return what a feed remembers, after encoding and decoding it."""
    seen = feed.remembered()
    assert seen is not None
    snapshot = Snapshot(A1, seen.position, "fold", seen.table, seen.screens)
    found, _ = decode_snapshot(encode_snapshot(snapshot, bytes(32)))
    assert found == snapshot
    assert found.screens is not None
    return found, found.screens


def bring_rounds(feed: TableFeed, events: Sequence[TableEvent], snapshot: Snapshot) -> None:
    """Bring the earlier rounds, as a server does in the background after a start."""
    assert snapshot.screens is not None
    begin = snapshot.screens.rounds_from
    assert feed.rounds_known.is_set() == (begin is None)
    if begin is not None:
        awaited = AwaitedRounds(cast("Journal", Read(events)), snapshot, begin)
        while awaited.step():
            pass
        feed.rounds.follow(awaited.rounds)


def begun_again(events: Sequence[TableEvent], cuts: Sequence[int], *, patiently: bool) -> TableFeed:
    """Return a feed after several starts; between them it may or may not have all rounds."""
    feed = whole(events[: cuts[0]])
    for cut, end in zip(cuts, (*cuts[1:], len(events)), strict=True):
        snapshot, screens = put_away(feed)
        assert snapshot.position == cut
        feed = TableFeed()
        feed.begin_at(snapshot, screens)
        feed.begin(enumerate(events[cut:end], cut + 1))
        feed.is_ready = True
        if patiently or end == len(events):
            bring_rounds(feed, events[:end], snapshot)
    return feed


def shown(feed: TableFeed, audience: Audience) -> bytes | None:
    screen = AudienceScreen(audience)
    feed.join(screen)
    return screen.take(Instant(0))


def compare(found: TableFeed, expected: TableFeed) -> None:
    assert found.watched == expected.watched
    seats = tuple(expected.watched.table.seats)
    audiences: tuple[Audience, ...] = (OfPit(), OfConsole(), OfDisplay(), *map(OfTerminal, seats))
    for audience in audiences:
        assert shown(found, audience) == shown(expected, audience)
    rounds = expected.rounds.numbers()
    assert found.rounds.numbers() == rounds
    assert found.rounds.begin == expected.rounds.begin
    for whose in (None, *seats):
        for number in rounds:
            assert found.recall(number, whose) == expected.recall(number, whose)
    for terminal in seats:
        assert found.rounds.with_bets_of(terminal) == expected.rounds.with_bets_of(terminal)


def cuts_of(events: Sequence[TableEvent], count: int) -> Iterator[int]:
    """Yield cuts before and after the last rounds are opened, and some in between."""
    openings = [n for n, each in enumerate(events) if isinstance(each.fact, BetsOpened)]
    near = [cut for n in openings[-2:] for cut in (n, n + 1)]
    spread = range(1, len(events) + 1, max(1, len(events) // count))
    yield from sorted({*near, *spread, len(events)} - {0})


@pytest.fixture
def few_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make short records have more rounds than are kept, and more events than are read at once."""
    monkeypatch.setattr(kept_rounds, "KEPT_COUNT", 4)
    monkeypatch.setattr(kept_rounds, "KEPT_LEAST", 2)
    monkeypatch.setattr(kept_rounds, "KEPT_EVENTS", 60)
    monkeypatch.setattr(kept_rounds, "CHUNK", 7)


def run_by_one() -> Evening:
    """Configure a table for a person who is alone on the floor."""
    evening, config = Evening(), replace(configuration(), single_person=True)
    evening.do(ConfigureTable(config), replace(PIT_MANAGER, alone=True))
    return evening


EVENINGS = {**STAGES, "run by one": run_by_one}


@pytest.mark.parametrize("stage", EVENINGS)
def test_at_every_stage_of_an_evening(stage: str) -> None:
    events = EVENINGS[stage]().record.events
    for cut in cuts_of(events, 6):
        compare(begun_again(events, [cut], patiently=True), whole(events))


@pytest.mark.usefixtures("few_kept")
@pytest.mark.parametrize("name", SCRIPTS)
def test_in_rehearsals(name: str) -> None:
    for record in transcript_of(name, rehearsals()[name], book()).scene.records.values():
        expected = whole(record.events)
        for cut in cuts_of(record.events, 4):
            compare(begun_again(record.events, [cut], patiently=True), expected)


@pytest.mark.usefixtures("few_kept")
@pytest.mark.parametrize("patiently", [True, False])
def test_from_start_to_start(*, patiently: bool) -> None:
    events = played(opened(), *COUPS, *COUPS).record.events
    expected = whole(events)
    assert len(expected.rounds.numbers()) == 4
    size = len(events)
    for first in range(1, size, 23):
        cuts = [first, *range(first + 5, size, 40)]
        compare(begun_again(events, cuts, patiently=patiently), expected)


def test_in_any_evening() -> None:
    class Watched(AnyEvening):
        def teardown(self) -> None:
            events = self.evening.record.events
            if not events:
                return
            size = len(events)
            cuts = sorted({max(1, size // 3), max(1, 2 * size // 3), size})
            compare(begun_again(events, cuts, patiently=False), whole(events))

    machine = Watched.TestCase
    machine.settings = settings(max_examples=10, stateful_step_count=40, deadline=None)
    machine("runTest").debug()


def test_rounds_are_let_go_by_their_number_and_by_their_events() -> None:
    events = played(opened(), *COUPS).record.events
    openings = [n for n, each in enumerate(events) if isinstance(each.fact, BetsOpened)]
    assert len(openings) == 5

    def kept(count: int, size: int, least: int) -> tuple[int, ...]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kept_rounds, "KEPT_COUNT", count)
            patch.setattr(kept_rounds, "KEPT_EVENTS", size)
            patch.setattr(kept_rounds, "KEPT_LEAST", least)
            return whole(events).rounds.numbers()

    assert kept(50, 20_000, 10) == (5, 4, 3, 2, 1)
    assert kept(3, 20_000, 1) == (5, 4, 3)
    between = openings[4] - openings[2]
    assert kept(50, between, 1) == (5, 4, 3)
    assert kept(50, between - 1, 1) == (5, 4)
    assert kept(50, between - 1, 4) == (5, 4, 3, 2)


def test_only_what_is_needed_is_read_again() -> None:
    events = played(opened(), *COUPS).record.events
    snapshot, screens = put_away(whole(events))
    assert screens.rounds_from is not None
    journal = Read(events)
    awaited = AwaitedRounds(cast("Journal", journal), snapshot, screens.rounds_from)
    assert not awaited.step()
    first = next(n for n, each in enumerate(events) if isinstance(each.fact, BetsOpened))
    assert journal.begun == [first] == [screens.rounds_from.position]


def test_rounds_that_lead_elsewhere_are_not_shown() -> None:
    events = played(opened(), *COUPS).record.events
    snapshot, screens = put_away(whole(events))
    assert screens.rounds_from is not None
    wrong = replace(screens.rounds_from, table=replace(screens.rounds_from.table, shoes_count=7))
    awaited = AwaitedRounds(cast("Journal", Read(events)), snapshot, wrong)
    with pytest.raises(RecordBroken, match="its latest rounds lead to another table"):
        awaited.step()


def test_until_rounds_have_come_none_of_them_is_recalled() -> None:
    events = played(opened(), *COUPS).record.events
    cut = max(n for n, each in enumerate(events) if isinstance(each.fact, BetsOpened))
    snapshot, screens = put_away(whole(events[:cut]))
    feed = TableFeed()
    feed.begin_at(snapshot, screens)
    feed.begin(enumerate(events[cut:], cut + 1))
    assert not feed.rounds_known.is_set()
    assert feed.rounds.numbers() == (5,)
    assert feed.recall(4, T1) is None
    assert feed.recall(5, T1) == whole(events).recall(5, T1)


def test_a_feed_that_knows_too_little_is_not_put_away() -> None:
    feed = TableFeed()
    assert feed.remembered() is None

    def torn() -> Iterator[tuple[int, TableEvent]]:
        yield from enumerate(opened().record.events[:3], 1)
        raise RecordBroken("torn")

    with pytest.raises(RecordBroken, match="torn"):
        feed.begin(torn())
    feed.is_ready = True
    assert feed.remembered() is None


def test_a_table_without_a_round_has_none_to_wait_for() -> None:
    snapshot, screens = put_away(whole(opened().record.events))
    assert screens.rounds_from is None
    assert KeptRounds(screens.rounds_from).begin is None
    assert snapshot.position == len(opened().record.events)

"""A start shows the screens before it reads any event older than its snapshot."""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.commands import Patron
from punto.rounds.events import TableEvent
from punto.runtime.nodes import Node
from punto.runtime.ports import Event, Snapshot, Stream, stream_of
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from punto.values.structures import replace
from punto.views.memories import Earlier, Screens
from punto.web.screens.feeds import TableFeed
from punto.web.screens.table_feeds import TableFeeds
from support.rounds.evening import T1, position
from support.runtime.hosts import A1, CASH, make, served
from support.runtime.stage import FOLD, HandClock, command, setup, until
from support.storage.memory import MemoryDatabase
from support.web.floor_server import floor as open_floor
from support.web.floor_server import terminal

STREAM = stream_of(A1)


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "key")


class Counting(StoredJournal):
    """A journal that notes the positions from which its streams were read."""

    def __init__(self, database: MemoryDatabase, key: SigningKey) -> None:
        super().__init__(database, [key.public])
        self.begun: list[int] = []

    def read(self, stream: Stream, after: int = 0) -> Generator[tuple[int, Event], None, None]:
        if stream == STREAM:
            self.begun.append(after)
        return super().read(stream, after)


@asynccontextmanager
async def floor(journal: StoredJournal, key: SigningKey) -> AsyncIterator[tuple[Node, TableFeeds]]:
    """Run a node with its screens, as a server does."""

    def sign() -> object:
        return sign_checkpoint(journal.database, key, Instant(1))

    async with served(journal, replace(setup("one", HandClock()), sign=sign)) as node:
        table_feeds = TableFeeds(node, journal)
        await table_feeds.open()
        yield node, table_feeds
        table_feeds.close()


async def bet(node: Node) -> None:
    """Open a table, and place a bet in its first round."""
    await make(node)
    await node.ask(A1, command(OpenBets()))
    wanted = WantPosition(T1, 1, position(banker=60))
    assert isinstance(await node.ask(A1, command(wanted, Patron(T1))), tuple)


async def feed_of(node: Node, table_feeds: TableFeeds) -> TableFeed:
    """Return the feed once it has all events."""
    feed = await table_feeds.open_table(A1)
    await until(lambda: feed.position == node.tables()[A1].position)
    return feed


def kept(journal: StoredJournal) -> tuple[Snapshot, Screens]:
    snapshot = journal.snapshot(STREAM, FOLD)
    assert snapshot is not None
    assert snapshot.screens is not None
    return snapshot, snapshot.screens


def test_a_feed_begins_where_the_last_one_ended(key: SigningKey) -> None:
    async def story() -> None:
        journal = Counting(MemoryDatabase(), key)
        async with floor(journal, key) as (node, table_feeds):
            await bet(node)
            before = await feed_of(node, table_feeds)
        snapshot, screens = kept(journal)
        assert snapshot.position == before.position
        opening = before.rounds.begin
        assert screens.rounds_from == opening
        assert opening is not None
        journal.begun.clear()
        async with floor(journal, key) as (node, table_feeds):
            feed = table_feeds.feeds[A1]
            # Only the replay that confirms the snapshot begins at the first event.
            assert journal.begun.count(0) <= 1
            begun = [each for each in journal.begun if each]
            assert set(begun) <= {snapshot.position, snapshot.position - 1, opening.position}
            assert snapshot.position in begun
            await asyncio.wait_for(feed.rounds_known.wait(), 10)
            assert feed.rounds.numbers() == (1,)
            # The feed continues from there.
            await node.ask(A1, command(CASH))
            feed = await feed_of(node, table_feeds)
            whole = TableFeed()
            whole.begin((n, e) for n, e in journal.read(STREAM) if isinstance(e, TableEvent))
            assert feed.watched == whole.watched
            assert feed.recall(1, T1) == whole.recall(1, T1)

    asyncio.run(story())


def test_without_what_screens_remember_the_whole_record_is_read(key: SigningKey) -> None:
    async def story() -> None:
        journal = Counting(MemoryDatabase(), key)
        async with floor(journal, key) as (node, table_feeds):
            await bet(node)
            before = await feed_of(node, table_feeds)
        snapshot, _ = kept(journal)
        journal.keep_snapshot(replace(snapshot, screens=None))
        sign_checkpoint(journal.database, key, Instant(2))
        async with floor(journal, key) as (_, table_feeds):
            feed = table_feeds.feeds[A1]
            assert feed.rounds_known.is_set()
            assert feed.rounds.numbers() == before.rounds.numbers()

    asyncio.run(story())


def forgetful(screens: Screens) -> Screens:
    return replace(screens, memory=replace(screens.memory, report="nobody said so"))


def at_another_time(screens: Screens) -> Screens:
    begin = screens.rounds_from
    assert begin is not None
    return replace(
        screens, rounds_from=Earlier(begin.position, replace(begin.table, shoes_count=7))
    )


@pytest.mark.parametrize("change", [forgetful, at_another_time])
def test_what_screens_remember_wrongly_halts_the_table(
    key: SigningKey,
    change: Callable[[Screens], Screens],
) -> None:
    async def story() -> None:
        journal = Counting(MemoryDatabase(), key)
        async with floor(journal, key) as (node, table_feeds):
            await bet(node)
            await feed_of(node, table_feeds)
        snapshot, screens = kept(journal)
        journal.keep_snapshot(replace(snapshot, screens=change(screens)))
        sign_checkpoint(journal.database, key, Instant(2))
        async with floor(journal, key) as (node, table_feeds):
            await until(lambda: bool(node.tables()[A1].halted))
            assert "the snapshot is not what the events make" in node.tables()[A1].halted
            feed = table_feeds.feeds[A1]
            await asyncio.wait_for(feed.rounds_known.wait(), 10)
            await until(lambda: bool(feed.halted))

    asyncio.run(story())


def test_whoever_asks_for_a_round_too_early_is_answered_later_and_bets_meanwhile(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with open_floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            known = at.server.services.table_feeds.feeds[A1].rounds_known
            known.clear()
            await screen.say(say="recall", id="early", round=None)
            await screen.say(say="ping", n=5)
            said = await screen.until(lambda message: message["say"] in {"pong", "recalled"})
            assert said["say"] == "pong"
            known.set()
            said = await screen.until_said("recalled")
            assert (said["id"], said["rounds"], said["round"]) == ("early", [], None)

    asyncio.run(story())

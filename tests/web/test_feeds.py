"""What a feed recomputes, and for whom."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from punto.rounds.betting.events import BetsOpened, PositionTaken
from punto.rounds.evolution import evolve
from punto.rounds.state import Table
from punto.values.ids import Instant, TableId, TerminalId
from punto.views.watched_table import Watched, watch
from punto.web.screens import audiences
from punto.web.screens.audiences import (
    Audience,
    AudienceScreen,
    OfDisplay,
    OfPit,
    OfTerminal,
    Roster,
)
from punto.web.screens.feeds import OF_NO_TERMINAL, OF_STAFF, TableFeed
from punto.web.sessions.frames import framed
from support.rounds.evening import T1, T2, Evening
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import opened, played, settled, with_bets
from support.web.floor_server import floor, terminal
from support.web.frames import messages_in


def two_rounds() -> Evening:
    return played(opened(), "KS 3D QH 4C 2D", "9S 9D 9H 9C")


EVENINGS: dict[str, Callable[[], Evening]] = {"settled": settled, "two rounds": two_rounds}
NOW = Instant(1_000)


@pytest.mark.parametrize("name", EVENINGS)
def test_a_card_and_a_freeze_change_the_own_part_of_no_terminal(name: str) -> None:
    evening = EVENINGS[name]()
    watched, seen_count = Watched(), 0
    for event in evening.record.events:
        after = watch(watched, event)
        if isinstance(event.fact, (*OF_NO_TERMINAL, *OF_STAFF)):
            seen_count += 1
            for terminal in after.table.seats:
                assert terminal_view(after, terminal) == terminal_view(watched, terminal)
        watched = after
    assert seen_count >= 4


def test_a_feed_takes_the_tables_that_its_node_has_folded() -> None:
    events = settled().record.events
    table, tables = Table(), list[Table]()
    for event in events:
        table = evolve(table, event)
        tables.append(table)
    folding, given = TableFeed(), TableFeed()
    folding.take(1, events)
    given.take(1, events, tables)
    assert given.watched.table is table
    assert given.watched == folding.watched


def test_what_was_dealt_leaves_without_an_own_part_and_what_was_settled_with_it() -> None:
    events = settled().record.events
    first_card = next(n for n, each in enumerate(events) if isinstance(each.fact, OF_NO_TERMINAL))
    feed, patron, display = TableFeed(), AudienceScreen(OfTerminal(T1)), AudienceScreen(OfDisplay())
    feed.begin(list(enumerate(events[:first_card], 1)))
    for screen in (patron, display):
        feed.join(screen)
        screen.take(NOW)
    feed.take(first_card + 1, events[first_card : first_card + 1])
    (message,) = messages_in(patron.take(NOW))
    assert display.take(NOW) == framed(message)
    assert set(json.loads(message)) == {"say", "now", "version", "public"}
    feed.take(first_card + 2, events[first_card + 1 :])
    (message,) = messages_in(patron.take(NOW))
    told = json.loads(message)
    assert told["private"]["last_round"] is not None
    assert told["version"] == len(events)


def test_a_private_part_is_made_again_only_where_its_own_state_has_changed() -> None:
    events = settled().record.events
    opening = next(n for n, each in enumerate(events) if isinstance(each.fact, BetsOpened))
    feed, patron = TableFeed(), AudienceScreen(OfTerminal(T1))
    feed.begin(list(enumerate(events[:opening], 1)))
    feed.join(patron)
    patron.take(NOW)
    made: dict[str, int] = {}
    with patch.object(audiences, "own_part", wraps=audiences.own_part) as making:
        for position, event in enumerate(events[opening:], opening + 1):
            making.reset_mock()
            feed.take(position, (event,))
            shown = patron.take(NOW)
            made[type(event.fact).__name__] = making.call_count
            assert making.call_count or b'"private"' not in shown
    assert (made["BetsOpened"], made["BetsClosed"], made["RoundSettled"]) == (1, 0, 1)


class CountingScreen(AudienceScreen):
    """Counts the calls to a screen, and the updates sent to it."""

    visits = 0

    @property
    def audience(self) -> Audience:
        CountingScreen.visits += 1
        return self._audience

    @audience.setter
    def audience(self, audience: Audience) -> None:
        self._audience = audience

    def private_changed(self, version: int, watched: Watched, within_s: float = 0.0) -> None:
        CountingScreen.visits += 1
        super().private_changed(version, watched, within_s)


def visits_of_a_bet(terminals_count: int) -> int:
    """Count the visits to screens when one of this many terminals has bet."""
    events = with_bets().record.events
    bet = next(n for n, each in enumerate(events) if isinstance(each.fact, PositionTaken))
    feed = TableFeed()
    feed.begin(list(enumerate(events[:bet], 1)))
    names = [T1, *(TerminalId(f"other-{n}") for n in range(1, terminals_count))]
    for name in names:
        feed.join(CountingScreen(OfTerminal(name)))
    feed.join(CountingScreen(OfPit()))
    CountingScreen.visits = 0
    feed.take(bet + 1, events[bet : bet + 1])
    return CountingScreen.visits


def test_a_bet_visits_no_more_screens_at_a_table_of_a_thousand_terminals() -> None:
    assert 0 < visits_of_a_bet(1_000) == visits_of_a_bet(100)


def visits_of_a_connection(tmp_path: Path, terminals_count: int) -> int:
    """Count the visits to screens when one of this many terminals connects again."""

    folder = tmp_path / str(terminals_count)
    folder.mkdir()

    async def play() -> int:
        async with floor(folder) as at:
            table_feeds = at.server.services.table_feeds
            for number in range(terminals_count):
                screen = CountingScreen(OfTerminal(TerminalId(f"other-{number}")))
                table_feeds.place(screen, TableId("A1"))
            CountingScreen.visits = 0
            async with terminal(at, "A1-1"):
                pass
            return CountingScreen.visits

    return asyncio.run(play())


def test_a_connection_visits_no_more_screens_on_a_floor_of_a_thousand_terminals(
    tmp_path: Path,
) -> None:
    assert visits_of_a_connection(tmp_path, 1_000) <= visits_of_a_connection(tmp_path, 100)


def test_a_roster_finds_the_screens_of_one_terminal_until_they_are_gone() -> None:
    first, second, pit = (
        AudienceScreen(OfTerminal(T1)),
        AudienceScreen(OfTerminal(T1)),
        AudienceScreen(OfPit()),
    )
    roster = Roster()
    for screen in (first, second, pit, pit):
        roster.add(screen)
    assert set(roster) == {first, second, pit}
    assert set(roster.of(T1)) == {first, second}
    assert (roster.of(T2), set(roster.others())) == ((), {pit})
    for screen in (first, first, pit, pit):
        roster.remove(screen)
    assert (roster.of(T1), set(roster)) == ((second,), {second})
    roster.remove(second)
    assert set(roster) == set()

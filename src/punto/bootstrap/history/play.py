"""Plays the past of a demonstration, day by day, at all tables."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic

from punto import rounds
from punto.bootstrap.demo_floor import STAFF, StaffPlan, TablePlan, found_floor
from punto.bootstrap.floor_nodes import Habits, node_on
from punto.bootstrap.history.past_days import OpenHours, PastDays
from punto.bootstrap.history.past_layouts import PastLayout
from punto.bootstrap.history.past_terminals import PastTerminals
from punto.bootstrap.server_records import open_server_record
from punto.bootstrap.settings import Settings
from punto.devices import KeyedShoes, SeededEntropy
from punto.rules import Role
from punto.runtime import Node
from punto.values import Card, Instant, PersonId, TableId, Value
from punto.web.screens.table_feeds import TableFeeds


class PastShoes:
    """Sealed shoes that are opened once instead of for every card."""

    def __init__(self, shoes: KeyedShoes) -> None:
        self._shoes = shoes
        self._opened: rounds.RevealShoe | None = None

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> rounds.LoadShoe:
        """Return a new shoe for a table."""
        return self._shoes.loaded(table, shoe_number, decks)

    def next_card(self, table: TableId, shoe: rounds.Shoe) -> Card:
        """Return the next card of a shoe."""
        return self.revealed(table, shoe).order[shoe.dealt_count]

    def revealed(self, table: TableId, shoe: rounds.Shoe) -> rounds.RevealShoe:
        """Return the order of a shoe."""
        if self._opened is None or self._opened.shoe_number != shoe.number:
            self._opened = self._shoes.revealed(table, shoe)
        return self._opened


HOUR_MS = 60 * 60 * 1_000
DAY_MS = 24 * HOUR_MS
_CLOSING_MS = HOUR_MS // 2
"""No round begins in this time before the end of a day, so that tables close in time."""

_MORE_DEALERS = (
    StaffPlan(PersonId("nurul.huda"), "Nurul Huda", Role.DEALER),
    StaffPlan(PersonId("ravi.kumar"), "Ravi Kumar", Role.DEALER),
    StaffPlan(PersonId("goh.hui.min"), "Goh Hui Min", Role.DEALER),
    StaffPlan(PersonId("jason.teo"), "Jason Teo", Role.DEALER),
    StaffPlan(PersonId("fatimah.rahman"), "Fatimah Rahman", Role.DEALER),
    StaffPlan(PersonId("chen.wei.jie"), "Chen Wei Jie", Role.DEALER),
)
"""Besides the two of the demonstration, so that each of its tables has two Dealers."""
_DEALERS = tuple(each.person for each in (*STAFF, *_MORE_DEALERS) if each.role is Role.DEALER)
_DEALERS_EACH = 2


class HistoryPlan(Value):
    """The end of a past, its length, and its seed."""

    ends: Instant
    length_ms: int
    seed: int


class HistoryPlayed(Value):
    """The progress of a past, and the time that it took."""

    until: Instant
    rounds: int
    events: int
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class PastFloor:
    """A node in the past, whose clock shows the end of the day in play."""

    node: Node
    clock: "PastClock"

    @property
    def now(self) -> Callable[[], Instant]:
        """The clock's present."""
        return self.clock.now


@dataclass(slots=True)
class PastClock:
    """A clock that others set."""

    moment: Instant

    def now(self) -> Instant:
        """Return the moment that it shows."""
        return self.moment


async def play_history(
    settings: Settings,
    tables: tuple[TablePlan, ...],
    plan: HistoryPlan,
    tell: Callable[[HistoryPlayed], None],
) -> HistoryPlayed:
    """Play a past into a new record, until all tables are closed; passes on each day's progress."""
    began, chance = monotonic(), Random(plan.seed)  # noqa: S311 (no secret)
    told = HistoryPlayed(plan.ends, 0, 0, 0.0)
    async with _opened(settings, Instant(plan.ends - plan.length_ms), tables) as (floor, key):
        played = list(_tables(floor, tables, key, plan.seed))
        for ends in _day_ends(plan):
            begins, floor.clock.moment = floor.clock.moment, ends
            _share_tickets(played)
            hours = [_hours(begins, ends, chance) for _ in played]
            await asyncio.gather(*map(PastDays.play, played, hours))
            told = _played(floor, monotonic() - began)
            tell(told)
    return told


@asynccontextmanager
async def _opened(
    settings: Settings, begins: Instant, tables: tuple[TablePlan, ...]
) -> AsyncIterator[tuple[PastFloor, bytes]]:
    """Open a new record with the floor founded; yields it with the key of its shoes."""
    async with AsyncExitStack() as closing:
        journal, secrets = await asyncio.to_thread(open_server_record, settings, _refuse)
        closing.callback(journal.close)
        clock = PastClock(begins)
        node = node_on(journal, settings.database, secrets, _refuse, Habits(clock))
        await node.open(timers=False)
        closing.push_async_callback(node.close)
        floor = PastFloor(node, clock)
        await found_floor(floor, (*STAFF, *_MORE_DEALERS), tables)
        # The screens follow, so that the next start finds their memory in a snapshot.
        table_feeds = TableFeeds(node, journal)
        await table_feeds.open()
        closing.callback(table_feeds.close)
        yield floor, secrets.shoe_key


def _refuse(sentence: str) -> None:
    """Stop at any trouble, because a past with a gap is useless."""
    raise RuntimeError(sentence)


def _tables(
    floor: PastFloor, tables: tuple[TablePlan, ...], key: bytes, seed: int
) -> Iterator[PastDays]:
    for number, plan in enumerate(tables):
        dealers = _DEALERS[_DEALERS_EACH * number :][:_DEALERS_EACH]
        kind = PastTerminals if plan.layout is None else PastLayout
        shoes = PastShoes(KeyedShoes(key, SeededEntropy(seed * len(_DEALERS) + number)))
        yield kind(floor, plan, dealers, shoes, f"{seed} {plan.table}")


def _day_ends(plan: HistoryPlan) -> Iterator[Instant]:
    """Yield the end of each day; the first day is shorter unless the past has whole days."""
    first = plan.length_ms % DAY_MS or DAY_MS
    begins = plan.ends - plan.length_ms
    for ends in range(begins + first, plan.ends + 1, DAY_MS):
        yield Instant(ends)


def _hours(begins: Instant, ends: Instant, chance: Random) -> OpenHours:
    """Return when a table is open: from noon or later on a whole day, else most of the time."""
    length = ends - begins
    earliest = length // 2 if length == DAY_MS else 0
    opens = begins + earliest + chance.randrange(length // 10)
    return OpenHours(Instant(opens), Instant(ends - _CLOSING_MS - chance.randrange(length // 10)))


def _share_tickets(tables: list[PastDays]) -> None:
    """Give the tickets of earlier days to the patrons of any table."""
    electronic = [each for each in tables if isinstance(each, PastTerminals)]
    tickets = [ticket for each in electronic for ticket in each.tickets]
    for number, each in enumerate(electronic):
        each.tickets = tickets[number :: len(electronic)]


def _played(floor: PastFloor, seconds: float) -> HistoryPlayed:
    standing = floor.node.tables().values()
    rounds_count = sum(each.table.rounds_count for each in standing)
    events = sum(each.position for each in standing)
    return HistoryPlayed(floor.clock.moment, rounds_count, events, seconds)

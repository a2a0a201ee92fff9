"""Robot patrons: they bet through the same desk as patrons, to bring a table to life."""

import asyncio
from collections.abc import Callable, Coroutine

import structlog

from punto import rounds
from punto.identity import actor
from punto.rules import Actor, Terms
from punto.runtime import Closed, Halted, News, Stopped, stream_of
from punto.values import Cents, CommandId, PersonId, TableId, TerminalId, dollars
from punto.web.desk.wishes_to_commands import Desk
from punto.web.sessions.effects import Device, Submit

_log = structlog.get_logger("punto.robots")

_LOW = dollars(200)
"""Below these credits a robot buys more."""
_BOUGHT = dollars(1_000)


class Robots:
    """The robots of one table."""

    def __init__(
        self, desk: Desk, table: TableId, terminals: tuple[TerminalId, ...], attendant: PersonId
    ) -> None:
        self._desk, self._table = desk, table
        self._terminals, self._attendant = terminals, attendant
        self._round = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Start playing."""
        self._stop = self._desk.node.watch(stream_of(self._table), self._hear)
        self._look(self._desk.node.tables()[self._table].table)

    async def stop(self) -> None:
        """Stop playing; registered bets stand."""
        if self._stop is not None:
            self._stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hear(self, news: News) -> None:
        if not isinstance(news, Stopped) and isinstance(news.state, rounds.Table):
            self._look(news.state)

    def _look(self, table: rounds.Table) -> None:
        if table.phase is rounds.Phase.BETTING and table.rounds_count != self._round:
            self._round = table.rounds_count
            for terminal in self._terminals:
                self._begin(self._bet(terminal, table))
        elif table.phase is rounds.Phase.CLOSING:
            for terminal in self._terminals:
                if terminal not in table.round_now.frozen:
                    freeze = rounds.AnswerFreeze(terminal, table.rounds_count)
                    self._begin(self._ask(terminal, freeze, f"freeze-{table.rounds_count}"))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _bet(self, terminal: TerminalId, table: rounds.Table) -> None:
        if table.configuration is None:
            return
        if table.credits_of(terminal) < _LOW:
            await self._buy_in(terminal)
        # At a random moment in the first part of the betting time, as patrons do.
        share = 15 + self._desk.chance.below(45)
        await asyncio.sleep(table.configuration.betting_ms * share / 100_000)
        stakes = self._stakes(table.configuration.terms)
        wish = rounds.WantPosition(terminal, table.rounds_count, stakes)
        await self._ask(terminal, wish, f"bet-{table.rounds_count}")

    def _stakes(self, terms: Terms) -> rounds.Stakes:
        """Choose one of the first two bets, and sometimes another beside it."""
        below = self._desk.chance.below
        offered = terms.offered_keys
        chosen = [offered[below(min(2, len(offered)))]]
        if below(3) == 0:
            other = offered[below(len(offered))]
            chosen += [other] if other not in chosen else []
        return tuple((bet, self._stake(terms, bet is chosen[0])) for bet in chosen)

    def _stake(self, terms: Terms, is_main: bool) -> Cents:  # noqa: FBT001 (private, and called once)
        minimum, step = terms.limits.minimum, terms.limits.step
        times = 1 + self._desk.chance.below(8) if is_main else 1
        stake = minimum * times
        return Cents(stake - stake % step or step)

    async def _buy_in(self, terminal: TerminalId) -> None:
        """Have an attendant take cash for credits."""
        at, node = self._desk.now(), self._desk.node
        by = actor(node.floor, self._attendant, at)
        table = node.tables()[self._table].table
        if not isinstance(by, Actor) or table.phase not in rounds.OPEN_PHASES:
            return
        name = CommandId(f"robot/{terminal}/cash/{table.rounds_count}")
        await self._quietly(
            node.ask(
                self._table, rounds.TableCommand(name, at, by, rounds.TakeCash(terminal, _BOUGHT))
            )
        )

    async def _ask(self, terminal: TerminalId, wish: object, name: str) -> None:
        asked = Submit(CommandId(name), wish, None, None, None)
        await self._quietly(self._desk.answer(Device(terminal), self._table, asked))

    async def _quietly(self, asked: Coroutine[object, object, object]) -> None:
        """Log a refusal instead of raising it, so that a mistake shows in the log."""
        try:
            answer = await asked
        except (Halted, Closed):
            return
        if not isinstance(answer, tuple):
            _log.debug("a robot was refused", table=self._table, answer=str(answer))

"""One connection: its session handles incoming messages, its writer sends outgoing ones."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import assert_never

from punto.runtime import CannotRecord, Closed, NotRecordable
from punto.values import Instant, TableId, TerminalId
from punto.web.desk.requests import Told
from punto.web.lines.greetings import Place, take_over
from punto.web.lines.papers import answer_told, recalled, ticket_face
from punto.web.lines.services import Services
from punto.web.lines.wires import Gone, Wire
from punto.web.screens.audiences import OfTerminal, Screen
from punto.web.screens.feeds import TableFeed
from punto.web.security.bearers import Shown
from punto.web.security.witness import CannotWitness
from punto.web.sessions import effects
from punto.web.sessions.outboxes import OutboxFull
from punto.web.sessions.protocol import Session
from punto.web.sessions.speakers import Passer
from punto.web.wire.messages import Called, Problem, ServerMessage, write

HELLO_S = 10.0  # until a connection has said which screen it is
_COME_BACK = effects.Close(effects.CloseCode.COME_BACK, "come_back")
_FAREWELL_S = 1.0  # for the last messages to a screen


class Line:
    """A connection from its first frame to its last."""

    def __init__(self, wire: Wire, shown: Sequence[Shown], board: Services) -> None:
        self._wire, self._board = wire, board
        self._by_speaker = {each.speaker: each for each in shown}
        self._session = Session(tuple(self._by_speaker), board.desk.now())
        self.shown = Shown(Passer())
        self._used, self._kind = False, ""
        self._screen: Screen | None = None
        self._ended: asyncio.Future[effects.Close | None] = (
            asyncio.get_running_loop().create_future()
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._now: Callable[[], Instant] = lambda: board.time_for(self._screen)

    async def run(self) -> None:
        """Serve until either end closes."""
        self._board.register.add(self)
        self._begin(self._read())
        silent = effects.Close(effects.CloseCode.NOT_ALLOWED, "no_hello")
        self._waits = asyncio.get_running_loop().call_later(HELLO_S, self._end, silent)
        try:
            end = await self._ended
        finally:
            self._waits.cancel()
            self._board.register.remove(self)
            self._leave()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if end is not None:
            self._board.metrics.closes.labels(end.reason).inc()
            with suppress(Gone, TimeoutError):
                async with asyncio.timeout(_FAREWELL_S):
                    await self._say_farewell(end)

    async def _say_farewell(self, end: effects.Close) -> None:
        """Send the waiting messages, the last of which says why the line ends."""
        screen = self._screen
        if screen is not None and end.code is not effects.CloseCode.TOO_SLOW:
            while (message := screen.take(self._now())) is not None:
                await self._wire.send(message.decode())
        await self._wire.close(end.code, end.reason)

    def hang_up(self, reason: str, sentence: str) -> None:
        """End the line, because the speaker may no longer use it."""
        if self._screen is not None:
            with suppress(OutboxFull):  # then it would not read it anyway
                self._screen.put(write(self._problem(None, reason, sentence)))
        self._end(effects.Close(effects.CloseCode.NOT_ALLOWED, reason))

    def move(self) -> None:
        """Send the screen to a ready node; it repeats its unanswered commands there."""
        self._end(_COME_BACK)

    @property
    def table(self) -> TableId | None:
        """The table that the screen shows, if any."""
        return None if self._screen is None else self._board.gallery.table_of(self._screen)

    @property
    def screen(self) -> str:
        """The kind of screen; empty before it was welcomed."""
        return self._kind

    def was_used(self) -> bool:
        """Return whether a command arrived since the last call."""
        used, self._used = self._used, False
        return used

    def _end(self, close: effects.Close | None) -> None:
        """End the line; None if the client is gone already."""
        if not self._ended.done():
            self._ended.set_result(close)

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Gone):
            self._end(None)
        elif fault is not None and not self._ended.done():
            self._ended.set_exception(fault)

    async def _read(self) -> None:
        while (raw := await self._wire.receive()) is not None:
            for effect in self._session.receive(raw, self._now()):
                await self._do(effect)
            self._note_heard()
            if self._ended.done():
                return
        self._end(None)

    def _note_heard(self) -> None:
        screen, gallery, table = self._screen, self._board.gallery, self.table
        if screen is not None and table is not None and isinstance(screen.audience, OfTerminal):
            watched = gallery.feeds[table].watched
            self._board.links.heard_from(screen.audience.terminal, watched.table)

    async def _do(self, effect: effects.Effect) -> None:
        match effect:
            case effects.Say():
                await self._say(effect.message)
            case effects.Join():
                await self._join(effect)
            case effects.Submit():
                self._used = True
                self._begin(self._answer(effect))
            case effects.Recall():
                await self._recall(effect)
            case effects.GiveTicket():
                await self._give_ticket(effect)
            case effects.CallAttendant():
                await self._call(effect)
            case effects.Close():
                self._end(effect)
            case _:
                assert_never(effect)

    async def _tell(self, message: ServerMessage) -> None:
        await self._say(write(message))

    async def _say(self, message: bytes) -> None:
        screen = self._screen
        if screen is None:
            # Before a hello there is one answer for each message, and no queue.
            await self._wire.send(message.decode())
            return
        try:
            screen.put(message)
        except OutboxFull:
            # It has stopped reading; it can ask again for everything it misses.
            self._end(effects.Close(effects.CloseCode.TOO_SLOW, "too_slow"))

    async def _join(self, joined: effects.Join) -> None:
        greeter, speaker = self._board.greeter, joined.speaker
        self.shown = self._by_speaker[speaker]
        place = greeter.place_of(speaker, joined.hello)
        if isinstance(place, Problem):
            await self._tell(place)
            self._end(effects.Close(effects.CloseCode.NOT_ALLOWED, place.code))
            return
        if self._board.steering.leads_away(place.table):
            # Before a welcome, so that a screen which finds no better node retries ever more
            # slowly.
            self.move()
            return
        await self._tell(greeter.welcome(speaker, joined.hello, place))
        if self._screen is not None:
            self._board.gallery.place(self._screen, place.table)
            return
        self._waits.cancel()
        self._screen = self._placed(place)
        self._kind = joined.hello.screen
        self._board.metrics.lines.labels(self._kind).inc()
        self._begin(self._write(self._screen))

    def _placed(self, place: Place) -> Screen:
        screen, gallery = Screen(place.audience), self._board.gallery
        if isinstance(place.audience, OfTerminal):
            take_over(gallery, place.audience.terminal, self._now())
        gallery.place(screen, place.table)
        if isinstance(place.audience, OfTerminal):
            self._board.links.came(place.audience.terminal)
        return screen

    async def _write(self, screen: Screen) -> None:
        while True:
            await screen.woken.wait()
            screen.woken.clear()
            while (message := screen.take(self._now())) is not None:
                await self._wire.send(message.decode())
            if screen.replaced:
                self._end(effects.Close(effects.CloseCode.REPLACED, "replaced"))
                return

    async def _answer(self, asked: effects.Submit) -> None:
        began = time.perf_counter()
        try:
            told = self._board.steering.checked(await self._told(asked), self)
        except (NotRecordable, CannotRecord, CannotWitness) as fault:
            code = "not_recordable" if isinstance(fault, NotRecordable) else "out_of_reach"
            self._session.answered(asked.id)
            await self._tell(self._problem(asked.id, code, str(fault)))
            return
        except Closed:
            # The table is not served here. The screen comes back, and asks again under the same id.
            return
        self._session.answered(asked.id)
        await self._tell(answer_told(asked.id, told, self._now()))
        outcome = "accepted" if isinstance(told, tuple) else type(told).__name__
        self._board.metrics.answers.labels(type(asked.wish).__name__, outcome).inc()
        self._board.metrics.seconds.observe(time.perf_counter() - began)

    async def _told(self, asked: effects.Submit) -> Told:
        table = TableId(asked.table) if asked.table is not None else self.table
        return await self._board.desk.answer(self.shown.speaker, table or TableId(""), asked)

    def _problem(self, ask: str | None, code: str, sentence: str) -> Problem:
        return Problem(self._now(), id=ask, code=code, sentence=sentence)

    async def _recall(self, ask: effects.Recall) -> None:
        screen, gallery, table = self._screen, self._board.gallery, self.table
        if screen is None or table is None:
            await self._tell(self._problem(ask.id, "no_such_table", "this screen has no table"))
            return
        feed = gallery.feeds[table]
        if feed.rounds_known.is_set():
            await self._tell(recalled(feed, screen.audience, ask.id, ask.round, self._now()))
        else:
            self._begin(self._recall_later(ask, feed))

    async def _recall_later(self, ask: effects.Recall, feed: TableFeed) -> None:
        """Wait for the latest rounds, which are still being read just after a start.

        Bets do not wait.
        """
        await feed.rounds_known.wait()
        await self._recall(ask)

    async def _give_ticket(self, ask: effects.GiveTicket) -> None:
        terminal, gallery = self._terminal(), self._board.gallery
        table = gallery.seat_of(terminal)
        if table is None:
            sentence = f"terminal {terminal} is at no table"
            await self._tell(self._problem(ask.id, "no_ticket", sentence))
            return
        now, site = self._now(), self._board.greeter.site.name
        await self._tell(
            ticket_face(gallery.feeds[table].watched.table, terminal, site, ask.id, now)
        )

    async def _call(self, ask: effects.CallAttendant) -> None:
        attendants, terminal = self._board.attendants, self._terminal()
        if ask.wanted:
            attendants.call(terminal, self._now())
        else:
            attendants.dismiss(terminal)
        await self._tell(Called(self._now(), since=attendants.since(terminal)))

    def _terminal(self) -> TerminalId:
        """Return the terminal; only a terminal's own session calls this."""
        if self._screen is None or not isinstance(self._screen.audience, OfTerminal):
            raise TypeError("a screen that is no terminal asked for what is a terminal's")
        return self._screen.audience.terminal

    def _leave(self) -> None:
        screen = self._screen
        if screen is None:
            return
        self._board.metrics.lines.labels(self._kind).dec()
        self._board.gallery.remove(screen)
        if isinstance(screen.audience, OfTerminal):
            self._board.links.went(screen.audience.terminal)

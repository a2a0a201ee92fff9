"""One connection: its session handles incoming messages, its writer sends outgoing ones."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import assert_never

from punto.runtime import CannotRecord, Closed, NotRecordable
from punto.values import Instant, TableId, TerminalId
from punto.web.lines.attendants import NewestCall
from punto.web.lines.greetings import GreetedPlace
from punto.web.lines.papers import MOST_RECALLS, answer_told, ticket_face
from punto.web.lines.screen_places import NO_PLACE, Holder
from punto.web.lines.services import Services
from punto.web.lines.wires import Wire
from punto.web.screens.audiences import AudienceScreen, OfTerminal
from punto.web.screens.feeds import TableFeed
from punto.web.security.browser_credentials import ShownCredential
from punto.web.security.doors import CannotWitness
from punto.web.sessions import effects
from punto.web.sessions.frames import framed
from punto.web.sessions.outboxes import OutboxFull
from punto.web.sessions.protocol import Session
from punto.web.wire.messages import Leave, Problem, ServerMessage, write

HELLO_S = 10.0  # until a connection has said which screen it is


class Line:
    """A connection from its first frame to its last."""

    def __init__(
        self, wire: Wire, shown: Sequence[ShownCredential], services: Services, address: Holder = ""
    ) -> None:
        self._wire, self._services, self._holder = wire, services, address
        self._by_speaker = {each.speaker: each for each in shown}
        self.gives_way = self._by_speaker.keys() == {effects.Passer()}
        self._session = Session(tuple(self._by_speaker), services.desk.now())
        self.shown = ShownCredential(effects.Passer())
        self.screen, self._used, self._recalls_count = "", False, 0
        self._screen: AudienceScreen | None = None
        self._ended: asyncio.Future[effects.Close | None] = asyncio.Future()
        self._tasks: set[asyncio.Task[None]] = set()
        self._call = NewestCall()
        self.is_leaving = False
        self._now: Callable[[], Instant] = lambda: services.time_for(self._screen)

    async def run(self) -> None:
        """Serve until either end closes."""
        self._services.register.add(self)
        silent = effects.Close(effects.CloseCode.NOT_ALLOWED, "no_hello")
        self._waits = asyncio.get_running_loop().call_later(HELLO_S, self._end, silent)
        self._wire.listen(self)
        try:
            end = await self._ended
        finally:
            self._waits.cancel()
            self._services.register.remove(self)
            self._clear_up()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if end is not None:
            self._services.metrics.closes.labels(end.reason).inc()
            if self._screen is not None and end.code is not effects.CloseCode.TOO_SLOW:
                # The last of these messages gives the reason for the end.
                self._wire.write(self._screen.take(self._now()))
            self._wire.close(end.code, end.reason)

    def hear(self, raw: str | bytes) -> None:
        """Carry out a message of the screen."""
        if self._ended.done():
            return
        try:
            for effect in self._session.receive(raw, self._now()):
                self._do(effect)
            self._note_heard()
        except Exception as fault:  # noqa: BLE001 (it ends this line, and no other)
            self._fail(fault)

    def resume(self) -> None:
        """Send the messages that waited while the screen did not read."""
        if self._screen is not None and self._screen.has_news:
            self._services.deliveries.add(self)

    def lose(self) -> None:
        """End the line of a client that is gone."""
        self._end(None)

    def deliver(self, now: Instant) -> None:
        """Write everything that waits for the screen, unless it does not read."""
        screen = self._screen
        if screen is None or not self._wire.is_clear or self._ended.done():
            return
        try:
            if screen.has_news:  # otherwise its view left with an answer
                self._wire.write(screen.take(now))
        except Exception as fault:  # noqa: BLE001 (likewise)
            self._fail(fault)
        if screen.replaced:
            self._end(effects.Close(effects.CloseCode.REPLACED, "replaced"))

    def hang_up(self, reason: str, sentence: str) -> None:
        """End the line, because the speaker may no longer use it."""
        if self._screen is not None:
            with suppress(OutboxFull):  # it would not read the message anyway
                self._screen.put(write(self._problem(None, reason, sentence)))
        self._end(effects.Close(effects.CloseCode.NOT_ALLOWED, reason))

    def leave(self) -> None:
        """Ask the screen to open a line to a ready node; it keeps this one until it has."""
        self.is_leaving = True
        if self._screen is None:
            self.come_back()
        else:
            self._tell(Leave(self._now()))

    def come_back(self) -> None:
        """End the line; the screen repeats its unanswered commands at a ready node."""
        self._end(effects.Close(effects.CloseCode.COME_BACK, "come_back"))

    @property
    def table(self) -> TableId | None:
        """The table that the screen shows, if any."""
        return None if self._screen is None else self._services.table_feeds.table_of(self._screen)

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
        if fault is not None:
            self._fail(fault)

    def _fail(self, fault: BaseException) -> None:
        if not self._ended.done():
            self._ended.set_exception(fault)

    def _note_heard(self) -> None:
        screen, table = self._screen, self.table
        if screen is not None and table is not None and isinstance(screen.audience, OfTerminal):
            played = self._services.table_feeds.feeds[table].watched.table
            self._services.links.heard_from(screen.audience.terminal, played)

    def _do(self, effect: effects.Effect) -> None:
        match effect:
            case effects.Submit():
                self._used = True
                self._begin(self._answer(effect))
            case effects.Say():
                self._say(effect.message)
            case effects.Join():
                self._join(effect)
            case effects.RecallRequest():
                self._recall(effect)
            case effects.GiveTicket():
                self._give_ticket(effect)
            case effects.CallAttendant():
                if self._call.put(effect):
                    self._begin(self._called(self._terminal()))
            case effects.ShowLobby():
                self._services.table_feeds.show_lobby(self._screen, wanted=effect.wanted)
            case effects.Close():
                self._end(effect)
            case _:
                assert_never(effect)

    def _tell(self, message: ServerMessage) -> None:
        self._say(write(message))

    def _say(self, message: bytes, *, is_answer: bool = False) -> None:
        screen = self._screen
        if screen is None:
            # Before a hello there is one answer for each message, and no queue.
            self._wire.write(framed(message))
            return
        try:
            screen.put(message, is_answer=is_answer)
        except OutboxFull:
            # The screen has stopped reading; it can ask again for everything that it missed.
            self._end(effects.Close(effects.CloseCode.TOO_SLOW, "too_slow"))

    def _join(self, joined: effects.Join) -> None:
        services, speaker = self._services, joined.speaker
        self.shown = self._by_speaker[speaker]
        place = services.greeter.place_of(speaker, joined.hello)
        if isinstance(place, Problem):
            self._tell(place)
            self._end(effects.Close(effects.CloseCode.NOT_ALLOWED, place.code))
            return
        if services.steering.leads_away(place.table):
            # Before a welcome: a screen that finds no better node retries ever more slowly.
            self.come_back()
            return
        self._holder = self._holder if self.gives_way else speaker
        if self._screen is None and not services.places.take(self._holder, joined.hello.screen):
            self._tell(self._problem(None, "no_place", NO_PLACE))
            self._end(effects.Close(effects.CloseCode.TRY_LATER, "no_place"))
            return
        self._tell(services.greeter.welcome(speaker, joined.hello, place))
        if self._screen is not None:
            services.table_feeds.place(self._screen, place.table)
            return
        self._waits.cancel()
        self._wire.prove()
        self._screen = self._placed(place, joined.hello.tab)
        self.screen = joined.hello.screen
        services.metrics.lines.labels(self.screen).inc()

    def _placed(self, place: GreetedPlace, tab: str) -> AudienceScreen:
        feeds, on_news = self._services.table_feeds, partial(self._services.deliveries.add, self)
        screen = AudienceScreen(place.audience, on_news, self._services.deliveries.remind, tab)
        if isinstance(place.audience, OfTerminal):
            self._services.newest_lines.open(screen, place.audience.terminal)
        feeds.place(screen, place.table)
        if isinstance(place.audience, OfTerminal):
            self._services.links.came(place.audience.terminal)
        return screen

    async def _answer(self, asked: effects.Submit) -> None:
        began = time.perf_counter()
        table = TableId((self.table or "") if asked.table is None else asked.table)
        try:
            answer = await self._services.desk.answer(self.shown.speaker, table, asked)
            told = self._services.steering.checked(answer, self)
        except (NotRecordable, CannotRecord, CannotWitness) as fault:
            code = "not_recordable" if isinstance(fault, NotRecordable) else "out_of_reach"
            self._session.answered(asked.id)
            self._tell(self._problem(asked.id, code, str(fault)))
            return
        except Closed:
            # The table is not served here. The screen comes back, and asks again under the same id.
            return
        self._session.answered(asked.id)
        self._say(write(answer_told(asked.id, told, self._now())), is_answer=True)
        self._services.metrics.answered(asked.wish, told, time.perf_counter() - began)

    def _problem(self, ask: str | None, code: str, sentence: str) -> Problem:
        return Problem(self._now(), id=ask, code=code, sentence=sentence)

    def _recall(self, ask: effects.RecallRequest) -> None:
        table = self.table
        if table is None:
            self._tell(self._problem(ask.id, "no_such_table", "this screen has no table"))
        elif self._recalls_count >= MOST_RECALLS:
            sentence = f"{MOST_RECALLS} rounds are being recalled: wait before asking for more"
            self._tell(self._problem(ask.id, "too_many", sentence))
        else:
            self._recalls_count += 1
            self._begin(self._recalled(ask, self._services.table_feeds.feeds[table]))

    async def _recalled(self, ask: effects.RecallRequest, feed: TableFeed) -> None:
        if self._screen is not None:
            audience = self._screen.audience
            self._tell(await self._services.recalls.answer(feed, audience, ask, self._now))
        self._recalls_count -= 1

    def _give_ticket(self, ask: effects.GiveTicket) -> None:
        terminal, site = self._terminal(), self._services.greeter.site
        table = self._services.table_feeds.table_with(terminal)
        self._tell(ticket_face(table, terminal, site.name, ask.id, self._now()))

    async def _called(self, terminal: TerminalId) -> None:
        while (ask := self._call.take()) is not None:
            self._tell(await self._services.attendants.answer(terminal, ask, self._now))

    def _terminal(self) -> TerminalId:
        """Return the terminal; only a terminal's own session calls this."""
        if self._screen is None or not isinstance(self._screen.audience, OfTerminal):
            raise TypeError("a screen that is no terminal asked for what is a terminal's")
        return self._screen.audience.terminal

    def _clear_up(self) -> None:
        screen = self._screen
        if screen is None:
            return
        self._services.metrics.lines.labels(self.screen).dec()
        self._services.places.free(self._holder, self.screen)
        self._services.table_feeds.remove(screen)
        if isinstance(screen.audience, OfTerminal):
            elsewhere = self.is_leaving or screen.is_elsewhere
            self._services.links.went(screen.audience.terminal, elsewhere=elsewhere)

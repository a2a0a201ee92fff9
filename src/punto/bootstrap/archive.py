"""The archive of a server: reports in a separate process, and the search index."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import structlog

from punto.storage.journal import StoredJournal
from punto.storage.record.reader import event_of
from punto.storage.record.sessions import RecordSession
from punto.storage.search.follower import indexed_count, open_index
from punto.storage.search.index import IndexBroken
from punto.views.search import Question, Sighting, SightingPage
from punto.web.duties import Duty
from punto.web.http.ports import ArchiveBusy, NoSuchPlace, ReportFailed
from punto.web.wire.archive import EventFound, EventsFound, event_found

_log = structlog.get_logger("punto.archive")
# -P: files in the folder in which the server was started must not replace modules.
COMMAND = (sys.executable, "-P", "-m", "punto")
_EVERY_S = 60.0
"""How often the index is brought up to date without searches."""
_REST_S = 1.0
"""The least time between two checks of the index, however many people search."""
_REPORT_S, _BEAT_S = 1_800, 5
"""The longest time for a report, and the time between two signs of its progress."""
_TOO_LONG = f"the report took longer than {_REPORT_S // 60} minutes: run punto report on the server"
_PATIENT = 10
"""Tables have priority over reports and the index."""
_BEHIND = "the search index cannot follow the record"
_MOST_MEMORY = 4 << 30
_CHUNK = 1 << 16
_MOST_SEARCHES = 2
"""The most simultaneous searches; others wait for their turn."""
_DOES_NOT_TIE, _BAD_INPUT = 1, 2
"""The exit codes of a report that does not tie to the ledger, and of one that was refused.

A report that does not tie is whole and says so; a program that crashes has the same code.
"""


class ServerArchive:
    """Reads the record beside the tables of this server."""

    def __init__(
        self, address: str, journal: StoredJournal, command: tuple[str, ...] = COMMAND
    ) -> None:
        self._address, self._journal, self._command = address, journal, command
        self._index = open_index(address)
        self._searching = asyncio.Semaphore(_MOST_SEARCHES)
        self._reporting = asyncio.Lock()
        self._stale = asyncio.Event()
        self._is_damaged = False
        self._following = Duty(_BEHIND, self._follow, _REST_S)

    def begin(self) -> None:
        """Start following the record into the index."""
        self._following.begin()

    async def find(self, question: Question) -> EventsFound:
        """Return a page of events, and bring the index up to date for the next."""
        async with self._searching:
            found = await asyncio.to_thread(self._find, question)
        if found.indexed < found.recorded:
            self._stale.set()
        return found

    def _find(self, question: Question) -> EventsFound:
        with self._journal.database.reading() as record:
            recorded, indexed, page = self._looked_up(record, question)
            if page is None:
                raise NoSuchPlace
            events = _events(record, page.sightings)
        after = "" if page.next is None else f"{page.next.position}.{page.next.stream}"
        return EventsFound(events, after, page.searched_to, indexed, recorded)

    def _looked_up(
        self, record: RecordSession, question: Question | None = None
    ) -> tuple[int, int, SightingPage | None]:
        """Return the numbers of recorded and of indexed events, and the page of the question."""
        recorded, indexed = sum(head.position for head in record.heads()), 0
        try:
            with self._index.reading() as session:
                indexed = indexed_count(record, session)
                if session is not None and indexed and question is not None:
                    return recorded, indexed, session.find(question)
        except IndexBroken as fault:
            _log.warning("the search index is damaged, and is rebuilt", why=str(fault))
            self._is_damaged, indexed = True, 0
        return recorded, indexed, SightingPage((), None, None)

    async def _follow(self) -> None:
        """Bring the index up to date from time to time, and at once for a search."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_EVERY_S):
                await self._stale.wait()
        self._stale.clear()
        if await asyncio.to_thread(self._is_behind):
            await self._bring_up_to_date()

    def _is_behind(self) -> bool:
        with self._journal.database.reading() as record:
            recorded, indexed, _ = self._looked_up(record)
        return self._is_damaged or indexed != recorded

    async def _bring_up_to_date(self) -> None:
        words = ("index", "--rebuild") if self._is_damaged else ("index",)
        self._is_damaged = False
        async with self._running(words) as process:
            _, said = await process.communicate()
        if process.returncode:
            _log.warning(_BEHIND, why=_sentence(said))

    @asynccontextmanager
    async def report(self, words: Sequence[str]) -> AsyncIterator[AsyncIterator[bytes]]:
        """Make a report in a process; raises ArchiveBusy while another one is being made."""
        if self._reporting.locked():
            raise ArchiveBusy("another report is being made: try again when it is ready")
        async with self._reporting, self._running(("report", *words)) as process:
            yield self._printed(process)

    async def _printed(self, process: Process) -> AsyncIterator[bytes]:
        if process.stdout is None or process.stderr is None:
            raise ReportFailed("the report has no pipes")
        # Read together with the report, so that a long error message does not block it.
        complaint = asyncio.create_task(process.stderr.read())
        loop = asyncio.get_running_loop()
        until, has_begun = loop.time() + _REPORT_S, False
        try:
            while (left := until - loop.time()) > 0:
                try:
                    async with asyncio.timeout(min(_BEAT_S, left)):
                        part = await process.stdout.read(_CHUNK)
                except TimeoutError:
                    yield b""
                    continue
                if not part:
                    break
                has_begun = True
                yield part
            else:
                raise ReportFailed(_TOO_LONG)
            code = await process.wait()
            if not has_begun or code not in {0, _DOES_NOT_TIE}:
                raise ReportFailed(_failure(code, await complaint))
        finally:
            complaint.cancel()

    @asynccontextmanager
    async def _running(self, words: Sequence[str]) -> AsyncIterator[Process]:
        """Run a command of Punto on this record at low priority, and end it with the context."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            *words,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            # In the environment, because other users of this machine can read a command's words.
            env={**os.environ, "PUNTO_DATABASE": self._address},
            start_new_session=True,
        )
        _restrain(process.pid)
        try:
            yield process
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def close(self) -> None:
        """End everything that runs."""
        await self._following.close()
        self._index.close()


def _events(record: RecordSession, sightings: Sequence[Sighting]) -> tuple[EventFound, ...]:
    """Return the events that were sighted, read from the record itself."""
    places = [(each.place.stream, each.place.position) for each in sightings]
    rows = {(row.stream, row.position): row for row in record.events_at(places)}
    pairs = zip(sightings, places, strict=True)
    return tuple(event_found(each, event_of(rows[place])) for each, place in pairs)


def _restrain(pid: int) -> None:
    """Give a process low priority and bounded memory, where the system can."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, pid, _PATIENT)
        if sys.platform == "linux":
            import resource  # noqa: PLC0415 (not on every system)

            resource.prlimit(pid, resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _failure(code: int, said: bytes) -> str:
    """Return why a process made no report: its own sentence, unless it broke off."""
    sentence = _sentence(said)
    if code == _BAD_INPUT:
        return sentence
    return f"the report broke off ({sentence}): run punto report on the server"


def _sentence(said: bytes) -> str:
    """Return the last line of an error output, which is a sentence for bad input."""
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("punto: ") if lines else "it was ended by the system"

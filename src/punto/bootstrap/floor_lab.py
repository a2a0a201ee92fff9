"""The lab of a floor: a job runs at one server, and is seen, fetched and cancelled at all."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import msgspec
import structlog
from msgspec.structs import replace

from punto.bootstrap.lab import SHEET, ServerLab
from punto.runtime import CannotRecord, Vault
from punto.values import Instant
from punto.web.http.ports import LabBusy
from punto.web.security.vault_notes import VaultNotes
from punto.web.wire.lab import LabJob, LabWork

_log = structlog.get_logger("punto.lab")
_JOB = "job"
"""The name of the only job of the whole floor."""
_LOOK_S = 0.1
_BEAT_MS = 1_000
SILENT_MS = 10_000
"""After this time without a sign of the working server, its job has ended."""
_CANCEL_S = 5.0
_GONE = "the server at work on it is gone"
_STOPPED = "the server at work on it was stopped"


class JobNote(msgspec.Struct, frozen=True):
    """A job, its server, and the time of that server's last sign."""

    server: str
    at: int
    job: LabJob
    is_cancelled: bool = False
    """Whether a person has cancelled it, at any server."""

    def is_running(self, now: Instant) -> bool:
        """Return whether a server is at work on it."""
        return self.job.state == "running" and now - self.at < SILENT_MS


class SheetNote(msgspec.Struct, frozen=True):
    """A finished PAR sheet."""

    content: bytes


@contextmanager
def _logged() -> Iterator[None]:
    """Log a failure to write the note of a job; the work goes on."""
    try:
        yield
    except CannotRecord as fault:
        _log.warning("the floor cannot be told of a job", why=str(fault))


class FloorLab:
    """The lab of this server, whose jobs belong to the floor."""

    def __init__(self, own: ServerLab, vault: Vault, now: Callable[[], Instant]) -> None:
        self._own, self._now, self._name = own, now, uuid4().hex
        # These are answered by this server alone.
        self.is_open, self.games, self.odds = own.is_open, own.games, own.odds
        self._jobs = VaultNotes(vault, "lab job", JobNote)
        self._sheets = VaultNotes(vault, "lab sheet", SheetNote)
        self._watching: asyncio.Task[None] | None = None

    @property
    def missing(self) -> str:
        return self._own.missing

    async def begin(self, work: LabWork) -> LabJob:
        """Start a job at this server, unless one is running at any."""
        before = self._own.job()
        if self._watching is not None and before is not None and before.state != "running":
            await self._watching  # it is about to tell the floor that the job has ended
        waiting = LabJob(work.kind, work.game, work.decks, work.size, work.seed, "running")
        claim, now = JobNote(self._name, self._now(), waiting), self._now()
        if not await self._jobs.add(_JOB, claim):
            found = await self._jobs.change(_JOB, lambda n: n if n.is_running(now) else claim)
            if found is None or found.is_running(now):
                raise LabBusy("the lab is already at work: wait, or cancel the job")
        job = self._own.begin(work)
        self._watching = asyncio.create_task(self._watch())
        return job

    async def job(self) -> LabJob | None:
        """Return the running job of the floor, or the last one."""
        note = await self._jobs.get(_JOB)
        if note is None:
            return None
        if note.server == self._name:
            return self._own.job()
        if note.job.state != "running" or note.is_running(self._now()):
            return note.job
        return replace(note.job, state="failed", sentence=_GONE)

    async def cancel(self) -> None:
        """Cancel the running job, wherever it runs."""
        note = await self._jobs.change(_JOB, lambda n: replace(n, is_cancelled=True))
        if note is None:
            return
        if note.server == self._name:
            await self._own.cancel()
            await self._tell()
            return
        with suppress(TimeoutError):  # then it is still shown as running
            async with asyncio.timeout(_CANCEL_S):
                while await self._is_running():  # noqa: ASYNC110 (it ends at another server)
                    await asyncio.sleep(_LOOK_S)

    async def _is_running(self) -> bool:
        job = await self.job()
        return job is not None and job.state == "running"

    async def sheet(self, name: str) -> Path | None:
        """Return a finished PAR sheet, whichever server made it."""
        own = self._own.sheet(name)
        if own is not None or SHEET.fullmatch(name) is None:
            return own
        note = await self._sheets.get(name)
        return None if note is None else self._own.keep_sheet(name, note.content)

    async def _watch(self) -> None:
        """Write notes of this server's job until it ends, and end it if it was cancelled."""
        told_at = self._now()
        while (job := self._own.job()) is not None and job.state == "running":
            await asyncio.sleep(_LOOK_S)
            if self._now() - told_at >= _BEAT_MS:
                told_at = self._now()
                with _logged():
                    note = await self._tell()
                    if note is not None and (note.is_cancelled or note.server != self._name):
                        await self._own.cancel()
        with _logged():
            await self._keep_sheets()
            await self._tell()

    async def _tell(self, stopped: str = "") -> JobNote | None:
        """Note the state of this server's job; returns the note as it was before."""
        job, now = self._own.job(), self._now()
        if job is None:
            return None
        if stopped and job.state == "running":
            job = replace(job, state="failed", sentence=stopped)

        def told(note: JobNote) -> JobNote:
            return replace(note, at=now, job=job) if note.server == self._name else note

        return await self._jobs.change(_JOB, told)

    async def _keep_sheets(self) -> None:
        """Keep the files of a finished sheet for all servers, in place of those before."""
        job, note = self._own.job(), await self._jobs.get(_JOB)
        if job is None or job.sheet is None:
            return
        if note is None or note.server != self._name:
            return  # after a long pause, the kept files belong to a later job
        await self._sheets.sweep(lambda _: True)
        for address in (job.sheet.page, job.sheet.pdf):
            path = self._own.sheet(address.rpartition("/")[2])
            if path is not None:
                content = await asyncio.to_thread(path.read_bytes)
                await self._sheets.add(path.name, SheetNote(content))

    async def close(self) -> None:
        """End the processes; the note of a job in progress says that it was stopped."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
            with suppress(CannotRecord):
                await self._tell(_STOPPED)
        await self._own.close()

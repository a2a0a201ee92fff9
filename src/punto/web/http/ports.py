"""The services beside the tables, as pages see them: archive, lab, a demonstration's tour."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from punto.rules import Game
from punto.views.search import Question
from punto.web.wire.archive import EventsFound
from punto.web.wire.lab import LabJob, LabOdds, LabShoe, LabWork
from punto.web.wire.start import AuditTold, TourTold


class ArchiveBusy(Exception):
    """Another report is being made; the message says so in one sentence."""


class ReportFailed(Exception):
    """No report could be made; the message says why in one sentence."""


class NoSuchPlace(Exception):
    """A search should continue from an event that the record does not have."""


class Archive(Protocol):
    """Reads the record beside its tables, in processes and threads of its own."""

    def begin(self) -> None:
        """Start following the record, so that its events can be found."""

    async def close(self) -> None:
        """End all searches and reports."""

    async def find(self, question: Question) -> EventsFound:
        """Return a page of events; raises NoSuchPlace."""

    def report(self, words: Sequence[str]) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Make a report, as ``punto report`` does with these words; yields what it prints.

        Raises ArchiveBusy at once, or ReportFailed at the end. Leaving the context cancels it.
        """


class LabRefused(Exception):
    """The request makes no sense; the message says why in one sentence."""


class LabFailed(Exception):
    """The lab is missing or has crashed; the message says so in one sentence."""


class LabBusy(Exception):
    """The lab has as much work as it accepts."""


class Lab(Protocol):
    """Works in processes of its own, so that no table waits for it."""

    @property
    def is_open(self) -> bool:
        """Whether everyone may use it, or only staff."""

    @property
    def missing(self) -> str:
        """Why it cannot work here, in one sentence; empty if it can."""

    def games(self) -> Mapping[str, Game]:
        """Return the games that it knows."""

    async def odds(self, shoe: LabShoe) -> LabOdds:
        """Return the exact odds of a game."""

    async def begin(self, work: LabWork) -> LabJob:
        """Start a job, unless one is running at any server of the floor."""

    async def job(self) -> LabJob | None:
        """Return the running job of the floor, or the last one."""

    async def cancel(self) -> None:
        """Cancel the running job, if any, wherever it runs."""

    async def sheet(self, name: str) -> Path | None:
        """Return a finished PAR sheet by its file name."""


class AuditFailed(Exception):
    """The auditor gave no verdict; the message says why."""


class Tour(Protocol):
    """Ticks off the steps of the tour as they happen."""

    def told(self) -> TourTold:
        """Return the steps taken so far."""

    def record_opened(self) -> None:
        """Note that a visitor has opened the record."""

    async def audit(self) -> AuditTold:
        """Audit the whole record; raises AuditFailed."""

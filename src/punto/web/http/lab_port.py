"""The interface of the lab, which runs in other processes or may be missing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from punto.rules import Game
from punto.web.wire.lab import LabJob, LabOdds, LabShoe, LabWork


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
        ...

    @property
    def missing(self) -> str:
        """Why it cannot work here, in one sentence; empty if it can."""
        ...

    def games(self) -> Mapping[str, Game]:
        """Return the games that it knows."""
        ...

    async def odds(self, shoe: LabShoe) -> LabOdds:
        """Return the exact odds of a game."""
        ...

    async def begin(self, work: LabWork) -> LabJob:
        """Start a job, unless one is running at any server of the floor."""
        ...

    async def job(self) -> LabJob | None:
        """Return the running job of the floor, or the last one."""
        ...

    async def cancel(self) -> None:
        """Cancel the running job, if any, wherever it runs."""
        ...

    async def sheet(self, name: str) -> Path | None:
        """Return a finished PAR sheet by its file name."""
        ...

"""The lab as the server knows it: somewhere else, and perhaps not there at all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from punto.rules.games import Game
from punto.web.wire.lab import LabJob, LabOdds, LabShoe, LabWork


class LabRefused(Exception):
    """What was asked cannot be meant, in one sentence."""


class LabFailed(Exception):
    """The lab is not there, or has fallen over, in one sentence."""


class LabBusy(Exception):
    """The lab has as much to do as it takes."""


class Lab(Protocol):
    """Works in processes of its own, so that no table waits for it."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may use it, or staff alone."""
        ...

    @property
    def missing(self) -> str:
        """Why it cannot work here, in one sentence; empty where it can."""
        ...

    def games(self) -> Mapping[str, Game]:
        """The games that it knows."""
        ...

    async def odds(self, shoe: LabShoe) -> LabOdds:
        """The exact odds of a game."""
        ...

    def begin(self, work: LabWork) -> LabJob:
        """Begin some work, unless other work is under way."""
        ...

    def job(self) -> LabJob | None:
        """The work under way, or the last."""
        ...

    async def cancel(self) -> None:
        """End the work under way, if any is."""
        ...

    def sheet(self, name: str) -> Path | None:
        """A PAR sheet that was made, by the name of its file."""
        ...

"""Presented credentials: the speaker they identify, and whether they are still valid."""

from dataclasses import dataclass
from typing import assert_never

from punto.web.security.credentials import Devices, Sessions
from punto.web.sessions.speakers import Device, Passer, Speaker, StaffMember


@dataclass(frozen=True, slots=True)
class Shown:
    """A speaker, and the name under which the vault keeps the credential."""

    speaker: Speaker
    name: str = ""
    """Empty for a speaker without a credential."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Checks credentials, which may end while a line opened with them is open."""

    devices: Devices
    sessions: Sessions

    async def counts(self, shown: Shown, *, used: bool) -> bool:
        """Return whether a credential is still valid.

        Commands since the last check count as use.
        """
        match shown.speaker:
            case Device():
                return await self.devices.is_kept(shown.name)
            case StaffMember():
                return await self.sessions.look(shown.name, used=used) is not None
            case Passer():
                return True
            case _:
                assert_never(shown.speaker)

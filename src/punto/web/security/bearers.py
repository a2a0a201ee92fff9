"""A credential that was shown: who it makes its bearer, and whether it still counts."""

from dataclasses import dataclass
from typing import assert_never

from punto.web.security.credentials import Devices, Sessions
from punto.web.sessions.speakers import Device, Passer, Speaker, StaffMember


@dataclass(frozen=True, slots=True)
class Shown:
    """A speaker, and the name under which the vault keeps what they have shown."""

    speaker: Speaker
    name: str = ""
    """Empty for whoever has shown nothing."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Knows what counts: credentials end while a line that was opened with them is open."""

    devices: Devices
    sessions: Sessions

    async def counts(self, shown: Shown, *, used: bool) -> bool:
        """Whether it still does; what was said with it since the last look counts as use."""
        match shown.speaker:
            case Device():
                return await self.devices.is_kept(shown.name)
            case StaffMember():
                return await self.sessions.look(shown.name, used=used) is not None
            case Passer():
                return True
            case _:
                assert_never(shown.speaker)

"""Who is at the other end of a connection, as its credential says and before it says anything."""

from dataclasses import dataclass

from punto.values.ids import PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class Device:
    """An enrolled Player Terminal."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class StaffMember:
    """Somebody who has signed in."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Passer:
    """Anybody without a credential, who may look at a display and at nothing else."""


Speaker = Device | StaffMember | Passer

_SCREENS: dict[type[Speaker], frozenset[str]] = {
    Device: frozenset({"terminal", "display"}),
    StaffMember: frozenset({"console", "pit", "display"}),
    Passer: frozenset({"display"}),
}


def may_open(speaker: Speaker, screen: str) -> bool:
    """Whether a speaker of this kind can have such a screen at all; roles are the engine's."""
    return screen in _SCREENS[type(speaker)]

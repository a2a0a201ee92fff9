"""Speakers: the identities of a connection, known by its credentials before it says anything."""

from dataclasses import dataclass

from punto.values import PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class Device:
    """An enrolled Player Terminal."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class StaffMember:
    """A signed-in person."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Passer:
    """A viewer without a credential, who may open a display and nothing else."""


Speaker = Device | StaffMember | Passer

_SCREENS: dict[type[Speaker], frozenset[str]] = {
    Device: frozenset({"terminal", "display"}),
    StaffMember: frozenset({"console", "pit", "display"}),
    Passer: frozenset({"display"}),
}


def may_open(speaker: Speaker, screen: str) -> bool:
    """Return whether a speaker of this kind can open such a screen; the engine checks roles."""
    return screen in _SCREENS[type(speaker)]

"""Refusals that concern the floor's terminals."""

from dataclasses import dataclass

from punto.values import TerminalId


@dataclass(frozen=True, slots=True)
class TerminalUnknown:
    """No device of that id was ever enrolled."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: not enrolled on this floor, expected one that is "
            "(R 1.15, M 1.1.15)"
        )


@dataclass(frozen=True, slots=True)
class TerminalAlreadyEnrolled:
    """An id that means a device already."""

    terminal: TerminalId
    place: str

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: already enrolled at {self.place!r}, "
            "expected at most one terminal for each id (R 1.15, M 1.1.15)"
        )


@dataclass(frozen=True, slots=True)
class TerminalIsRetired:
    """A device off the floor; its id is not given to another, so that old records stay clear."""

    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal!r}: retired for good, expected one in service "
            "(R 1.15, M 1.1.15)"
        )


@dataclass(frozen=True, slots=True)
class PlaceTaken:
    """A place where another device stands."""

    place: str
    terminal: TerminalId

    @property
    def sentence(self) -> str:
        return (
            f"place {self.place!r}: terminal {self.terminal!r} is there, "
            "expected at most one terminal at each place (R 1.15, M 1.1.15)"
        )


TerminalRefusal = TerminalUnknown | TerminalIsRetired
"""A terminal that is not in service."""
TerminalsRefusal = TerminalRefusal | TerminalAlreadyEnrolled | PlaceTaken

"""Refusals that concern the floor's profile and its terminals."""

from dataclasses import dataclass

from punto.identity.profiles import Profile
from punto.values.ids import TerminalId


@dataclass(frozen=True, slots=True)
class FloorHasStaff:
    """The single-person profile, asked for where more than one person works (A-73)."""

    people_count: int

    @property
    def sentence(self) -> str:
        return (
            f"profile {Profile.SINGLE_PERSON.value}: {self.people_count} people work on this "
            "floor, expected one alone (A-73)"
        )


@dataclass(frozen=True, slots=True)
class FloorIsForOne:
    """A second person, where one fills both steps of dual control (A-73)."""

    @property
    def sentence(self) -> str:
        return (
            f"profile {Profile.SINGLE_PERSON.value}: nobody can join, "
            f"expected the profile {Profile.STAFFED.value} first (A-73)"
        )


@dataclass(frozen=True, slots=True)
class ProfileAlreadyChosen:
    """The profile that the floor has."""

    profile: Profile

    @property
    def sentence(self) -> str:
        return f"profile {self.profile.value}: chosen already, expected the other one (A-73)"


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

"""Refusals that concern the people of the floor, and its profile."""

from dataclasses import dataclass

from punto.identity.profiles import Profile
from punto.identity.words import LONGEST_ID
from punto.values import Instant, PersonId, moment


@dataclass(frozen=True, slots=True)
class NobodyNamed:
    """An act without a person, on a floor where there is somebody to name."""

    @property
    def sentence(self) -> str:
        return (
            "nobody is named: expected the person who asks; "
            "only the first enrolment of an empty floor has none (A-52)"
        )


@dataclass(frozen=True, slots=True)
class PersonUnknown:
    """Nobody of that id was ever enrolled."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: not enrolled on this floor, expected somebody who is (A-52)"
        )


@dataclass(frozen=True, slots=True)
class PersonIsDismissed:
    """Somebody who may act no longer, and to whom nothing more can be given."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: dismissed, expected somebody who works on this floor (A-52)"
        )


@dataclass(frozen=True, slots=True)
class PersonNotDismissed:
    """Somebody who never left need not be taken back."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: works on this floor, expected somebody dismissed (A-52)"


@dataclass(frozen=True, slots=True)
class PersonAlreadyEnrolled:
    """An id that means somebody already, perhaps somebody dismissed."""

    person: PersonId
    name: str

    @property
    def sentence(self) -> str:
        # Two steps by two people can be told apart only if no two go by one id or name.
        return (
            f"person {self.person!r}: already enrolled as {self.name!r}, "
            "expected at most one person for each id (A-53)"
        )


@dataclass(frozen=True, slots=True)
class NoRole:
    """Somebody enrolled who holds no role at that instant (A-52)."""

    person: PersonId
    at: Instant

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: holds no role at {moment(self.at)}, "
            "expected a role granted, or an acting one whose time runs (A-52)"
        )


@dataclass(frozen=True, slots=True)
class TextUnreadable:
    """A name, id or place that a reader of the record could not tell from another."""

    subject: str
    text: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: expected at least one letter or digit, "
            "and nothing that cannot be seen"
        )


@dataclass(frozen=True, slots=True)
class IdUnfit:
    """An id that people could not tell from another, or not type."""

    subject: str
    text: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: expected letters a to z and digits, at most "
            f"{LONGEST_ID}, with a single dot, dash or underscore between them (A-53)"
        )


@dataclass(frozen=True, slots=True)
class IdAlike:
    """An id that people would take for another that is in use."""

    subject: str
    text: str
    other: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: looks like {self.other!r}, "
            "expected an id that differs in more than case, 0 and O, or 1, I and l (A-53)"
        )


@dataclass(frozen=True, slots=True)
class NameIsGeneric:
    """The name of a position, behind which anybody could stand."""

    name: str

    @property
    def sentence(self) -> str:
        return f"name {self.name!r}: a position, expected a person's own name (R 1.12, M 6.2)"


@dataclass(frozen=True, slots=True)
class NameTaken:
    """A name that somebody else goes by."""

    name: str
    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"name {self.name!r}: person {self.person!r} is enrolled under it, "
            "expected at most one person for each name (A-53)"
        )


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


ActorRefusal = PersonUnknown | PersonIsDismissed | NoRole
"""Why nobody can act under that id at that instant."""
PeopleRefusal = (
    ActorRefusal
    | NobodyNamed
    | PersonNotDismissed
    | PersonAlreadyEnrolled
    | TextUnreadable
    | IdUnfit
    | IdAlike
    | NameIsGeneric
    | NameTaken
    | FloorHasStaff
    | FloorIsForOne
    | ProfileAlreadyChosen
)

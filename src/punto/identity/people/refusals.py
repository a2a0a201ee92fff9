"""Refusals that concern the people of the floor, their roles, its profile, and ids."""

from collections.abc import Iterable

from punto.identity.floors import Profile
from punto.identity.people.actors import ActorRefusal, RankTooLow
from punto.identity.words import LONGEST_ID, is_id, is_readable, looks_like
from punto.rules import Role
from punto.values import Instant, PersonId, Value, moment


class NobodyNamed(Value):
    """A command names no person as its sender, on a floor that has people."""

    @property
    def sentence(self) -> str:
        return (
            "nobody is named: expected the person who asks; "
            "only the first enrolment of an empty floor has none (A-52)"
        )


class PersonNotDismissed(Value):
    """A reinstatement of a person who was not dismissed."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: works on this floor, expected a dismissed person (A-52)"


class PersonAlreadyEnrolled(Value):
    """The id is in use, perhaps by a dismissed person."""

    person: PersonId
    name: str

    @property
    def sentence(self) -> str:
        # Dual control can tell two people apart only if no two share an id or a name.
        return (
            f"person {self.person!r}: already enrolled as {self.name!r}, "
            "expected at most one person for each id (A-53)"
        )


class TextUnreadable(Value):
    """A reader of the record could not tell this name, id or place from another."""

    subject: str
    text: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: expected at least one letter or digit, "
            "and nothing that cannot be seen"
        )


class IdUnfit(Value):
    """People could not type this id, or not tell it from another."""

    subject: str
    text: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: expected letters a to z and digits, at most "
            f"{LONGEST_ID}, with a single dot, dash or underscore between them (A-53)"
        )


class IdAlike(Value):
    """People would mistake this id for another that is in use."""

    subject: str
    text: str
    other: str

    @property
    def sentence(self) -> str:
        return (
            f"{self.subject} {self.text!r}: looks like {self.other!r}, "
            "expected an id that differs in more than case, 0 and O, or 1, I and l (A-53)"
        )


class NameIsGeneric(Value):
    """The title of a position used as a name, which could mean any person."""

    name: str

    @property
    def sentence(self) -> str:
        return f"name {self.name!r}: a position, expected a person's own name (R 1.12, M 6.2)"


class NameTaken(Value):
    """The name belongs to another person."""

    name: str
    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"name {self.name!r}: person {self.person!r} is enrolled under it, "
            "expected at most one person for each name (A-53)"
        )


class FloorHasStaff(Value):
    """The single-person profile on a floor where several people work (A-73)."""

    people_count: int

    @property
    def sentence(self) -> str:
        return (
            f"profile {Profile.SINGLE_PERSON.value}: {self.people_count} people work on this "
            "floor, expected one alone (A-73)"
        )


class FloorIsForOne(Value):
    """A second person on a floor with the single-person profile (A-73)."""

    @property
    def sentence(self) -> str:
        return (
            f"profile {Profile.SINGLE_PERSON.value}: nobody can join, "
            f"expected the profile {Profile.STAFFED.value} first (A-73)"
        )


class ProfileAlreadyChosen(Value):
    """The floor already has this profile."""

    profile: Profile

    @property
    def sentence(self) -> str:
        return f"profile {self.profile.value}: chosen already, expected the other one (A-73)"


PeopleRefusal = (
    NobodyNamed
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


IdRefusal = TextUnreadable | IdUnfit | IdAlike


def id_refusal(subject: str, text: str, others: Iterable[str]) -> IdRefusal | None:
    """Return why a new id of a person, terminal or table is refused, given those in use.

    Each id can be typed, and cannot be mistaken for another.
    """
    if not is_readable(text):
        return TextUnreadable(subject, text)
    if not is_id(text):
        return IdUnfit(subject, text)
    for other in others:
        if other != text and looks_like(text, other):
            return IdAlike(subject, text, other)
    return None


class GrantToOneself(Value):
    """A role that a person grants to themselves."""

    person: PersonId
    role: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} for {self.person!r}: asked by the same person, "
            "expected another person to grant it (A-52)"
        )


class RoleAlreadyHeld(Value):
    """A role that would add nothing to the one held."""

    person: PersonId
    role: Role
    held: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} for {self.person!r}: held already "
            f"as {self.held.plain_name}, expected a role that adds to it (A-52)"
        )


class RoleNotHeld(Value):
    """A revocation of a role that was not granted without a time limit."""

    person: PersonId
    role: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} of {self.person!r}: not held for good, "
            "expected a role that was granted without a time limit (A-52)"
        )


class LastShiftManager(Value):
    """The removal of the last Shift Manager, who alone can rule or appoint one (R 5.12, M 6.1)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: the only {Role.SHIFT_MANAGER.plain_name} for good, "
            "expected another one beside (R 5.12, L 5.17, M 6.1)"
        )


class BoxContradicts(Value):
    """A time box that is empty, or that would change who held a role in the past."""

    at: Instant
    since: Instant
    until: Instant

    @property
    def sentence(self) -> str:
        return (
            f"acting from {moment(self.since)} until {moment(self.until)}, asked at "
            f"{moment(self.at)}: expected asked, from and until in that order, "
            "and until after from (A-52)"
        )


class ActingAlready(Value):
    """A second time box beside one that has not run out."""

    person: PersonId
    role: Role
    until: Instant

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: acting {self.role.plain_name} until "
            f"{moment(self.until)}, expected that to be over or ended first (A-52)"
        )


class NotActing(Value):
    """A person without an acting role to end."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: acts in no role, expected a person who does (A-52)"


RolesRefusal = (
    ActorRefusal
    | RankTooLow
    | GrantToOneself
    | RoleAlreadyHeld
    | RoleNotHeld
    | LastShiftManager
    | BoxContradicts
    | ActingAlready
    | NotActing
)

"""Dual control: a fact that one person states and another confirms (A-53)."""

from dataclasses import dataclass

from punto.rules.roles import Actor
from punto.values.ids import Instant, PersonId, moment


@dataclass(frozen=True, slots=True)
class SamePersonTwice:
    """One person in both steps of a dual control, where there is staff (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: both steps of a dual control, "
            "expected two different people (A-53)"
        )


@dataclass(frozen=True, slots=True)
class Tie:
    """Another account that may be used by the same person as the sender's."""

    person: PersonId
    until: Instant
    """The first instant at which the two count as two people again."""


@dataclass(frozen=True, slots=True)
class OnePersonAsTwo:
    """Two steps by two accounts that one person may have set up of late (A-53)."""

    first: PersonId
    second: PersonId
    until: Instant

    @property
    def sentence(self) -> str:
        return (
            f"persons {self.first!r} and {self.second!r}: one person may have set up both "
            f"accounts, expected a third person before {moment(self.until)} (A-53)"
        )


def tie_refusal(first: PersonId, second: PersonId, ties: tuple[Tie, ...]) -> OnePersonAsTwo | None:
    """Refuse a second step by an account that is tied to the one that took the first."""
    for tie in ties:
        if tie.person == first:
            return OnePersonAsTwo(first, second, tie.until)
    return None


def same_person_refusal(first: PersonId, second: Actor, *, alone: bool) -> SamePersonTwice | None:
    """Refuse one person in both steps, unless the table is private and nobody else there (A-73)."""
    # Not even somebody who holds, or acts in, both roles may take both steps; and a table that
    # was opened for one person is no way around it once there is staff.
    if first != second.person or (alone and second.alone):
        return None
    return SamePersonTwice(second.person)

"""Dual control: one person states a fact and another confirms it (A-53)."""

from punto.rules.roles import Actor
from punto.values import Instant, PersonId, Value, moment


class SamePersonTwice(Value):
    """One person took both steps of a dual control although other staff exist (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: took both steps of a dual control, "
            "expected two different people (A-53)"
        )


class Tie(Value):
    """Another account that may be used by the same person as the sender's."""

    person: PersonId
    until: Instant
    """The first instant at which the two count as two people again."""


class OnePersonAsTwo(Value):
    """The two steps came from accounts that one person may recently have set up (A-53)."""

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
    """Refuse a second step by an account tied to the account of the first."""
    for tie in ties:
        if tie.person == first:
            return OnePersonAsTwo(first, second, tie.until)
    return None


def same_person_refusal(first: PersonId, second: Actor, *, alone: bool) -> SamePersonTwice | None:
    """Refuse one person in both steps, except alone on the floor of a private table (A-73)."""
    # Holding or acting in both roles does not allow both steps. Nor does a table opened for one
    # person, once there is other staff.
    if first != second.person or (alone and second.alone):
        return None
    return SamePersonTwice(second.person)


def two_people_refusal(
    first: PersonId, second: Actor, ties: tuple[Tie, ...], *, alone: bool
) -> SamePersonTwice | OnePersonAsTwo | None:
    """Refuse a second step by the person who took the first, or may have done so."""
    same = same_person_refusal(first, second, alone=alone)
    return same or tie_refusal(first, second.person, ties)

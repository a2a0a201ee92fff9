"""Dual control: a fact that one person states and another confirms (A-53)."""

from dataclasses import dataclass

from punto.rules.roles import Actor
from punto.values.ids import PersonId


@dataclass(frozen=True, slots=True)
class SamePersonTwice:
    """One person in both steps of a dual control, where there is staff (A-53)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return (
            f"person {self.person!r}: both steps of a dual control, "
            "expected two different people (A-53)"
        )


def same_person_refusal(first: PersonId, second: Actor, *, alone: bool) -> SamePersonTwice | None:
    """Refuse one person in both steps, unless the table is private and nobody else there (A-73)."""
    # Not even somebody who holds, or acts in, both roles may take both steps; and a table that
    # was opened for one person is no way around it once there is staff.
    if first != second.person or (alone and second.alone):
        return None
    return SamePersonTwice(second.person)

"""Dual control: a fact that one person states and another confirms (A-53)."""

from dataclasses import dataclass

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


def same_person_refusal(
    first: PersonId, second: PersonId, *, alone: bool
) -> SamePersonTwice | None:
    """Refuse one person in both steps, unless alone at a private game (A-73)."""
    # Not even somebody who holds, or acts in, both roles may take both steps.
    return SamePersonTwice(second) if first == second and not alone else None

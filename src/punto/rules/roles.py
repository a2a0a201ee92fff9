"""Who may do what: one ladder of roles, on which a higher one may act for a lower (A-52)."""

from dataclasses import dataclass
from enum import IntEnum

from punto.values.ids import PersonId


class Role(IntEnum):
    """A position of the pit; the order is the ladder (R 1.12, R 5.12, M 6.1, M 6.2)."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4

    @property
    def plain_name(self) -> str:
        """The role where no operator's own word is at hand."""
        return self.name.replace("_", " ").title()


@dataclass(frozen=True, slots=True)
class Actor:
    """A named person in the role held at this moment, perhaps only acting in it."""

    person: PersonId
    role: Role
    acting: bool = False
    alone: bool = False
    """Whether nobody else is on the floor, so that dual control cannot be asked (A-73)."""

    def may_act_as(self, role: Role) -> bool:
        """Whether the person's role reaches this one (M 6.2)."""
        return self.role >= role

"""The ladder of roles, on which a higher role may act for a lower (A-52), and their screens."""

from enum import IntEnum
from typing import Literal

from punto.values import PersonId, Value

Screen = Literal["terminal", "console", "pit"]
"""The screens from which people send commands."""


class Role(IntEnum):
    """A position in the casino, in the order of the ladder (R 1.12, R 5.12, M 6.1, M 6.2)."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4
    CASINO_MANAGER = 5
    """Above the Shift Manager, as R 5.12 allows for."""

    @property
    def plain_name(self) -> str:
        """The title for places without an operator, such as the command line."""
        return self.name.replace("_", " ").title()


class Actor(Value):
    """A named person in a role that the person now holds or acts in."""

    person: PersonId
    role: Role
    acting: bool = False
    alone: bool = False
    """Whether the person is alone on the floor, so that dual control is impossible (A-73)."""

    def may_act_as(self, role: Role) -> bool:
        """Whether the person's role is this one or higher (M 6.2)."""
        return self.role >= role

"""Who sends a command in a script, before the floor has said in which role."""

from dataclasses import dataclass
from typing import Final

from punto.rounds.commands import Patron
from punto.values.ids import PersonId


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody by name; the role is the one held on the floor at that moment."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody at all, as at the founding of a floor."""


NOBODY: Final = Nobody()


@dataclass(frozen=True, slots=True)
class TimerOf:
    """The clock of a self-dealing table."""

    person: PersonId | None = None
    """For whom it acts; unless told, for the Dealer on duty."""


Sender = Staff | Patron | TimerOf
"""Who may ask something of a table."""

"""The senders of commands in a script, before the floor adds their roles."""

from dataclasses import dataclass
from typing import Final

from punto.rounds import Patron
from punto.values import PersonId


@dataclass(frozen=True, slots=True)
class Staff:
    """A named person, in the role held on the floor at that moment."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Nobody:
    """No person, as at the founding of a floor."""


NOBODY: Final = Nobody()


@dataclass(frozen=True, slots=True)
class TimerOf:
    """The clock of a self-dealing table."""

    person: PersonId | None = None
    """The person for whom it acts, by default the Dealer on duty."""


Sender = Staff | Patron | TimerOf
"""The senders of commands to a table."""

"""Events: what happened to the floor. A fact cannot be refused, and nothing else is the state."""

from dataclasses import dataclass

from punto.identity.access.events import AccessFact
from punto.identity.people.events import PeopleFact
from punto.identity.roles.events import RoleFact
from punto.identity.terminals.events import TerminalFact
from punto.rules import Actor
from punto.values import CommandId, Instant

Fact = PeopleFact | RoleFact | TerminalFact | AccessFact


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: Actor | None
    """Nobody at the founding, when there was nobody yet, and in what a server noticed."""
    at: Instant
    command: CommandId
    clause: str
    """Empty where the rule documents are silent: who is enrolled is the House's own affair."""

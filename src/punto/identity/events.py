"""Events: what happened to the floor. A fact cannot be refused, and nothing else is the state."""

from punto.identity.access.events import AccessFact
from punto.identity.people.events import PeopleFact
from punto.identity.roles.events import RoleFact
from punto.identity.terminals.events import TerminalFact
from punto.rules import Actor
from punto.values import CommandId, Instant, Value

Fact = PeopleFact | RoleFact | TerminalFact | AccessFact


class FloorEvent(Value):
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: Actor | None
    """None at the founding, before any person is enrolled, and in a server's own notices."""
    at: Instant
    command: CommandId
    clause: str
    """Empty where the rule documents are silent: who is enrolled is the House's own affair."""

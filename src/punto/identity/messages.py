"""The commands and events of the floor, each with its sender; only a command may be refused."""

from collections.abc import Mapping

from punto.identity import access, people, terminals
from punto.identity.access.commands import AccessNote, AccessWish
from punto.identity.access.events import AccessFact
from punto.identity.message_rows import FloorFactRow
from punto.identity.people.commands import PeopleWish, RoleWish
from punto.identity.people.events import PeopleFact, RoleFact
from punto.identity.terminals.commands import NoteClock, TerminalWish
from punto.identity.terminals.events import TerminalFact
from punto.rules import Actor
from punto.values import CommandId, Instant, PersonId, Value

Wish = PeopleWish | RoleWish | TerminalWish | AccessWish | AccessNote | NoteClock


class FloorCommand(Value):
    """A command to the floor: a wish, its sender, and the time of its arrival."""

    id: CommandId
    at: Instant
    by: PersonId | None
    """None when an empty floor is founded, and in a server's own notices."""
    wish: Wish


Fact = PeopleFact | RoleFact | TerminalFact | AccessFact


class FloorEvent(Value):
    """A fact with its actor, time and command, and its clause or reading."""

    fact: Fact
    by: Actor | None
    """None at the founding, before any person is enrolled, and in a server's own notices."""
    at: Instant
    command: CommandId
    clause: str
    """Empty where the rule documents are silent: who is enrolled is the House's own affair."""


PIT_WISHES = (*people.PIT_WISHES, *terminals.PIT_WISHES, *access.PIT_WISHES)
"""The commands that the pit sends from its screens; others come with a link, or from a server."""
EVENTS: Mapping[type, FloorFactRow] = {
    row.kind: row for row in (*people.EVENTS, *terminals.EVENTS, *access.EVENTS)
}

"""Commands: what people may ask of the floor. Each may be refused."""

from dataclasses import dataclass

from punto.identity.access.commands import AccessWish, Notice
from punto.identity.people.commands import PeopleWish
from punto.identity.roles.commands import RoleWish
from punto.identity.terminals.commands import TerminalWish
from punto.values import CommandId, Instant, PersonId

Wish = PeopleWish | RoleWish | TerminalWish | AccessWish | Notice


@dataclass(frozen=True, slots=True)
class Command:
    """A wish, who has it, and when it came in."""

    id: CommandId
    at: Instant
    by: PersonId | None
    """Nobody at the founding of an empty floor, and in what a server notices by itself."""
    wish: Wish

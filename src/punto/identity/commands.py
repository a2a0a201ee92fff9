"""Commands: what people may ask of the floor. Each may be refused."""

from punto.identity.access.commands import AccessWish, Notice
from punto.identity.people.commands import PeopleWish
from punto.identity.roles.commands import RoleWish
from punto.identity.terminals.commands import NoteClock, TerminalWish
from punto.values import CommandId, Instant, PersonId, Value

Wish = PeopleWish | RoleWish | TerminalWish | AccessWish | Notice | NoteClock


class FloorCommand(Value):
    """A command to the floor: what is asked, by whom, and when it arrived."""

    id: CommandId
    at: Instant
    by: PersonId | None
    """None when an empty floor is founded, and in a server's own notices."""
    wish: Wish

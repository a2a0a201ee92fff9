"""Messages between devices and nodes; any may be lost, doubled or late."""

from punto.identity import Floor
from punto.identity import Wish as FloorWish
from punto.rounds import Patron, Table
from punto.rounds import Wish as TableWish
from punto.runtime import Answer, Notice, Stream
from punto.values import CommandId, PersonId, Value

Wish = TableWish | FloorWish
State = Table | Floor


class Letter(Value):
    """A command on its way; the node adds the sender's role and the time."""

    sender: str
    stream: Stream
    id: CommandId
    by: PersonId | Patron | None
    """None only at the founding of the floor."""
    wish: Wish


class Reply(Value):
    """The answer to a command."""

    id: CommandId
    answer: Answer


class StateShown(Value):
    """The whole current state of a stream, with its position; the latest one counts."""

    stream: Stream
    position: int
    state: State


class DeviceHello(Value):
    """A device's request for everything it should see."""

    sender: str


class LineLost(Value):
    """Tells a node that it has lost its line to the database.

    A device may lose a single message; a node loses no notice between two others without this.
    """


Message = Letter | Reply | StateShown | DeviceHello | Notice | LineLost

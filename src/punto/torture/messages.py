"""Messages between devices and nodes; any may be lost, doubled or late."""

from dataclasses import dataclass

from punto.identity import Floor
from punto.identity import Wish as FloorWish
from punto.rounds import Patron, Table
from punto.rounds import Wish as TableWish
from punto.runtime import Answer, Notice, Stream
from punto.values import CommandId, PersonId

Wish = TableWish | FloorWish
State = Table | Floor


@dataclass(frozen=True, slots=True)
class Letter:
    """A command on its way; the node adds the sender's role and the time."""

    sender: str
    stream: Stream
    id: CommandId
    by: PersonId | Patron | None
    """None only at the founding of the floor."""
    wish: Wish


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command."""

    id: CommandId
    answer: Answer


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole current state of a stream, with its position; the latest one counts."""

    stream: Stream
    position: int
    state: State


@dataclass(frozen=True, slots=True)
class Hello:
    """A device's request for everything it should see."""

    sender: str


@dataclass(frozen=True, slots=True)
class LineLost:
    """A node has lost the database's line, and knows it.

    Unlike single messages of a device, no notice is lost between two others.
    """


Message = Letter | Reply | Shown | Hello | Notice | LineLost

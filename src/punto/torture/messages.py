"""What travels between devices and nodes; any of it may be lost, doubled or late."""

from dataclasses import dataclass

from punto.identity.commands import Wish as FloorWish
from punto.identity.floors import Floor
from punto.rounds.commands import Patron
from punto.rounds.commands import Wish as TableWish
from punto.rounds.state import Table
from punto.runtime.drafts import Answer
from punto.runtime.ports import Notice, Stream
from punto.values.ids import CommandId, PersonId

Wish = TableWish | FloorWish
State = Table | Floor


@dataclass(frozen=True, slots=True)
class Letter:
    """A command on its way; who has which role, and what time it is, the node adds."""

    sender: str
    stream: Stream
    id: CommandId
    by: PersonId | Patron | None
    """Nobody only at the founding of the floor."""
    wish: Wish


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command."""

    id: CommandId
    answer: Answer


@dataclass(frozen=True, slots=True)
class Shown:
    """A stream as it is now, whole and with its position; the latest one counts."""

    stream: Stream
    position: int
    state: State


@dataclass(frozen=True, slots=True)
class Hello:
    """A device asks a node for all that it should see."""

    sender: str


@dataclass(frozen=True, slots=True)
class LineLost:
    """A node hears nothing more of another, and knows it: a database drops its line whole.

    No notice is lost between two others, as a single message of a device may be.
    """


Message = Letter | Reply | Shown | Hello | Notice | LineLost

"""The messages on the two pipes between the test and a table's process, one per line."""

import pickle
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import cast

from punto.identity.messages import FloorCommand
from punto.rounds.commands import TableCommand
from punto.runtime.drafts import Answer
from punto.runtime.ports import Stream
from punto.storage.record.rows import CheckpointRow
from punto.values.ids import CommandId

Command = TableCommand | FloorCommand


@dataclass(frozen=True, slots=True)
class Ask:
    """A command to a stream."""

    stream: Stream
    command: Command

    @property
    def floor_command(self) -> FloorCommand:
        """Return the command, which must be one to the floor."""
        assert isinstance(self.command, FloorCommand)
        return self.command

    @property
    def table_command(self) -> TableCommand:
        """Return the command, which must be one to a table."""
        assert isinstance(self.command, TableCommand)
        return self.command


@dataclass(frozen=True, slots=True)
class Move:
    """A MoveOut at one table, which causes a MoveIn at another."""

    stream: Stream
    target: Stream
    command: TableCommand

    @property
    def table_command(self) -> TableCommand:
        """Return the MoveOut, which goes to the first table."""
        return self.command


@dataclass(frozen=True, slots=True)
class Tell:
    """A request for the state of every stream."""


Request = Ask | Move | Tell


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has started and listens."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a command, which is recorded."""

    command: CommandId
    answer: Answer


@dataclass(frozen=True, slots=True)
class Stopped:
    """A stream was halted; the command may or may not be recorded."""

    command: CommandId
    why: str


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint that is recorded, and handed out to be kept elsewhere."""

    row: CheckpointRow


@dataclass(frozen=True, slots=True)
class Told:
    """The hash of the state of every stream."""

    states: dict[Stream, str]
    is_back: bool = True
    """Whether the database is reached again, and no stream waits to restart."""


Reply = Ready | Answered | Stopped | Signed | Told


def line_of(message: Request | Reply) -> bytes:
    """Encode a message as a line; a line without an end was cut off by a death."""
    return b64encode(pickle.dumps(message)) + b"\n"


def request_of(line: bytes) -> Request:
    """Decode the request in a line."""
    return cast("Request", pickle.loads(b64decode(line)))  # noqa: S301 (from our own parent)


def reply_of(line: bytes) -> Reply:
    """Decode the reply in a line."""
    return cast("Reply", pickle.loads(b64decode(line)))  # noqa: S301 (from our own child)

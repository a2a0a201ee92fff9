"""What goes over the two pipes between the test and a table's process, one message a line."""

import pickle
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import cast

from punto.identity.commands import Command as FloorCommand
from punto.rounds.commands import Command as TableCommand
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
        """The command, which is one to the floor."""
        assert isinstance(self.command, FloorCommand)
        return self.command

    @property
    def table_command(self) -> TableCommand:
        """The command, which is one to a table."""
        assert isinstance(self.command, TableCommand)
        return self.command


@dataclass(frozen=True, slots=True)
class Move:
    """A MoveOut at one table, which brings a MoveIn at another."""

    stream: Stream
    target: Stream
    command: TableCommand

    @property
    def table_command(self) -> TableCommand:
        """The same, as it is asked of the first table."""
        return self.command


@dataclass(frozen=True, slots=True)
class Tell:
    """Say what every stream has come to."""


Request = Ask | Move | Tell


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has started and listens."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a command: it is recorded."""

    command: CommandId
    answer: Answer


@dataclass(frozen=True, slots=True)
class Stopped:
    """A stream is halted; whether the command was recorded, nobody says."""

    command: CommandId
    why: str


@dataclass(frozen=True, slots=True)
class Signed:
    """The checkpoint is recorded, and is handed out to be kept elsewhere."""

    row: CheckpointRow


@dataclass(frozen=True, slots=True)
class Told:
    """The whole state of every stream, as a hash."""

    states: dict[Stream, str]
    is_back: bool = True
    """Whether the database is reached, and no stream waits to come up again."""


Reply = Ready | Answered | Stopped | Signed | Told


def line_of(message: Request | Reply) -> bytes:
    """A message as a line; one that does not end was cut off by a death."""
    return b64encode(pickle.dumps(message)) + b"\n"


def request_of(line: bytes) -> Request:
    """The request of a line."""
    return cast("Request", pickle.loads(b64decode(line)))  # noqa: S301 (from our own parent)


def reply_of(line: bytes) -> Reply:
    """The reply of a line."""
    return cast("Reply", pickle.loads(b64decode(line)))  # noqa: S301 (from our own child)

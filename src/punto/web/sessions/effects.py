"""What a session wants done; whoever holds the socket does it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from punto.values.ids import CommandId
from punto.web.sessions.speakers import Speaker
from punto.web.wire.messages import Hello, SecondPerson


class CloseCode(IntEnum):
    """Why the server ends a connection, in the numbers of WebSocket."""

    NOT_TEXT = 1003
    NOT_ALLOWED = 1008
    TOO_LONG = 1009
    COME_BACK = 1012
    """Another node serves it better, or this one goes down."""
    REPLACED = 4001
    """A newer tab of the same terminal speaks for it."""
    TOO_SLOW = 4002
    """It has stopped taking messages."""


@dataclass(frozen=True, slots=True)
class Say:
    """A message for the screen, ready to go."""

    message: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """The screen has said what it is; from now on it gets views."""

    hello: Hello
    speaker: Speaker
    """Of those that the connection may be, the one whose screen it is."""


@dataclass(frozen=True, slots=True)
class Submit:
    """A wish for a table, under the id that the screen gave it."""

    id: CommandId
    wish: Any
    """Of the engine's own type, or one that the server completes."""
    table: str | None
    pin: str | None
    by: SecondPerson | None


@dataclass(frozen=True, slots=True)
class Recall:
    """A round of the past is wanted."""

    id: str
    round: int | None


@dataclass(frozen=True, slots=True)
class GiveTicket:
    """The face of a waiting ticket is wanted, to print it."""

    id: str


@dataclass(frozen=True, slots=True)
class CallAttendant:
    """An attendant is wanted, or no longer."""

    id: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Close:
    """The connection ends here."""

    code: CloseCode
    reason: str


Effect = Say | Join | Submit | Recall | GiveTicket | CallAttendant | Close

"""Effects: what a session wants done; the line carries them out."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from punto.values import CommandId
from punto.web.sessions.speakers import Speaker
from punto.web.wire.messages import Hello, SecondPerson


class CloseCode(IntEnum):
    """Why the server closes a connection, as WebSocket close codes."""

    NOT_TEXT = 1003
    NOT_ALLOWED = 1008
    TOO_LONG = 1009
    COME_BACK = 1012
    """Another node serves it better, or this one is shutting down."""
    REPLACED = 4001
    """A newer tab of the same terminal has taken over."""
    TOO_SLOW = 4002
    """The screen has stopped reading."""


@dataclass(frozen=True, slots=True)
class Say:
    """Send an encoded message to the screen."""

    message: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """Place the screen, which has said what it is; from now on it gets views."""

    hello: Hello
    speaker: Speaker
    """The one of the connection's identities that may open this screen."""


@dataclass(frozen=True, slots=True)
class Submit:
    """Submit a wish to a table, under the id that the screen gave it."""

    id: CommandId
    wish: Any
    """Of the engine's own type, or one that the server completes."""
    table: str | None
    pin: str | None
    by: SecondPerson | None


@dataclass(frozen=True, slots=True)
class Recall:
    """Show a past round."""

    id: str
    round: int | None


@dataclass(frozen=True, slots=True)
class GiveTicket:
    """Send the face of a waiting ticket, to be printed."""

    id: str


@dataclass(frozen=True, slots=True)
class CallAttendant:
    """Call an attendant, or end the call."""

    id: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Close:
    """Close the connection."""

    code: CloseCode
    reason: str


Effect = Say | Join | Submit | Recall | GiveTicket | CallAttendant | Close

"""Effects: what a session asks the line to do.

Speakers are the identities of a connection, known by its credentials before it says anything.
"""

from enum import IntEnum
from typing import Any

from punto.values import CommandId, PersonId, TerminalId, Value
from punto.web.wire.messages import Hello, SecondPerson


class Device(Value):
    """An enrolled Player Terminal."""

    terminal: TerminalId


class StaffMember(Value):
    """A signed-in person."""

    person: PersonId


class Passer(Value):
    """A viewer without a credential, who may open only a display."""


Speaker = Device | StaffMember | Passer

_SCREENS: dict[type[Speaker], frozenset[str]] = {
    Device: frozenset({"terminal", "display"}),
    StaffMember: frozenset({"console", "pit", "display"}),
    Passer: frozenset({"display"}),
}


def may_open(speaker: Speaker, screen: str) -> bool:
    """Return whether a speaker of this kind can open such a screen; the engine checks roles."""
    return screen in _SCREENS[type(speaker)]


class CloseCode(IntEnum):
    """The WebSocket close codes with which the server closes a connection."""

    NOT_TEXT = 1003
    NOT_ALLOWED = 1008
    TOO_LONG = 1009
    COME_BACK = 1012
    """Another node serves it better, or this one is shutting down."""
    TRY_LATER = 1013
    """There is no place for another display."""
    REPLACED = 4001
    """A newer tab of the same terminal has taken over."""
    TOO_SLOW = 4002
    """The screen has stopped reading."""


class Say(Value):
    """Send an encoded message to the screen."""

    message: bytes


class Join(Value):
    """Assign the screen, which has identified itself, to its place; from now on it gets views."""

    hello: Hello
    speaker: Speaker
    """The one of the connection's identities that may open this screen."""


class Submit(Value):
    """Submit a wish to a table, under the id that the screen gave it."""

    id: CommandId
    wish: Any
    """Of the engine's own type, or one that the server completes."""
    table: str | None
    pin: str | None
    by: SecondPerson | None


class RecallRequest(Value):
    """Show a past round."""

    id: str
    round: int | None


class GiveTicket(Value):
    """Send the face of a waiting ticket, to be printed."""

    id: str


class CallAttendant(Value):
    """Call an attendant, or end the call."""

    id: str
    wanted: bool


class ShowLobby(Value):
    """Also show the lobby on the screen, or stop showing it."""

    wanted: bool


class Close(Value):
    """Close the connection."""

    code: CloseCode
    reason: str


Effect = Say | Join | Submit | RecallRequest | GiveTicket | CallAttendant | ShowLobby | Close

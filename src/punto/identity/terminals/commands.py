"""Commands about the devices of the floor and its tables."""

from enum import Enum

from punto.live import PatronKey
from punto.values import TableId, TerminalId, Value


class EnrolTerminal(Value):
    """Enrol a device with its place."""

    terminal: TerminalId
    place: str


class EnrolSensor(Value):
    """Enrol a device that reads the chips on the layout of a live table."""

    terminal: TerminalId
    table: TableId
    place: str


class RetireTerminal(Value):
    """Take a device off the floor for good."""

    terminal: TerminalId


class AnswerCall(Value):
    """Record that an attendant answered a terminal's call."""

    terminal: TerminalId


class BringUpTable(Value):
    """Restart a halted table after staff have dealt with the cause."""

    table: TableId


class EraseName(Value):
    """Erase the name that staff entered for a patron; no record contains the name itself."""

    table: TableId
    patron: PatronKey


class ClockKind(Enum):
    """A clock that a server compares with its own time."""

    SYSTEM = "system"
    DATABASE = "database"
    RECORD = "record"
    """The newest time in the record."""


class NoteClock(Value):
    """A server has found that a clock is off, or was set, since the last check."""

    clock: ClockKind
    ahead_ms: int
    """How far it is ahead of the server's own time; negative if it is behind."""


TerminalWish = EnrolTerminal | EnrolSensor | RetireTerminal | AnswerCall | BringUpTable | EraseName

PIT_WISHES = (EnrolTerminal, EnrolSensor, RetireTerminal)
"""The commands that the pit sends from its screens."""

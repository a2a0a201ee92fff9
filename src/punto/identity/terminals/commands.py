"""Commands about the devices of the floor and its tables."""

from dataclasses import dataclass

from punto.identity.messages import PIT, FloorCommandRow
from punto.values import TableId, TerminalId


@dataclass(frozen=True, slots=True)
class EnrolTerminal:
    """Make a device known to the floor, and where it stands."""

    terminal: TerminalId
    place: str


@dataclass(frozen=True, slots=True)
class RetireTerminal:
    """Take a device off the floor for good."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Say that an attendant is at a terminal that called."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class BringUpTable:
    """Bring up a table again that was halted, once people have seen to what was the matter."""

    table: TableId


TerminalWish = EnrolTerminal | RetireTerminal | AnswerCall | BringUpTable

COMMANDS = (
    FloorCommandRow(EnrolTerminal, PIT),
    FloorCommandRow(RetireTerminal, PIT),
    FloorCommandRow(AnswerCall),
    FloorCommandRow(BringUpTable),
)

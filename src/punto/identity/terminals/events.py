"""Events about the devices of the floor and its tables."""

from dataclasses import dataclass

from punto.identity.messages import FloorFactRow
from punto.rules import News
from punto.values import TableId, TerminalId


@dataclass(frozen=True, slots=True)
class TerminalEnrolled:
    """A device belongs to the floor."""

    terminal: TerminalId
    place: str


@dataclass(frozen=True, slots=True)
class TerminalRetired:
    """A device is off the floor for good."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """An attendant is at a terminal that called."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class BringUpOrdered:
    """A halted table is to be verified and brought up again; whether it holds, it says itself."""

    table: TableId


TerminalFact = TerminalEnrolled | TerminalRetired | CallAnswered | BringUpOrdered

EVENTS = (
    FloorFactRow(TerminalEnrolled, News("Terminal enrolled", "terminal", "notable")),
    FloorFactRow(TerminalRetired, News("Terminal retired", "terminal", "notable")),
    FloorFactRow(CallAnswered, News("Call answered", "people", "notable")),
    FloorFactRow(BringUpOrdered, News("Restart of a halted table", "table", "grave")),
)

"""Events about the devices of the floor and its tables."""

from punto.identity.message_rows import FloorFactRow
from punto.identity.terminals.commands import ClockKind
from punto.live import PatronKey
from punto.rules import News
from punto.values import TableId, TerminalId, Value


class TerminalEnrolled(Value):
    """A device belongs to the floor."""

    terminal: TerminalId
    place: str


class SensorEnrolled(Value):
    """A device belongs to the floor that reads the chips of a live table."""

    terminal: TerminalId
    table: TableId
    place: str


class TerminalRetired(Value):
    """A device is off the floor for good."""

    terminal: TerminalId


class CallAnswered(Value):
    """An attendant is at a terminal that called."""

    terminal: TerminalId


class BringUpOrdered(Value):
    """A halted table is to be verified and restarted; its own stream records the result."""

    table: TableId


class NameErased(Value):
    """The name of a patron was erased; from now on only the key identifies the patron."""

    table: TableId
    patron: PatronKey


class ClockFoundOff(Value):
    """A clock around a server differed from the server's own time by more than clocks drift."""

    clock: ClockKind
    ahead_ms: int


TerminalFact = (
    TerminalEnrolled
    | SensorEnrolled
    | TerminalRetired
    | CallAnswered
    | BringUpOrdered
    | NameErased
    | ClockFoundOff
)

EVENTS = (
    FloorFactRow(TerminalEnrolled, News("Terminal enrolled", "terminal", "notable")),
    FloorFactRow(SensorEnrolled, News("Chip sensor enrolled", "terminal", "notable")),
    FloorFactRow(TerminalRetired, News("Terminal retired", "terminal", "notable")),
    FloorFactRow(CallAnswered, News("Call answered", "people", "notable")),
    FloorFactRow(BringUpOrdered, News("Restart of a halted table", "table", "grave")),
    FloorFactRow(NameErased, News("Patron's name erased", "people", "notable")),
    FloorFactRow(ClockFoundOff, News("Clock out of sync", "table", "grave")),
)

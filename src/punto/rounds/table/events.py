"""Events about the table itself: its game, its people and its terminals."""

from functools import partial

from punto.rounds.configuration import Configuration
from punto.rounds.message_rows import TERMINALS, FactRow, live_only, paragraphs, reading
from punto.rounds.table.commands import Link, Seating
from punto.rules import Actor, BetKey, Limits, News
from punto.values import TerminalId, Value


class TableConfigured(Value):
    """The table plays this game, in this way."""

    configuration: Configuration


class TableOpened(Value):
    """Play began under a Dealer; on a self-dealing table, the Dealer of record."""

    dealer: Actor


class TableClosed(Value):
    """Play ended."""


class LastRoundAnnounced(Value):
    """The last round before the table closes was announced."""

    round_number: int


class DealerChanged(Value):
    """Another Dealer took over."""

    dealer: Actor


class LimitsChanged(Value):
    """New limits hold from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...]


class SeatingChanged(Value):
    """The number of seats changed, or whether patrons choose them themselves."""

    seating: Seating


class TerminalSeated(Value):
    """A terminal belongs to this table, and has a seat."""

    terminal: TerminalId


class SeatLeft(Value):
    """A terminal's seat is free for others; its credits are still here."""

    terminal: TerminalId


class LinkReported(Value):
    """A terminal is connected, or no longer is."""

    terminal: TerminalId
    link: Link


class TerminalDisabled(Value):
    """A terminal may not bet."""

    terminal: TerminalId
    reason: str


class TerminalEnabled(Value):
    """A terminal may bet again."""

    terminal: TerminalId


TableFact = (
    TableConfigured
    | TableOpened
    | LastRoundAnnounced
    | TableClosed
    | DealerChanged
    | LimitsChanged
    | SeatingChanged
)


SeatFact = TerminalSeated | SeatLeft | LinkReported | TerminalDisabled | TerminalEnabled

_of_table = partial(FactRow, group="table", audience="everybody")
_of_seat = partial(FactRow, group="seat", audience="its terminal")
EVENTS = (
    _of_table(
        TableConfigured,
        paragraphs("preamble", "preamble", "2.1.1"),
        News("Table set up", "table", "notable"),
        version=3,
    ),
    _of_table(TableOpened, reading("A-52"), News("Table opened", "table", "routine")),
    _of_table(
        LastRoundAnnounced, live_only("A-52"), News("Last round announced", "table", "routine")
    ),
    _of_table(TableClosed, reading("A-52"), News("Table closed", "table", "routine")),
    _of_table(
        DealerChanged, paragraphs("1.12", "6.2", "1.13"), News("Dealer changed", "table", "routine")
    ),
    _of_table(
        LimitsChanged, paragraphs("3.4", "2.2", "3.4"), News("Limits changed", "table", "notable")
    ),
    _of_table(SeatingChanged, TERMINALS, News("Seating changed", "table", "routine")),
    _of_seat(TerminalSeated, TERMINALS),
    _of_seat(SeatLeft, TERMINALS),
    _of_seat(
        LinkReported,
        paragraphs("5.2", "5.10"),
        News("Terminal connection changed", "connection", "routine"),
    ),
    _of_seat(TerminalDisabled, TERMINALS, News("Terminal disabled", "terminal", "notable")),
    _of_seat(TerminalEnabled, TERMINALS, News("Terminal enabled", "terminal", "notable")),
)

"""Events about the table itself: its game, its people and its terminals."""

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
    """Other limits hold from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...]


class SeatingChanged(Value):
    """The table has so many seats, and patrons choose it themselves or do not."""

    seating: Seating


class TerminalSeated(Value):
    """A terminal belongs to this table, and has a seat."""

    terminal: TerminalId


class SeatLeft(Value):
    """A terminal's seat is free for others; its credits are still here."""

    terminal: TerminalId


class LinkReported(Value):
    """The table hears from a terminal, or no longer does."""

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

EVENTS = (
    FactRow(
        TableConfigured,
        "table",
        paragraphs("preamble", "preamble", "2.1.1"),
        "everybody",
        News("Table set up", "table", "notable"),
        version=3,
    ),
    FactRow(
        TableOpened,
        "table",
        reading("A-52"),
        "everybody",
        News("Table opened", "table", "routine"),
    ),
    FactRow(
        LastRoundAnnounced,
        "table",
        live_only("A-52"),
        "everybody",
        News("Last round announced", "table", "routine"),
    ),
    FactRow(
        TableClosed,
        "table",
        reading("A-52"),
        "everybody",
        News("Table closed", "table", "routine"),
    ),
    FactRow(
        DealerChanged,
        "table",
        paragraphs("1.12", "6.2", "1.13"),
        "everybody",
        News("Dealer changed", "table", "routine"),
    ),
    FactRow(
        LimitsChanged,
        "table",
        paragraphs("3.4", "2.2", "3.4"),
        "everybody",
        News("Limits changed", "table", "notable"),
    ),
    FactRow(
        SeatingChanged,
        "table",
        TERMINALS,
        "everybody",
        News("Seating changed", "table", "routine"),
    ),
    FactRow(TerminalSeated, "seat", TERMINALS, "its terminal"),
    FactRow(SeatLeft, "seat", TERMINALS, "its terminal"),
    FactRow(
        LinkReported,
        "seat",
        paragraphs("5.2", "5.10"),
        "its terminal",
        News("Terminal connection changed", "connection", "routine"),
    ),
    FactRow(
        TerminalDisabled,
        "seat",
        TERMINALS,
        "its terminal",
        News("Terminal disabled", "terminal", "notable"),
    ),
    FactRow(
        TerminalEnabled,
        "seat",
        TERMINALS,
        "its terminal",
        News("Terminal enabled", "terminal", "notable"),
    ),
)

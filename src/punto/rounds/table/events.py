"""What happened to the table itself: its game, its people and its terminals."""

from dataclasses import dataclass

from punto.rounds.configuration import Configuration
from punto.rounds.messages import TERMINALS, FactRow, paragraphs, reading
from punto.rounds.table.commands import Link
from punto.rules import Actor, BetKey, Limits, News
from punto.values import TerminalId


@dataclass(frozen=True, slots=True)
class TableConfigured:
    """The table plays this game, in this way."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Play began under a Dealer; on a self-dealing table, the Dealer of record."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Play ended."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another Dealer took over."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class LimitsChanged:
    """Other limits hold from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...]


@dataclass(frozen=True, slots=True)
class TerminalSeated:
    """A terminal belongs to this table."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class LinkReported:
    """The table hears from a terminal, or no longer does."""

    terminal: TerminalId
    link: Link


@dataclass(frozen=True, slots=True)
class TerminalDisabled:
    """A terminal may not bet."""

    terminal: TerminalId
    reason: str


@dataclass(frozen=True, slots=True)
class TerminalEnabled:
    """A terminal may bet again."""

    terminal: TerminalId


TableFact = TableConfigured | TableOpened | TableClosed | DealerChanged | LimitsChanged


SeatFact = TerminalSeated | LinkReported | TerminalDisabled | TerminalEnabled

EVENTS = (
    FactRow(
        TableConfigured,
        "table",
        paragraphs("preamble", "preamble", "2.1.1"),
        "everybody",
        News("Table set up", "table", "notable"),
        version=2,
    ),
    FactRow(
        TableOpened,
        "table",
        reading("A-52"),
        "everybody",
        News("Table opened", "table", "routine"),
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
    FactRow(TerminalSeated, "seat", TERMINALS, "its terminal"),
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

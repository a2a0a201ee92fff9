"""What happened to the table itself: its game, its people and its terminals."""

from dataclasses import dataclass

from punto.rounds.configuration import Configuration
from punto.rounds.table.commands import Link
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor
from punto.values.ids import TerminalId


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

"""Commands to the table itself: its game, its people and its terminals."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.configuration import Configuration
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor
from punto.values.ids import TerminalId


@dataclass(frozen=True, slots=True)
class ConfigureTable:
    """Say which game the table plays, and how; from then on every round is stamped with it."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Begin play, in the name of the Dealer who asks."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """End play; no round may be in progress."""


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Hand the table to another Dealer."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """Set other limits, from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTerminal:
    """Bring a terminal to this table."""

    terminal: TerminalId


class Link(Enum):
    """Whether the table hears from a terminal."""

    CONNECTED = "connected"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ReportLink:
    """The table hears from a terminal again, or no longer."""

    terminal: TerminalId
    link: Link


@dataclass(frozen=True, slots=True)
class DisableTerminal:
    """Take no more bets from a terminal; those it has stand."""

    terminal: TerminalId
    reason: str


@dataclass(frozen=True, slots=True)
class EnableTerminal:
    """Take bets from a terminal again."""

    terminal: TerminalId


TableWish = ConfigureTable | OpenTable | CloseTable | ChangeDealer | ChangeLimits


SeatWish = SeatTerminal | ReportLink | DisableTerminal | EnableTerminal

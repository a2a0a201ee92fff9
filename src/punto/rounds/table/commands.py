"""Commands to the table itself: its game, its people and its terminals."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.configuration import Configuration
from punto.rounds.messages import CONSOLE, OF_TERMINALS, OF_THE_PIT, PIT, CommandRow
from punto.rounds.phases import ANY_PHASE, BETWEEN_ROUNDS, OPEN_PHASES, Phase, only
from punto.rules import Actor, BetKey, Limits, Role
from punto.values import TerminalId


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


TableWish = ConfigureTable | OpenTable | ChangeDealer | ChangeLimits | CloseTable


SeatWish = SeatTerminal | ReportLink | DisableTerminal | EnableTerminal

COMMANDS = (
    CommandRow(
        ConfigureTable, "configuring the table", "A-64", only(Phase.CLOSED), Role.PIT_MANAGER
    ),
    CommandRow(
        OpenTable, "opening the table", "R 1.4, M 6.2", only(Phase.CLOSED), Role.DEALER, CONSOLE
    ),
    CommandRow(
        ChangeDealer,
        "changing the Dealer",
        OF_THE_PIT,
        OPEN_PHASES,
        Role.PIT_SUPERVISOR,
        CONSOLE,
        side_step="Change the Dealer",
    ),
    CommandRow(
        ChangeLimits, "changing the limits", "R 3.4, M 2.2", ANY_PHASE, Role.PIT_MANAGER, PIT
    ),
    CommandRow(
        CloseTable,
        "closing the table",
        OF_THE_PIT,
        BETWEEN_ROUNDS,
        Role.PIT_SUPERVISOR,
        CONSOLE,
        side_step="Close the table",
    ),
    CommandRow(
        SeatTerminal,
        "seating a terminal",
        OF_TERMINALS,
        ANY_PHASE,
        Role.PIT_SUPERVISOR,
        PIT,
        tables="electronic",
    ),
    CommandRow(
        ReportLink,
        "reporting a terminal's link",
        "R 5.2, M 5.10",
        ANY_PHASE,
        Role.DEALER,
        by_every_timer=True,
    ),
    CommandRow(
        DisableTerminal, "disabling a terminal", OF_TERMINALS, ANY_PHASE, Role.PIT_SUPERVISOR, PIT
    ),
    CommandRow(
        EnableTerminal, "enabling a terminal", OF_TERMINALS, ANY_PHASE, Role.PIT_SUPERVISOR, PIT
    ),
)

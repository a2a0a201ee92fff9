"""Commands to the table itself: its game, its people and its terminals."""

from enum import Enum
from functools import partial

from punto.rounds.configuration import Configuration
from punto.rounds.message_rows import (
    CONSOLE,
    OF_TERMINALS,
    OF_THE_PIT,
    PIT,
    TERMINAL,
    CommandRow,
    SideStepWords,
)
from punto.rounds.phases import ANY_PHASE, BETWEEN_ROUNDS, NOT_FROZEN, OPEN_PHASES, Phase, only
from punto.rules import Actor, BetKey, Limits, Role
from punto.values import TerminalId, Value


class ConfigureTable(Value):
    """Set the table's game and options; from then on every round is stamped with them.

    An open table accepts only rules that are not in force yet. The first round that opens on their
    date or later is played by them; a round that opened earlier is settled by its own rules.
    """

    configuration: Configuration


class OpenTable(Value):
    """Begin play, in the name of the Dealer who asks."""


class CloseTable(Value):
    """End play; no round may be in progress."""


class AnnounceLastRound(Value):
    """Give notice, before it begins, of the last round (Conduct of Gaming Regulations, 16)."""


class ChangeDealer(Value):
    """Hand the table to another Dealer."""

    dealer: Actor


class ChangeLimits(Value):
    """Set new limits, from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...] = ()


class Seating(Value):
    """The pit's choice for the terminals of a table."""

    patrons_choose: bool = False
    """Whether patrons come and go at their terminals; otherwise staff seat them."""
    seats: int | None = None
    """How many terminals may sit here at a time; None without a limit."""


class ChangeSeating(Value):
    """Set the number of seats, and whether patrons come and go by themselves."""

    seating: Seating


class SeatTerminal(Value):
    """Bring a terminal to this table, or back to a seat that it left."""

    terminal: TerminalId


class LeaveSeat(Value):
    """Free a seat for others; the credits stay until the terminal moves or cashes out."""

    terminal: TerminalId


class Link(Enum):
    """Whether the table hears from a terminal."""

    CONNECTED = "connected"
    LOST = "lost"


class ReportLink(Value):
    """Report that a terminal is connected again, or no longer."""

    terminal: TerminalId
    link: Link


class DisableTerminal(Value):
    """Accept no more bets from a terminal; its present bets stand."""

    terminal: TerminalId
    reason: str


class EnableTerminal(Value):
    """Accept bets from a terminal again."""

    terminal: TerminalId


TableWish = (
    ConfigureTable
    | OpenTable
    | AnnounceLastRound
    | ChangeDealer
    | ChangeLimits
    | ChangeSeating
    | CloseTable
)


SeatWish = SeatTerminal | LeaveSeat | ReportLink | DisableTerminal | EnableTerminal

_in_the_pit = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=PIT)
_at_the_console = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=CONSOLE)
_of_a_seat = partial(
    CommandRow, role=Role.PIT_SUPERVISOR, screens=PIT + TERMINAL, tables="electronic"
)
COMMANDS = (
    CommandRow(ConfigureTable, "configuring the table", "A-64", ANY_PHASE, Role.PIT_MANAGER),
    CommandRow(
        OpenTable, "opening the table", "R 1.4, M 6.2", only(Phase.CLOSED), Role.DEALER, CONSOLE
    ),
    _at_the_console(
        ChangeDealer,
        "changing the Dealer",
        OF_THE_PIT,
        OPEN_PHASES,
        side_step=SideStepWords("Change the Dealer", "Who deals from now on?"),
    ),
    CommandRow(
        ChangeLimits, "changing the limits", "R 3.4, M 2.2", ANY_PHASE, Role.PIT_MANAGER, PIT
    ),
    _at_the_console(
        CloseTable,
        "closing the table",
        OF_THE_PIT,
        BETWEEN_ROUNDS,
        side_step=SideStepWords("Close the table", "Close the table? No round may be in progress."),
    ),
    CommandRow(
        AnnounceLastRound,
        "announcing the last round",
        "L 1.13, A-52",
        OPEN_PHASES,
        Role.DEALER,
        CONSOLE + PIT,
        side_step=SideStepWords(
            "Announce the last round",
            "The next round will be the last of this table. The display announces it.",
        ),
        tables="live",
    ),
    _in_the_pit(
        ChangeSeating, "changing the seating", OF_TERMINALS, ANY_PHASE, tables="electronic"
    ),
    _of_a_seat(SeatTerminal, "seating a terminal", OF_TERMINALS, ANY_PHASE),
    _of_a_seat(LeaveSeat, "leaving a seat", OF_TERMINALS, NOT_FROZEN),
    CommandRow(
        ReportLink,
        "reporting a terminal's link",
        "R 5.2, M 5.10",
        ANY_PHASE,
        Role.DEALER,
        by_every_timer=True,
    ),
    _in_the_pit(DisableTerminal, "disabling a terminal", OF_TERMINALS, ANY_PHASE),
    _in_the_pit(EnableTerminal, "enabling a terminal", OF_TERMINALS, ANY_PHASE),
)

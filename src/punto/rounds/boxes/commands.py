"""Commands at a live table's layout."""

from dataclasses import dataclass

from punto.live import BoxLabel, PatronKey
from punto.rounds.betting.stakes import Stakes
from punto.rounds.messages import CONSOLE, PIT, CommandRow
from punto.rounds.phases import OPEN_PHASES, Phase, only
from punto.rules import Role
from punto.values import Choice, Side


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Bring a patron to the table, or to another seat."""

    patron: PatronKey
    box: BoxLabel | None = None
    """The box at which the patron sits; None for a patron who stands."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Note that a patron has walked away; bets on the layout stay (L 5.3)."""

    patron: PatronKey


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """Record a patron's whole position in one box, in place of the one before."""

    patron: PatronKey
    box: BoxLabel
    stakes: Stakes
    on_behalf: bool = False
    """Whether staff lay the chips at the patron's request (L 5.16)."""


@dataclass(frozen=True, slots=True)
class RejectExcess:
    """Hand back what exceeds the Differential, standing patrons first (L 5.1)."""


@dataclass(frozen=True, slots=True)
class CloseLayout:
    """Announce "No more Bets"; from now on the position of the chips counts (L 5.13)."""

    passed_over: bool = False
    """Whether the Dealer closes although warnings are open: they count as not noticed."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give a hand to another seated patron who bet on it, or to the Dealer (A-63)."""

    side: Side
    patron: PatronKey | None = None


@dataclass(frozen=True, slots=True)
class AskSqueeze:
    """Ask, for a patron, to squeeze the next card of a hand (L 3.9)."""

    patron: PatronKey
    side: Side


class PlayerOption(Choice):
    """What a patron may choose after a dealing error (L 5.12)."""

    CONTINUE = "continue"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Record what a patron chooses after a dealing error; the choice is final (A-59)."""

    patron: PatronKey
    option: PlayerOption


@dataclass(frozen=True, slots=True)
class EndOptions:
    """End the choice and play on; a patron who gave no answer continues (A-59)."""


@dataclass(frozen=True, slots=True)
class ClaimWinnings:
    """Pay a patron who has come back what was held (L 5.3)."""

    patron: PatronKey


BoxWish = (
    JoinTable
    | LeaveTable
    | PlaceBets
    | RejectExcess
    | CloseLayout
    | HandOver
    | AskSqueeze
    | ChooseOption
    | EndOptions
    | ClaimWinnings
)

COMMANDS = (
    CommandRow(
        JoinTable,
        "bringing a patron to the table",
        "L 1.20, L 1.21",
        OPEN_PHASES,
        Role.DEALER,
        CONSOLE,
        tables="live",
    ),
    CommandRow(
        LeaveTable,
        "noting that a patron left",
        "L 5.3",
        OPEN_PHASES,
        Role.DEALER,
        CONSOLE,
        tables="live",
    ),
    # Every Pit Employee may place a bet for a patron (L 5.16).
    CommandRow(
        PlaceBets,
        "placing bets",
        "L 3.3, L 3.8, L 5.6",
        only(Phase.BETTING),
        Role.DEALER,
        CONSOLE + PIT,
        tables="live",
    ),
    CommandRow(
        RejectExcess,
        "rejecting excess bets",
        "L 5.1",
        only(Phase.BETTING),
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        CloseLayout,
        'announcing "No more Bets"',
        "L 3.8",
        only(Phase.BETTING),
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        HandOver,
        "handing a hand over",
        "L 5.8.2, A-63",
        only(Phase.DEALING),
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        AskSqueeze,
        "asking to squeeze",
        "L 3.9, A-63",
        only(Phase.DEALING),
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        ChooseOption,
        "choosing after a dealing error",
        "L 5.12",
        only(Phase.CHOOSING),
        Role.DEALER,
        CONSOLE,
        tables="live",
    ),
    CommandRow(
        EndOptions,
        "ending the choice",
        "L 5.12",
        only(Phase.CHOOSING),
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        ClaimWinnings,
        "claiming held winnings",
        "L 5.3",
        OPEN_PHASES,
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        tables="live",
    ),
)

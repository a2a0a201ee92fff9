"""Commands at a live table's layout."""

from functools import partial

from punto.live import BoxLabel, PatronKey, ReadDifference
from punto.rounds.betting.stakes import Stakes
from punto.rounds.message_rows import CONSOLE, PIT, CommandRow
from punto.rounds.phases import CARDS_OUT, OPEN_PHASES, Phase, only
from punto.rules import Role
from punto.values import Choice, Side, Value


class JoinTable(Value):
    """Bring a patron to the table, or to another seat."""

    patron: PatronKey
    box: BoxLabel | None = None
    """The box at which the patron sits; None for a patron who stands."""


class LeaveTable(Value):
    """Note that a patron has walked away; bets on the layout stay (L 5.3)."""

    patron: PatronKey


class PlaceBets(Value):
    """Record a patron's whole position in one box, in place of the one before."""

    patron: PatronKey
    box: BoxLabel
    stakes: Stakes
    on_behalf: bool = False
    """Whether staff lay the chips at the patron's request (L 5.16)."""


class TypeBets(Value):
    """Record bets typed as a line such as ``5 b 2500``; nothing is taken if any part is wrong.

    Other bets of the same patrons stay. A bet at an empty box seats a new guest.
    """

    line: str


class RepeatBets(Value):
    """Repeat the bets of the previous round in every place without a bet."""


class TakeReading(Value):
    """Record bets as the table's sensor reads them, in place of the recorded ones."""

    differences: tuple[ReadDifference, ...]


class SetReadingAside(Value):
    """Leave bets as they are recorded, although the table's sensor reads them differently."""

    differences: tuple[ReadDifference, ...]


class RejectExcess(Value):
    """Hand back the excess over the Differential, standing patrons first (L 5.1)."""


class CloseLayout(Value):
    """Announce "No more Bets"; from now on the chips count where they lie (L 5.13)."""

    passed_over: bool = False
    """Whether the Dealer closes although warnings are open: they count as not noticed."""
    unanswered: tuple[ReadDifference, ...] = ()
    """Unanswered differences to the table's sensor, which are warnings as well."""


class HandOver(Value):
    """Give a hand to another seated patron who bet on it, or to the Dealer (A-63)."""

    side: Side
    patron: PatronKey | None = None


class AskSqueeze(Value):
    """Let a patron squeeze the next card of a hand (L 3.9)."""

    patron: PatronKey
    side: Side


class PlayerOption(Choice):
    """The options of a patron after a dealing error (L 5.12)."""

    CONTINUE = "continue"
    RETURN = "return"


class ChooseOption(Value):
    """Record a patron's choice after a dealing error, which is final (A-59)."""

    patron: PatronKey
    option: PlayerOption


class EndOptions(Value):
    """End the choice and play on; a patron who gave no answer continues (A-59)."""


class ClaimWinnings(Value):
    """Pay held winnings to a patron who has come back (L 5.3)."""

    patron: PatronKey


BoxWish = (
    JoinTable
    | LeaveTable
    | PlaceBets
    | TypeBets
    | RepeatBets
    | TakeReading
    | SetReadingAside
    | RejectExcess
    | CloseLayout
    | HandOver
    | AskSqueeze
    | ChooseOption
    | EndOptions
    | ClaimWinnings
)

_BETTING, _DEALING, _CHOOSING = only(Phase.BETTING), only(Phase.DEALING), only(Phase.CHOOSING)
_BETS = "L 3.3, L 3.8, L 5.6"

_at_the_console = partial(CommandRow, role=Role.DEALER, screens=CONSOLE, tables="live")
_by_the_dealer = partial(
    CommandRow, role=Role.DEALER, screens=CONSOLE, dealers_own=True, tables="live"
)
# Every Pit Employee may place a bet for a patron (L 5.16).
_by_anyone = partial(CommandRow, role=Role.DEALER, screens=CONSOLE + PIT, tables="live")

COMMANDS = (
    _at_the_console(JoinTable, "bringing a patron to the table", "L 1.20, L 1.21", OPEN_PHASES),
    _at_the_console(LeaveTable, "noting that a patron left", "L 5.3", OPEN_PHASES),
    _by_anyone(PlaceBets, "placing bets", _BETS, _BETTING),
    _at_the_console(TypeBets, "typing bets", _BETS, _BETTING),
    _at_the_console(RepeatBets, "repeating bets", _BETS, _BETTING),
    # Only a person places a bet, also at a table that reads its chips (L 5.16).
    _by_anyone(TakeReading, "taking a chip reading", "L 3.8, L 5.6, L 5.16", _BETTING),
    _by_anyone(
        SetReadingAside,
        "setting a chip reading aside",
        "L 5.6, L 5.13",
        CARDS_OUT | {Phase.BETTING, Phase.SETTLED},
    ),
    _by_the_dealer(RejectExcess, "rejecting excess bets", "L 5.1", _BETTING),
    _by_the_dealer(CloseLayout, 'announcing "No more Bets"', "L 3.8", _BETTING),
    _by_the_dealer(HandOver, "handing a hand over", "L 5.8.2, A-63", _DEALING),
    _by_the_dealer(AskSqueeze, "asking to squeeze", "L 3.9, A-63", _DEALING),
    _at_the_console(ChooseOption, "choosing after a dealing error", "L 5.12", _CHOOSING),
    _by_the_dealer(EndOptions, "ending the choice", "L 5.12", _CHOOSING),
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

"""Commands between the opening words and the cut-off."""

from functools import partial

from punto.rounds.message_rows import CONSOLE, TERMINAL, CommandRow
from punto.rounds.phases import BETWEEN_ROUNDS, Phase, only
from punto.rules import BetKey, Role
from punto.values import Cents, TerminalId, Value


class OpenBets(Value):
    """Begin a round and ask for bets."""


class WantPosition(Value):
    """Replace all bets of a terminal in a named round."""

    terminal: TerminalId
    round_number: int
    stakes: tuple[tuple[BetKey, Cents], ...]


class BeginClosing(Value):
    """Say "No more bets" and wait for the terminals to freeze."""


class AnswerFreeze(Value):
    """A terminal has frozen its layout for a named round."""

    terminal: TerminalId
    round_number: int


class CutOff(Value):
    """Close the bets: every terminal has answered, or the grace is over."""


BettingStepWish = OpenBets | BeginClosing | AnswerFreeze | CutOff
"""All of betting but the bets themselves."""
BettingWish = WantPosition | BettingStepWish

_by_the_dealer = partial(CommandRow, role=Role.DEALER, screens=CONSOLE, dealers_own=True)
_by_itself = partial(CommandRow, role=None, screens=TERMINAL)
_BETTING, _CLOSING = only(Phase.BETTING), only(Phase.CLOSING)
COMMANDS = (
    _by_the_dealer(OpenBets, "opening bets", "R 3.3, M 3.1", BETWEEN_ROUNDS),
    # Every bet that is recorded before the cut-off counts, however late it was sent.
    _by_itself(WantPosition, "betting", "R 3.3, R 3.7, M 3.1, M 5.5", _BETTING | _CLOSING),
    _by_the_dealer(BeginClosing, "closing bets", "R 3.7, M 3.2", _BETTING, tables="electronic"),
    _by_itself(AnswerFreeze, "freezing a terminal", "A-24", _CLOSING),
    _by_the_dealer(CutOff, "cutting off bets", "A-24", _CLOSING, by_every_timer=True),
)

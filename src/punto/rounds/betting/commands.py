"""Commands between the opening words and the cut-off."""

from dataclasses import dataclass

from punto.rules.games import BetKey
from punto.values.ids import TerminalId
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class OpenBets:
    """Begin a round and ask for bets."""


@dataclass(frozen=True, slots=True)
class WantPosition:
    """Everything a terminal wants to have staked in a named round, in place of what it had."""

    terminal: TerminalId
    round_number: int
    stakes: tuple[tuple[BetKey, Cents], ...]


@dataclass(frozen=True, slots=True)
class BeginClosing:
    """Say "No more bets" and wait for the terminals to freeze."""


@dataclass(frozen=True, slots=True)
class AnswerFreeze:
    """A terminal has frozen its layout for a named round."""

    terminal: TerminalId
    round_number: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """Close the bets: every terminal answered, or the grace is over."""


BettingWish = OpenBets | WantPosition | BeginClosing | AnswerFreeze | CutOff

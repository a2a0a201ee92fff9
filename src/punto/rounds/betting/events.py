"""Events between the opening words and the cut-off."""

from functools import partial

from punto.rounds.betting.stakes import Stakes
from punto.rounds.configuration import Stamp
from punto.rounds.message_rows import FactRow, paragraphs
from punto.rules import News
from punto.values import CardOut, Instant, TerminalId, Value


class BetsOpened(Value):
    """A round began with the words that the document requires."""

    round_number: int
    phrase: str
    closes_at: Instant
    stamp: Stamp
    """The rules, and the readings of them, that the round is played by."""
    seen_before: tuple[CardOut, ...] = ()
    """Cards that begin the deal; the seen ones are announced before the bets (A-43)."""


class PositionTaken(Value):
    """A terminal's registered bets are now these and no others."""

    terminal: TerminalId
    stakes: Stakes
    opposite: bool
    """Whether both hands are backed, which reports point out (A-16)."""


class ClosingBegan(Value):
    """Terminals were told to freeze; bets that are not recorded by the cut-off do not count."""

    cut_off_at: Instant


class TerminalFroze(Value):
    """A terminal answered that its layout is frozen."""

    terminal: TerminalId


class BetsClosed(Value):
    """No bet can be placed, changed or withdrawn any more."""

    phrase: str
    unanswered: tuple[TerminalId, ...]
    """Terminals that did not freeze in time; they count as lost (A-24)."""


BettingStep = BetsOpened | ClosingBegan | TerminalFroze | BetsClosed
"""All of betting but the bets themselves."""
BettingFact = BettingStep | PositionTaken

_row = partial(FactRow, group="round", audience="everybody")
EVENTS = (
    _row(BetsOpened, paragraphs("3.3", "3.1", "3.3")),
    _row(ClosingBegan, paragraphs("3.7", "3.2")),
    _row(TerminalFroze, paragraphs("3.7", "3.2"), audience="its terminal"),
    _row(
        BetsClosed,
        paragraphs("3.7", "3.2"),
        News("Terminal did not answer", "terminal", "notable"),
        audience="each terminal",
    ),
    _row(PositionTaken, paragraphs("3.6", "3.5"), audience="its terminal"),
)

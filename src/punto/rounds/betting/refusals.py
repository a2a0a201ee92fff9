"""Refusals of bets; `decisions.py` says when each is given."""

from punto.rules import BetRefusal
from punto.values import Cents, Instant, TerminalId, Value, format_money


class TerminalIsDisabled(Value):
    """The terminal may not bet."""

    terminal: TerminalId
    reason: str

    @property
    def sentence(self) -> str:
        return (
            f"terminal {self.terminal} is disabled: {self.reason}; "
            "expected it enabled first (R 1.15, M 1.1.15)"
        )


class RoundIsStale(Value):
    """The message names a round that is not in progress."""

    named: int
    current: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.named}: expected {self.current}, the round in progress (R 1.18, M 1.1.16)"
        )


class BetsAreClosed(Value):
    """The terminal has frozen, or the cut-off has passed (A-24)."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"the bets of round {self.round_number} are closed, "
            "expected them before the cut-off (R 3.7, M 5.5, A-24)"
        )


class BetsRefused(Value):
    """The table does not take some bets of the position, so it refuses the whole position."""

    refusals: tuple[BetRefusal, ...]

    @property
    def sentence(self) -> str:
        return "; ".join(refusal.sentence for refusal in self.refusals)


class BetWrittenTwice(Value):
    """The position names one bet twice."""

    bet: str

    @property
    def sentence(self) -> str:
        return f"bet {self.bet!r}: named twice, expected one stake for each bet (R 3.6, M 3.5)"


class StakesAboveCredits(Value):
    """The total stake exceeds the patron's credits."""

    total: Cents
    credits: Cents

    @property
    def sentence(self) -> str:
        total, held = format_money(self.total), format_money(self.credits)
        return (
            f"stakes of {total} in all: expected at most the {held} of the terminal's credits "
            "(R 1.15, M 1.1.15)"
        )


class OppositeBetsNotTaken(Value):
    """The patron bets on both hands, which the table does not allow (A-16)."""

    @property
    def sentence(self) -> str:
        return "bets on both hands: expected bets on one hand only at this table (A-16)"


class SideBetsNeedAnOriginalBet(Value):
    """Side bets lack the Original Bet that this table requires (A-15)."""

    @property
    def sentence(self) -> str:
        return "side bets alone: expected a bet on Player or Banker beside them (A-15)"


class LiabilityAboveCap(Value):
    """The House could lose more than its cap; bets are refused, never reduced (A-17)."""

    cap: Cents
    # The remaining amount is not given: it would tell a patron about the bets of others.

    @property
    def sentence(self) -> str:
        return (
            f"the table takes no more risk than {format_money(self.cap)} in a round, "
            "expected a smaller stake (A-17)"
        )


class TooEarlyToCutOff(Value):
    """Terminals may still answer before this cut-off (A-24)."""

    unanswered: tuple[TerminalId, ...]
    cut_off_at: Instant

    @property
    def sentence(self) -> str:
        terminals = ", ".join(self.unanswered)
        return (
            f"terminals {terminals} have not frozen yet, "
            "expected their answers or the end of the grace (A-24)"
        )


BettingRefusal = (
    TerminalIsDisabled
    | RoundIsStale
    | BetsAreClosed
    | BetsRefused
    | BetWrittenTwice
    | StakesAboveCredits
    | OppositeBetsNotTaken
    | SideBetsNeedAnOriginalBet
    | LiabilityAboveCap
    | TooEarlyToCutOff
)

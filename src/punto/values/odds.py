import re
from dataclasses import dataclass
from fractions import Fraction

from punto.values.money import Cents
from punto.values.structures import BadNotation

_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,4})?"
_ODDS = re.compile(rf"({_NUMBER}):({_NUMBER})", re.ASCII)


class InexactPayout(ArithmeticError):
    """A stake whose profit is not a whole number of cents; a table's bet step rules it out."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Profit to stake in lowest terms: ``Odds(19, 20)`` is the 0.95 to 1 on the layout (A-21)."""

    win: int
    per: int

    def __post_init__(self) -> None:
        ratio = Fraction(self.win, self.per)
        if ratio <= 0:
            raise ValueError(f"odds {self.win}:{self.per}: expected a profit above 0")
        object.__setattr__(self, "win", ratio.numerator)
        object.__setattr__(self, "per", ratio.denominator)

    def profit(self, stake: Cents) -> Cents:
        """Return the profit of a winning stake, without the stake; never rounded (A-18)."""
        whole, rest = divmod(stake * self.win, self.per)
        if rest:
            raise InexactPayout(f"{stake} cents at {self}: the profit is not in whole cents")
        return Cents(whole)

    @property
    def words(self) -> str:
        """The odds as a layout prints them: ``12 to 1``, ``1 to 2``, ``0.95 to 1``."""
        if self.per <= 2:  # noqa: PLR2004 (layouts print halves as "1 to 2")
            return f"{self.win} to {self.per}"
        decimal = f"{self.win / self.per:g}"
        exact = Fraction(decimal) == Fraction(self.win, self.per)
        return f"{decimal} to 1" if exact else f"{self.win} to {self.per}"

    def __str__(self) -> str:
        return f"{self.win}:{self.per}"


def parse_odds(text: str) -> Odds:
    """Read odds such as ``12:1``, ``1:2`` or ``0.95:1`` (which is 19:20)."""
    match = _ODDS.fullmatch(text)
    if match is None or not all(Fraction(part) for part in match.groups()):
        raise BadNotation(f"odds {text!r}: expected profit to stake, such as 12:1 or 0.95:1")
    ratio = Fraction(match[1]) / Fraction(match[2])
    return Odds(ratio.numerator, ratio.denominator)

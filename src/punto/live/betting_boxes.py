from dataclasses import dataclass
from enum import Enum

from punto.values import CENTS_PER_DOLLAR, Cents, Side, format_money


class Stance(Enum):
    """Whether a patron sits at the box (L 1.20) or bets on a seated patron's box (L 1.21)."""

    SEATED = "seated"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class BoxBet:
    """One patron's whole stake on one hand, in one betting box."""

    side: Side
    stake: Cents
    stance: Stance


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """The displayed limits of a betting box: the least bet and the greatest Differential."""

    minimum: Cents
    differential: Cents


@dataclass(frozen=True, slots=True)
class BettingBox:
    """The bets on Banker and on Player in one betting box, in the order they were placed."""

    # L 1.6 names only these two hands, so side bets never enter a Differential.
    bets: tuple[BoxBet, ...]

    def total(self, side: Side) -> Cents:
        """Return the sum of all stakes on one hand."""
        return Cents(sum(bet.stake for bet in self.bets if bet.side is side))

    @property
    def differential(self) -> Cents:
        """The difference between the totals on the two hands (L 1.6)."""
        return Cents(abs(self.total(Side.BANKER) - self.total(Side.PLAYER)))

    @property
    def heavier_side(self) -> Side | None:
        """The hand with more money on it, None if they are equal."""
        banker, player = self.total(Side.BANKER), self.total(Side.PLAYER)
        if banker == player:
            return None
        return Side.BANKER if banker > player else Side.PLAYER

    def room(self, limits: BoxLimits) -> Cents:
        """Return the most that the heavier side may hold: the lighter side plus the limit."""
        return Cents(min(map(self.total, Side)) + limits.differential)

    def excess(self, limits: BoxLimits) -> Cents:
        """Return the Differential's excess over its limit, or zero."""
        return Cents(max(0, self.differential - limits.differential))


@dataclass(frozen=True, slots=True)
class PlayedBet:
    """A bet and the part of it that wins or loses; the rest is returned to the patron."""

    bet: BoxBet
    played: Cents

    @property
    def returned(self) -> Cents:
        """The part that does not play."""
        return Cents(self.bet.stake - self.played)


@dataclass(frozen=True, slots=True)
class AmountNotPositive:
    """A bet without money; bets of a box are numbered from 1."""

    bet_number: int
    amount: Cents

    @property
    def sentence(self) -> str:
        return f"bet {self.bet_number}: {format_money(self.amount)}, expected more than 0"


@dataclass(frozen=True, slots=True)
class LimitNotPositive:
    """A limit that is zero or negative."""

    name: str
    limit: Cents

    @property
    def sentence(self) -> str:
        return f"{self.name} limit: {format_money(self.limit)}, expected more than 0"


@dataclass(frozen=True, slots=True)
class AmountNotWholeDollars:
    """An amount with cents, where the unit is the dollar (A-40)."""

    subject: str
    amount: Cents

    @property
    def sentence(self) -> str:
        return f"{self.subject}: {format_money(self.amount)}, expected whole dollars (A-40)"


BoxRefusal = AmountNotPositive | LimitNotPositive | AmountNotWholeDollars
"""The reasons why the bets of a box cannot be compared with its limits."""


def refusal_of(box: BettingBox, limits: BoxLimits) -> BoxRefusal | None:
    """Return the first fault of the limits, then of the bets in the order placed."""
    for name, limit in (("minimum", limits.minimum), ("Differential", limits.differential)):
        if limit <= 0:
            return LimitNotPositive(name, limit)
        if limit % CENTS_PER_DOLLAR:
            return AmountNotWholeDollars(f"{name} limit", limit)
    for number, bet in enumerate(box.bets, start=1):
        if bet.stake <= 0:
            return AmountNotPositive(number, bet.stake)
        if bet.stake % CENTS_PER_DOLLAR:
            return AmountNotWholeDollars(f"bet {number}", bet.stake)
    return None

"""The bets on a live table's layout, and the totals that a Differential is taken from.

Also the patrons to whom the cards are handed, and who may ask to squeeze them (L 3.9).
"""

from collections.abc import Iterable, Sequence
from typing import NewType

from punto.rules import BetKey
from punto.values import Cents, Choice, Side, Value

BoxLabel = NewType("BoxLabel", str)
"""The label printed on a betting box: free text, since 4, 13 and 14 are often left out."""

PatronKey = NewType("PatronKey", str)
"""One patron at the table: a name that staff entered, or a place."""


class Stance(Choice):
    """Whether a patron sits at the box (L 1.20) or bets on a seated patron's box (L 1.21)."""

    SEATED = "seated"
    STANDING = "standing"


class BoxBet(Value):
    """One patron's whole stake on one bet, in one betting box."""

    box: BoxLabel
    patron: PatronKey
    stance: Stance
    bet: BetKey
    stake: Cents
    hand: Side | None = None
    """The hand that an Original Bet backs (L 1.12); None for every other bet."""


class PlayedBet(Value):
    """A bet and the part of it that wins or loses; the rest is returned to the patron."""

    bet: BoxBet
    played: Cents

    @property
    def returned(self) -> Cents:
        """The part that is not in play."""
        return Cents(self.bet.stake - self.played)


class SideTotals(Value):
    """The sums of the bets on Player and on Banker, in one box or at the whole table."""

    player: Cents
    banker: Cents

    @property
    def differential(self) -> Cents:
        """The difference between the totals on the two hands (L 1.6)."""
        return Cents(abs(self.banker - self.player))

    @property
    def heavier_side(self) -> Side | None:
        """The hand with more money on it, None if they are equal."""
        if self.banker == self.player:
            return None
        return Side.BANKER if self.banker > self.player else Side.PLAYER

    def room(self, limit: Cents) -> Cents:
        """Return the most that the heavier side may hold: the lighter side plus the limit."""
        return Cents(min(self.player, self.banker) + limit)

    def excess(self, limit: Cents) -> Cents:
        """Return the Differential's excess over its limit, or zero."""
        return Cents(max(0, self.differential - limit))


def with_a_seat(bets: Sequence[BoxBet]) -> tuple[BoxBet, ...]:
    """Return the bets in boxes where a seated patron has one; no other bet plays (L 1.21, A-87)."""
    seated = {bet.box for bet in bets if bet.stance is Stance.SEATED}
    return tuple(bet for bet in bets if bet.box in seated)


def totals_of(bets: Iterable[BoxBet]) -> SideTotals:
    """Add up the bets on each hand; side bets never enter a Differential (L 1.6, A-54)."""
    totals = dict.fromkeys(Side, 0)
    for bet in bets:
        if bet.hand is not None:
            totals[bet.hand] += bet.stake
    return SideTotals(Cents(totals[Side.PLAYER]), Cents(totals[Side.BANKER]))


def may_hold(hand: Side, bets: Iterable[BoxBet]) -> tuple[BoxBet, ...]:
    """Return the seated bets on a hand, the highest first, the earlier first among equals.

    The first is the acceptor's; that patron may pass the hand to any of the others (A-63).
    """
    return _highest_first(bet for bet in bets if bet.hand is hand)


def acceptor_of(hand: Side, bets: Iterable[BoxBet]) -> BoxBet | None:
    """Return the bet whose patron accepts a hand; None leaves the hand to the Dealer (A-63)."""
    return next(iter(may_hold(hand, bets)), None)


def highest_on_table(bets: Iterable[BoxBet]) -> BoxBet | None:
    """Return the only bet that may squeeze by the letter of L 3.9, on either hand (A-63)."""
    return next(iter(_highest_first(bet for bet in bets if bet.hand is not None)), None)


def squeezer_of(hand: Side, bets: Iterable[BoxBet], *, by_letter: bool) -> BoxBet | None:
    """Return the bet whose patron may ask to squeeze the cards of a hand (L 3.9, A-63)."""
    placed = tuple(bets)
    acceptor = acceptor_of(hand, placed)
    return acceptor if not by_letter or acceptor == highest_on_table(placed) else None


def _highest_first(bets: Iterable[BoxBet]) -> tuple[BoxBet, ...]:
    """Sort the bets of Seated Players; standing ones never hold cards. Equals keep their order."""
    seated = (bet for bet in bets if bet.stance is Stance.SEATED)
    return tuple(sorted(seated, key=lambda bet: -bet.stake))

"""The patrons to whom a live table hands the cards, and who may ask to squeeze them (L 3.9)."""

from collections.abc import Iterable

from punto.live.betting_boxes import BoxBet, Stance
from punto.values import Side


def may_hold(hand: Side, bets: Iterable[BoxBet]) -> tuple[BoxBet, ...]:
    """Return the seated bets on a hand, the highest first, the earlier first among equals.

    The first is the acceptor's; that patron may pass the hand to any of the others (A-63).
    """
    return _highest_first(bet for bet in bets if bet.hand is hand)


def acceptor_of(hand: Side, bets: Iterable[BoxBet]) -> BoxBet | None:
    """Return the bet whose patron accepts a hand; None leaves the hand to the Dealer (A-63)."""
    return next(iter(may_hold(hand, bets)), None)


def highest_on_table(bets: Iterable[BoxBet]) -> BoxBet | None:
    """Return the bet that alone may squeeze by the letter of L 3.9, on either hand (A-63)."""
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

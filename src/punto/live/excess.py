from collections.abc import Sequence

from punto.live.betting_boxes import BoxBet, PlayedBet, Stance
from punto.live.measures import cut_to_limits
from punto.live.posted_limits import PostedLimits
from punto.values import NOTHING, Cents


def reject_excess(bets: Sequence[BoxBet], limits: PostedLimits) -> tuple[PlayedBet, ...]:
    """Return the part of each bet that stays, if an excess is noticed in time (L 5.1).

    The bets of the whole table are given in the order placed.
    """
    return cut_to_limits(bets, limits, _accepted)


def _accepted(bets: Sequence[BoxBet], room: Cents, minimum: Cents) -> list[Cents]:
    """Take bets from the heavier side, until the rest fits the room."""
    kept = [bet.stake for bet in bets]
    excess = Cents(sum(kept) - room)
    for index in _first_to_go(bets):
        if excess <= 0:
            break
        kept[index] = _kept_of(bets[index], excess, minimum)
        excess = Cents(excess - bets[index].stake + kept[index])
    return kept


def _first_to_go(bets: Sequence[BoxBet]) -> list[int]:
    """Return the bets in the order they are rejected: standing first, the latest first (A-55)."""
    latest_first = reversed(range(len(bets)))
    # The sort is stable. Seated patrons have priority (L 5.1), so their bets are cut last.
    return sorted(latest_first, key=lambda index: bets[index].stance is Stance.SEATED)


def _kept_of(bet: BoxBet, excess: Cents, minimum: Cents) -> Cents:
    """Return the rest of a bet after cutting the excess, or zero if below the minimum (A-87)."""
    rest = Cents(bet.stake - excess)
    return rest if rest >= minimum else NOTHING

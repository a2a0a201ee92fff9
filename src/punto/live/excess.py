from punto.live.betting_boxes import (
    BettingBox,
    BoxBet,
    BoxLimits,
    BoxRefusal,
    PlayedBet,
    Stance,
    refusal_of,
)
from punto.values import Cents


def reject_excess(box: BettingBox, limits: BoxLimits) -> tuple[PlayedBet, ...] | BoxRefusal:
    """Return the part of each bet that stays, if an excess is noticed in time (L 5.1)."""
    refusal = refusal_of(box, limits)
    if refusal is not None:
        return refusal
    kept = [bet.stake for bet in box.bets]
    excess = box.excess(limits)
    for index in _first_to_go(box):
        if excess <= 0:
            break
        kept[index] = _kept_of(box.bets[index], excess, limits.minimum)
        excess = Cents(excess - box.bets[index].stake + kept[index])
    return tuple(map(PlayedBet, box.bets, kept))


def _first_to_go(box: BettingBox) -> list[int]:
    """Return the bets of the heavier side, standing before seated, the latest first (A-55)."""
    heavier = box.heavier_side
    latest_first = reversed([i for i, bet in enumerate(box.bets) if bet.side is heavier])
    # The sort is stable. Seated patrons have priority (L 5.1), so their bets are cut last.
    return sorted(latest_first, key=lambda index: box.bets[index].stance is Stance.SEATED)


def _kept_of(bet: BoxBet, excess: Cents, minimum: Cents) -> Cents:
    """Return the rest of a bet after cutting the excess, or zero if below the minimum."""
    rest = Cents(bet.stake - excess)
    return rest if rest >= minimum else Cents(0)

"""The Differential limit of a betting box: bets turned away in time, bets scaled down after."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor


def apportion(
    limit: int,
    minimum: int,
    heavier: Sequence[int],
    lighter: int = 0,
    seated: Sequence[bool] | None = None,
) -> list[int]:
    """The part of each bet of the heavier side that plays, in the order placed (A-40).

    Of the bets that are not under the minimum, try fixing ever more of the smallest at the
    minimum until the share of the next one is no longer under it.
    """
    room = limit + lighter
    if sum(heavier) <= room:
        return list(heavier)
    full = {at: bet for at, bet in enumerate(heavier) if bet < minimum}
    scaled = sorted((at for at in range(len(heavier)) if at not in full), key=heavier.__getitem__)
    for fixed in range(len(scaled)):
        smallest, others = scaled[:fixed], scaled[fixed:]
        left = room - sum(full.values()) - fixed * minimum
        shares = {
            at: Fraction(heavier[at] * left, sum(heavier[at] for at in others)) for at in others
        }
        if shares[others[0]] >= minimum:
            rounded = _whole(shares, left, seated or [True] * len(heavier))
            plays = full | dict.fromkeys(smallest, minimum) | rounded
            return [plays[at] for at in range(len(heavier))]
    return [min(bet, minimum) for bet in heavier]


def reject_excess(
    limit: int, minimum: int, heavier: Sequence[tuple[int, bool]], lighter: int = 0
) -> list[int]:
    """What each (stake, seated) bet keeps when the excess is noticed in time (A-55).

    Seated bets take the room in the order placed, then standing ones. The first that does not
    fit is cut back to the room left, or goes whole when that is under the minimum; so do all
    that come after it.
    """
    room = limit + lighter
    kept = [0] * len(heavier)
    for at in sorted(range(len(heavier)), key=lambda at: (not heavier[at][1], at)):
        stake, _ = heavier[at]
        if stake > room:
            kept[at] = room if room >= minimum else 0
            break
        kept[at] = stake
        room -= stake
    return kept


def _whole(shares: dict[int, Fraction], left: int, seated: Sequence[bool]) -> dict[int, int]:
    """Shares in whole units: the units lost by cutting go to the largest remainders."""
    whole = {at: floor(share) for at, share in shares.items()}
    spare = left - sum(whole.values())
    order = sorted(shares, key=lambda at: (whole[at] - shares[at], not seated[at], at))
    for at in order[:spare]:
        whole[at] += 1
    return whole

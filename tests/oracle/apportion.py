"""The Differential limit of a betting box: bets rejected in time, bets scaled down afterwards."""

from collections.abc import Callable, Sequence
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
    """Return what each (stake, seated) bet keeps when the excess is noticed in time (A-55).

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


Laid = tuple[str, str, int, bool]
"""A bet on the layout: its box, its hand, the stake and whether its patron sits."""


def apportion_table(
    bets: Sequence[Laid], minimum: int, box_limit: int | None, table_limit: int | None
) -> list[int]:
    """The part of each bet that plays at a table with several boxes (A-54)."""

    def share(heavier: list[Laid], lighter: int, limit: int) -> list[int]:
        stakes, seated = [bet[2] for bet in heavier], [bet[3] for bet in heavier]
        return apportion(limit, minimum, stakes, lighter, seated)

    return _boxes_then_table(bets, box_limit, table_limit, share)


def reject_at_table(
    bets: Sequence[Laid], minimum: int, box_limit: int | None, table_limit: int | None
) -> list[int]:
    """Return what is left of each bet at a table with several boxes (A-54, A-55)."""

    def keep(heavier: list[Laid], lighter: int, limit: int) -> list[int]:
        return reject_excess(limit, minimum, [(bet[2], bet[3]) for bet in heavier], lighter)

    return _boxes_then_table(bets, box_limit, table_limit, keep)


def _boxes_then_table(
    bets: Sequence[Laid],
    box_limit: int | None,
    table_limit: int | None,
    cut: Callable[[list[Laid], int, int], list[int]],
) -> list[int]:
    """Cut both hands of every box, then of the table; the lighter hand is never over."""
    left = list(bets)
    boxes = {box: {n for n, bet in enumerate(bets) if bet[0] == box} for box, *_ in bets}
    groups = [(inside, box_limit) for inside in boxes.values()]
    for inside, limit in [*groups, (set(range(len(bets))), table_limit)]:
        if limit is None:
            continue
        now = list(left)
        for hand, other in (("banker", "player"), ("player", "banker")):
            at = [n for n in sorted(inside) if now[n][1] == hand and now[n][2]]
            lighter = sum(now[n][2] for n in inside if now[n][1] == other)
            for n, amount in zip(at, cut([now[n] for n in at], lighter, limit), strict=True):
                left[n] = (*now[n][:2], amount, now[n][3])
    return [bet[2] for bet in left]

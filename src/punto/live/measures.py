"""Where a Differential is measured: in each betting box, over the whole table, or in both."""

from collections.abc import Callable, Sequence

from punto.live.betting_boxes import BoxBet, PlayedBet, totals_of
from punto.live.posted_limits import PostedLimits
from punto.values import CENTS_PER_DOLLAR, Cents, replace

Cut = Callable[[Sequence[BoxBet], Cents, Cents], list[Cents]]
"""Returns what stays of each bet of the heavier side, given the room for them and the minimum."""


class AmountNotMeasurable(Exception):
    """A bet that is not in whole positive dollars, which no table takes (A-18)."""


def cut_to_limits(bets: Sequence[BoxBet], limits: PostedLimits, cut: Cut) -> tuple[PlayedBet, ...]:
    """Cut the heavier side of every box down to its room, then that of the table (A-54).

    A box that lay within its limit is not measured again after the table's cut (A-81): what is cut
    on one hand would otherwise cut the other hand of a patron who exceeded nothing.
    """
    for bet in bets:
        if bet.stake <= 0 or bet.stake % CENTS_PER_DOLLAR:
            raise AmountNotMeasurable(bet)
    kept = [bet.stake for bet in bets]
    for indices, limit in _measured(bets, limits):
        # The table is measured on what the boxes have left.
        left = {i: replace(bets[i], stake=kept[i]) for i in indices if kept[i]}
        totals = totals_of(left.values())
        if totals.excess(limit):
            heavier = {i: bet for i, bet in left.items() if bet.hand is totals.heavier_side}
            stays = cut(tuple(heavier.values()), totals.room(limit), limits.minimum)
            for i, amount in zip(heavier, stays, strict=True):
                kept[i] = amount
    return tuple(map(PlayedBet, bets, kept))


def _measured(bets: Sequence[BoxBet], limits: PostedLimits) -> list[tuple[list[int], Cents]]:
    """Return the bets that are measured together, by their place in the order, with the limit."""
    groups: list[tuple[list[int], Cents]] = []
    if limits.box_differential is not None:
        for box in dict.fromkeys(bet.box for bet in bets):
            inside = [i for i, bet in enumerate(bets) if bet.box == box]
            groups.append((inside, limits.box_differential))
    if limits.table_differential is not None:
        groups.append((list(range(len(bets))), limits.table_differential))
    return groups

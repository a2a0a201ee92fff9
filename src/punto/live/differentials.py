"""A Differential beyond its limit: rejected before the close, shared pro rata after it.

It is measured in each betting box, over the whole table, or in both.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.live.betting_boxes import BoxBet, PlayedBet, Stance, totals_of
from punto.live.posted_limits import PostedLimits
from punto.values import CENTS_PER_DOLLAR, NOTHING, Cents, dollars, replace


def apportion(bets: Sequence[BoxBet], limits: PostedLimits) -> tuple[PlayedBet, ...]:
    """Return the part of each bet that plays, after an excess was not rejected (L 5.1.1).

    The bets of the whole table are given in the order of placing, as they lie at the close (A-81).
    Only those on the heavier side of a box or of the table are ever reduced.
    """
    return cut_to_limits(bets, limits, _shared)


def _shared(bets: Sequence[BoxBet], room: Cents, minimum: Cents) -> list[Cents]:
    """Share the room out among the bets of the heavier side (A-40)."""
    # L 5.1.2, for that patron only: a bet below the minimum plays in full, and uses room.
    in_full = {i: bet.stake for i, bet in enumerate(bets) if bet.stake < minimum}
    others = {i: bet for i, bet in enumerate(bets) if bet.stake >= minimum}
    played = in_full | _shares(others, Cents(room - sum(in_full.values())), minimum)
    return [played[i] for i in range(len(bets))]


def _shares(bets: Mapping[int, BoxBet], room: Cents, minimum: Cents) -> dict[int, Cents]:
    """Share the room out pro rata, with no bet below the minimum (A-40)."""
    scaled = dict(bets)
    # Lifting some bets to the minimum leaves less for each other, so a lifted bet stays lifted.
    # If the room is too small even for the minimums, all are lifted: L 5.1.1 protects them.
    while small := _under_minimum(scaled, room, minimum):
        scaled = {i: bet for i, bet in scaled.items() if i not in small}
        room = Cents(room - len(small) * minimum)
    return dict.fromkeys(bets, minimum) | _rounded_shares(scaled, room)


def _under_minimum(bets: Mapping[int, BoxBet], room: Cents, minimum: Cents) -> set[int]:
    """Return the bets whose exact share of the room is below the minimum."""
    total = sum(bet.stake for bet in bets.values())
    return {i for i, bet in bets.items() if bet.stake * room < minimum * total}


def _rounded_shares(bets: Mapping[int, BoxBet], room: Cents) -> dict[int, Cents]:
    """Share out whole dollars by largest remainder; ties go to seated, then to earlier bets."""
    room_dollars = room // CENTS_PER_DOLLAR
    total = sum(bet.stake for bet in bets.values())
    exact = {i: divmod(bet.stake * room_dollars, total) for i, bet in bets.items()}
    missing = room_dollars - sum(whole for whole, _ in exact.values())
    order = sorted(bets, key=lambda i: (-exact[i][1], bets[i].stance is Stance.STANDING, i))
    rounded_up = set(order[:missing])
    return {i: dollars(whole + (i in rounded_up)) for i, (whole, _) in exact.items()}


def reject_excess(bets: Sequence[BoxBet], limits: PostedLimits) -> tuple[PlayedBet, ...]:
    """Return the part of each bet that stays, if an excess is noticed in time (L 5.1).

    The bets of the whole table are given in the order of placing.
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


Cut = Callable[[Sequence[BoxBet], Cents, Cents], list[Cents]]
"""Returns what stays of each bet of the heavier side, given the room for them and the minimum."""


class AmountNotMeasurable(Exception):
    """The bet is not in whole positive dollars, so no table takes it (A-18)."""


def cut_to_limits(bets: Sequence[BoxBet], limits: PostedLimits, cut: Cut) -> tuple[PlayedBet, ...]:
    """Cut the heavier side of every box down to its room, then that of the table (A-54).

    A box that was within its limit is not measured again after the table's cut (A-81): otherwise a
    cut on one hand would also cut the other hand of a patron who exceeded nothing.
    """
    for bet in bets:
        if bet.stake <= 0 or bet.stake % CENTS_PER_DOLLAR:
            raise AmountNotMeasurable(bet)
    kept = [bet.stake for bet in bets]
    for indices, limit in _measured(bets, limits):
        # The table is measured on the rest of the bets in the boxes.
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

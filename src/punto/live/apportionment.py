from collections.abc import Mapping, Sequence

from punto.live.betting_boxes import BoxBet, PlayedBet, Stance
from punto.live.measures import cut_to_limits
from punto.live.posted_limits import PostedLimits
from punto.values import CENTS_PER_DOLLAR, Cents, dollars


def apportion(bets: Sequence[BoxBet], limits: PostedLimits) -> tuple[PlayedBet, ...]:
    """Return the part of each bet that plays, after an excess was not rejected (L 5.1.1).

    The bets of the whole table are given in the order placed, as they lie at the close (A-81).
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

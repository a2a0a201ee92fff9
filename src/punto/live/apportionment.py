from collections.abc import Mapping

from punto.live.betting_boxes import (
    BettingBox,
    BoxBet,
    BoxLimits,
    BoxRefusal,
    PlayedBet,
    Stance,
    refusal_of,
)
from punto.values import CENTS_PER_DOLLAR, Cents, dollars


def apportion(box: BettingBox, limits: BoxLimits) -> tuple[PlayedBet, ...] | BoxRefusal:
    """Return the part of each bet that plays, after an excess was not rejected (L 5.1.1)."""
    refusal = refusal_of(box, limits)
    if refusal is not None:
        return refusal
    played = {index: bet.stake for index, bet in enumerate(box.bets)}
    if box.excess(limits):
        played |= _heavier_side_played(box, limits)
    return tuple(map(PlayedBet, box.bets, played.values()))


def _heavier_side_played(box: BettingBox, limits: BoxLimits) -> dict[int, Cents]:
    """Return the reduced amounts, by place in the box, of bets that do not play in full."""
    side = box.heavier_side
    heavier = [(i, bet) for i, bet in enumerate(box.bets) if bet.side is side]
    # L 5.1.2, for that patron only: a bet below the minimum plays in full, and uses room.
    in_full = sum(bet.stake for _, bet in heavier if bet.stake < limits.minimum)
    others = {i: bet for i, bet in heavier if bet.stake >= limits.minimum}
    return _shares(others, Cents(box.room(limits) - in_full), limits.minimum)


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

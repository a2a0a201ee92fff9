"""A live round from the chips at the close to all payments (L 4.1, L 5.1, L 5.2, L 5.13)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from oracle.apportion import Laid, apportion_table
from oracle.settlement import facts_of, profit

HANDS = ("player", "banker")


class Chips(NamedTuple):
    """One bet on the layout, in whole dollars."""

    box: str
    patron: str
    seated: bool
    bet: str
    dollars: int


class Ending(NamedTuple):
    """How a bet ended: the part that played, its profit, and what was returned unplayed."""

    played: int
    profit: Fraction
    unplayed: int


def ends(
    bets: Sequence[Chips],
    cards: Sequence[str],
    minimum: int,
    box_limit: int | None,
    table_limit: int | None,
) -> list[Ending]:
    """The end of each bet, in the order placed.

    A standing bet is returned where no seated patron has one in the box (L 1.21, A-87). Only bets
    on a hand are held to the Differential (L 1.6, A-54); all others play in full.
    """
    seats = {bet.box for bet in bets if bet.seated}
    on_hands = [n for n, bet in enumerate(bets) if bet.bet in HANDS and bet.box in seats]
    laid: list[Laid] = [
        (bets[n].box, bets[n].bet, bets[n].dollars, bets[n].seated) for n in on_hands
    ]
    held = dict(zip(on_hands, apportion_table(laid, minimum, box_limit, table_limit), strict=True))
    facts = facts_of(cards)
    found = []
    for n, bet in enumerate(bets):
        played = held.get(n, bet.dollars) if bet.box in seats else 0
        won = profit("rws-live", bet.bet, facts) * played
        found.append(Ending(played, won, bet.dollars - played))
    return found

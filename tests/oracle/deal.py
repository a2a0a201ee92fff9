"""The Table of Play, row by row as printed."""

from collections.abc import Sequence

from oracle.cards import points

PLAYER_DRAWS_ON = "012345"

# Banker's two-card total, then the Player third cards to which Banker draws.
# "-" is the column "Player stood on 6 or 7"; a dot is "Banker stands".
BANKER_DRAWS_TO = {
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-01234567.9",
    4: "-..234567..",
    5: "-....4567..",
    6: ".......67..",
    7: "...........",
}

INITIAL_CARDS = 4
NATURALS = (8, 9)


def player_draws(player: int, banker: int) -> bool:
    """Whether Player takes a third card on these two-card totals."""
    if player in NATURALS or banker in NATURALS:
        return False
    return str(player) in PLAYER_DRAWS_ON


def banker_draws(
    player: int, banker: int, player_third: int | None, *, natural_stops: bool = True
) -> bool:
    """Whether Banker takes a third card on these two-card totals.

    With natural_stops false the proviso of RWS 3.9 is taken by its letter, A-03 (b):
    a Player natural is a Player hand that did not draw, so Banker draws on 0 to 5.
    """
    if banker in NATURALS:
        return False
    if player in NATURALS:
        return not natural_stops and banker in (0, 1, 2, 3, 4, 5)
    column = "-" if player_third is None else str(player_third)
    return column in BANKER_DRAWS_TO[banker]


def hands(cards: Sequence[str], *, natural_stops: bool = True) -> tuple[list[str], list[str]]:
    """The Player and the Banker hand of a finished round, from its cards in draw order."""
    if len(cards) < INITIAL_CARDS:
        raise ValueError(f"too few cards: {' '.join(cards)}")
    player, banker, waiting = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    player_two, banker_two = _two_card_totals([points(card) for card in cards])
    third: int | None = None
    if player_draws(player_two, banker_two):
        player.append(_next(waiting, cards))
        third = points(player[2])
    if banker_draws(player_two, banker_two, third, natural_stops=natural_stops):
        banker.append(_next(waiting, cards))
    if waiting:
        raise ValueError(f"too many cards: {' '.join(cards)}")
    return player, banker


def cards_used(six: Sequence[int] | Sequence[str], *, natural_stops: bool = True) -> int:
    """Return how many of six cards, or of six point values, the Table of Play uses."""
    values = [card if isinstance(card, int) else points(card) for card in six]
    player_two, banker_two = _two_card_totals(values)
    if player_draws(player_two, banker_two):
        draws = banker_draws(player_two, banker_two, values[4], natural_stops=natural_stops)
        return 6 if draws else 5
    draws = banker_draws(player_two, banker_two, None, natural_stops=natural_stops)
    return 5 if draws else 4


def _two_card_totals(values: Sequence[int]) -> tuple[int, int]:
    return (values[0] + values[2]) % 10, (values[1] + values[3]) % 10


def _next(waiting: list[str], cards: Sequence[str]) -> str:
    if not waiting:
        raise ValueError(f"too few cards: {' '.join(cards)}")
    return waiting.pop(0)

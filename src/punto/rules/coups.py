from collections.abc import Sequence

from punto.rules.outcomes import Outcome, Points
from punto.rules.pairs import hand_pairs
from punto.rules.table_of_play import Judgement, TableOfPlay
from punto.values import Card, Side, Value, format_cards, points_total

INITIAL_CARDS = 4
"""Cards 1 and 3 are Player's, 2 and 4 Banker's (R 3.8, L 3.10, M 3.6)."""
HAND_CARDS = INITIAL_CARDS // 2
"""The cards of each hand before the Table of Play says whether it draws."""


class Coup(Value):
    """The cards of one round dealt so far, by hand."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    next_side: Side | None
    """The hand that takes the next card; None when the coup is complete."""
    player_judgement: Judgement | None = None
    banker_judgement: Judgement | None = None

    @property
    def player_total(self) -> int:
        """Player's Point Total so far."""
        return points_total(self.player)

    @property
    def banker_total(self) -> int:
        """Banker's Point Total so far."""
        return points_total(self.banker)

    @property
    def outcome(self) -> Outcome:
        """The Outcome of a complete coup."""
        if self.next_side is not None:
            raise ValueError(f"the coup {self} is not complete")
        points = Points(self.player_total, self.banker_total, len(self.player), len(self.banker))
        first_two = hand_pairs((self.player[0], self.player[1]), (self.banker[0], self.banker[1]))
        return Outcome(points, first_two)

    def __str__(self) -> str:
        return f"P {format_cards(self.player)} | B {format_cards(self.banker)}"


class Deal(Value):
    """The coup that the Table of Play makes of some cards, and the cards left over."""

    coup: Coup
    excess: tuple[Card, ...]


def deal(table: TableOfPlay, cards: Sequence[Card]) -> Deal:
    """Assign cards to hands by the order they left the shoe, wherever they were laid (A-44)."""
    if len(cards) < INITIAL_CARDS:
        next_side = Side.PLAYER if len(cards) % 2 == 0 else Side.BANKER
        return Deal(Coup(tuple(cards[0::2]), tuple(cards[1::2]), next_side), ())
    return _deal_thirds(table, tuple(cards[0:4:2]), tuple(cards[1:4:2]), tuple(cards[4:]))


def continued(
    table: TableOfPlay, player: tuple[Card, ...], banker: tuple[Card, ...], cards: Sequence[Card]
) -> Deal:
    """Give further cards to hands as they lie, by the Table of Play from there (A-85)."""
    coup = as_they_lie(table, player, banker)
    for used, card in enumerate(cards):
        if coup.next_side is None:
            return Deal(coup, tuple(cards[used:]))
        to_player = coup.next_side is Side.PLAYER
        player = (*coup.player, card) if to_player else coup.player
        coup = as_they_lie(table, player, coup.banker if to_player else (*coup.banker, card))
    return Deal(coup, ())


def as_they_lie(table: TableOfPlay, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup:
    """Return the coup of two hands that no draw order need have made (A-85)."""
    if len(player) < HAND_CARDS or len(banker) < HAND_CARDS:
        side = Side.PLAYER if len(player) <= len(banker) else Side.BANKER
        return Coup(player, banker, side)
    first = (player[:HAND_CARDS], banker[:HAND_CARDS])
    return _deal_thirds(table, *first, (*player[HAND_CARDS:], *banker[HAND_CARDS:])).coup


def is_laid_right(table: TableOfPlay, player: tuple[Card, ...], banker: tuple[Card, ...]) -> bool:
    """Whether the Table of Play can give these hands this many cards."""
    if max(len(player), len(banker)) <= HAND_CARDS:
        return True
    if min(len(player), len(banker)) < HAND_CARDS:
        return False  # third cards come only after both hands have two
    coup = as_they_lie(table, player, banker)
    return (coup.player, coup.banker) == (player, banker)


def _deal_thirds(
    table: TableOfPlay, player: tuple[Card, ...], banker: tuple[Card, ...], rest: tuple[Card, ...]
) -> Deal:
    player_total, banker_total = points_total(player), points_total(banker)
    judged = table.player(player_total, banker_total)
    if judged.draws and not rest:
        return Deal(Coup(player, banker, Side.PLAYER, judged), ())
    third = rest[0] if judged.draws else None
    if third is not None:
        player, rest = (*player, third), rest[1:]
    banker_judged = table.banker(player_total, banker_total, third.points if third else None)
    if banker_judged.draws and not rest:
        return Deal(Coup(player, banker, Side.BANKER, judged, banker_judged), ())
    if banker_judged.draws:
        banker, rest = (*banker, rest[0]), rest[1:]
    return Deal(Coup(player, banker, None, judged, banker_judged), rest)

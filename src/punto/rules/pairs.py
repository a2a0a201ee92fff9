from enum import Enum

from punto.values import Card, Rank, Suit, Value


class PairRank(Enum):
    """The ranks that a pay table distinguishes: fours, and all others."""

    FOUR = "four"
    OTHER = "other"


class PairSuits(Enum):
    """The suits that a pay table distinguishes; each pair is in exactly one class."""

    MIXED = "mixed"
    SAME = "same"
    """One suit other than diamonds."""
    DIAMONDS = "diamonds"


class Pair(Value):
    """The facts of a pair that a pay table uses."""

    rank: PairRank
    suits: PairSuits


ALL_PAIRS = tuple(Pair(rank, suits) for rank in PairRank for suits in PairSuits)


def pair_of(first: Card, second: Card) -> Pair | None:
    """Return the pair of a hand's first two cards, if they have one rank (A-06, A-09, A-10)."""
    if first.rank is not second.rank:
        return None
    rank = PairRank.FOUR if first.rank is Rank.FOUR else PairRank.OTHER
    return Pair(rank, _suits_of(first, second))


def _suits_of(first: Card, second: Card) -> PairSuits:
    if first.suit is not second.suit:
        return PairSuits.MIXED
    return PairSuits.DIAMONDS if first.suit is Suit.DIAMONDS else PairSuits.SAME


class HandPairs(Value):
    """The pairs of both hands, and whether all four cards have one rank (A-07)."""

    player: Pair | None
    banker: Pair | None
    twin: bool

    @property
    def count(self) -> int:
        """The number of hands that hold a pair."""
        return (self.player is not None) + (self.banker is not None)


def hand_pairs(player: tuple[Card, Card], banker: tuple[Card, Card]) -> HandPairs:
    """Return the pairs in the first two cards of each hand."""
    player_pair, banker_pair = pair_of(*player), pair_of(*banker)
    both = player_pair is not None and banker_pair is not None
    return HandPairs(player_pair, banker_pair, both and player[0].rank is banker[0].rank)


def _possible_twins(player: Pair | None, banker: Pair | None) -> tuple[bool, ...]:
    if player is None or banker is None or player.rank is not banker.rank:
        return (False,)
    return (True,) if player.rank is PairRank.FOUR else (False, True)


ALL_HAND_PAIRS: tuple[HandPairs, ...] = tuple(
    HandPairs(player, banker, twin)
    for player in (None, *ALL_PAIRS)
    for banker in (None, *ALL_PAIRS)
    for twin in _possible_twins(player, banker)
)
"""Every combination that four cards can form."""

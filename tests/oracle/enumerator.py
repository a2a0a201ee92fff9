"""Exact counts of six-card sequences and of pairs, from a shoe of whole decks or any other."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

from oracle.cards import DECK, POINTS, RANKS
from oracle.deal import banker_draws, player_draws
from oracle.settlement import pair_label

Totals = tuple[int, int, int, int]
"""Player total, Banker total, Player cards, Banker cards."""

Composition = tuple[int, ...]
"""How many cards of each point value, 0 to 9, are in the shoe."""


def full_shoe(decks: int) -> Composition:
    return (16 * decks, *[4 * decks] * 9)


def sequences(decks: int) -> int:
    """Return the number of ordered draws of six cards."""
    return perm(52 * decks, 6)


def outcome_counts(decks: int, *, natural_stops: bool = True) -> Mapping[Totals, int]:
    return counts_of(full_shoe(decks), natural_stops=natural_stops)


@cache
def counts_of(shoe: Composition, *, natural_stops: bool = True) -> Mapping[Totals, int]:
    """Count ordered draws of six cards by how the round ends; unused cards count too."""
    counts: Counter[Totals] = Counter()
    for ends in two_card_counts(shoe, natural_stops=natural_stops).values():
        counts.update(ends)
    return counts


@cache
def two_card_counts(
    shoe: Composition, *, natural_stops: bool = True
) -> Mapping[tuple[int, int], Mapping[Totals, int]]:
    """Return the counts by the two-card totals of Player and Banker, and by how the round ends."""
    counts: dict[tuple[int, int], Counter[Totals]] = {
        (player, banker): Counter() for player in range(10) for banker in range(10)
    }
    for four in product(range(10), repeat=4):
        ways, rest = 1, list(shoe)
        for value in four:
            ways *= rest[value]
            rest[value] -= 1
        player, banker = (four[0] + four[2]) % 10, (four[1] + four[3]) % 10
        _play_on(player, banker, ways, rest, counts[player, banker], natural_stops)
    return counts


def _play_on(
    player: int,
    banker: int,
    ways: int,
    rest: list[int],
    counts: Counter[Totals],
    natural_stops: bool,  # noqa: FBT001 -- passed through, never written at a call
) -> None:
    left = sum(rest)
    thirds: list[int | None] = [None]
    if player_draws(player, banker):
        thirds = list(range(10))
    for third in thirds:
        fifth, after, player_end, player_cards = ways * left, left - 1, player, 2
        if third is not None:
            fifth, player_end, player_cards = ways * rest[third], (player + third) % 10, 3
            rest[third] -= 1
        if not banker_draws(player, banker, third, natural_stops=natural_stops):
            counts[player_end, banker, player_cards, 2] += fifth * after
        elif third is None:
            # Banker takes the fifth card and the sixth is any that is left.
            for card, number in enumerate(rest):
                counts[player_end, (banker + card) % 10, 2, 3] += ways * number * after
        else:
            for card, number in enumerate(rest):
                counts[player_end, (banker + card) % 10, 3, 3] += fifth * number
        if third is not None:
            rest[third] += 1


@cache
def pair_chances(decks: int) -> Mapping[str, Fraction]:
    """The chance of each label of `pair_label` for one two-card hand."""
    return _two_card_chances(decks, pair_label)


def pair_chance(decks: int, is_pair: Callable[[str, str], bool] | None = None) -> Fraction:
    """The chance that two cards are a pair, by rank or by another reading of the word."""
    judge = is_pair or same_rank
    return _two_card_chances(decks, lambda one, two: str(judge(one[0], two[0])))["True"]


def same_rank(one: str, two: str) -> bool:
    return one == two


def same_points_unless_two_faces(one: str, two: str) -> bool:
    """A-06 (b), by the letter of MBS 1.1.13: a Ten pairs with any picture card."""
    if one in "JQK" and two in "JQK":
        return one == two
    return POINTS[one] == POINTS[two]


def same_points(one: str, two: str) -> bool:
    """A-07 (b), wide: pairs of Tens, Jacks, Queens and Kings are all twins of each other."""
    return POINTS[one] == POINTS[two]


def tiger_pair_chances(
    decks: int, is_twin: Callable[[str, str], bool] = same_rank
) -> Mapping[str, Fraction]:
    """The chances of no pair, a single, a double and a twin over the first four cards.

    The narrow A-07 (b), in which only Tens match picture pairs, is is_twin =
    same_points_unless_two_faces.
    """
    ways: Counter[str] = Counter()
    for four in product(RANKS, repeat=4):
        player, banker = four[0] == four[2], four[1] == four[3]
        label = "single" if player or banker else "none"
        if player and banker:
            label = "twin" if is_twin(four[0], four[1]) else "double"
        weight, drawn = 1, Counter[str]()
        for rank in four:
            weight *= 4 * decks - drawn[rank]
            drawn[rank] += 1
        ways[label] += weight
    return {label: Fraction(number, perm(52 * decks, 4)) for label, number in ways.items()}


def _two_card_chances(decks: int, label: Callable[[str, str], str]) -> Mapping[str, Fraction]:
    ways: Counter[str] = Counter()
    for one, two in product(DECK, repeat=2):
        ways[label(one, two)] += decks * (decks - 1 if one == two else decks)
    return {name: Fraction(number, perm(52 * decks, 2)) for name, number in ways.items()}

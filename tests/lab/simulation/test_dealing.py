"""Engine, exact kernel and simulator deal all sequences of point values in the same way."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
import pytest

from punto.lab import Distribution
from punto.lab.draw_table import Counts
from punto.lab.simulation.dealing_tables import (
    POINTS_OF_KEY,
    TALLY_SIZE,
    card_code,
    cells_of,
    dealing_tables,
    outcomes_of,
)
from punto.lab.simulation.shoe_kernel import KEYS, coup_at
from punto.rules.coups import deal
from punto.rules.outcomes import OUTCOMES_COUNT, POINTS_COUNT
from punto.rules.pairs import ALL_HAND_PAIRS
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, Card, Rank, Suit
from punto.values.compositions import Composition

TABLES = dealing_tables(TABLE_OF_PLAY)
CARD_OF_VALUE = tuple(
    next(card for card in DECK if card.points == value and card.suit is Suit.HEARTS)
    for value in range(10)
)
CELL_OF_CARD = dict(zip(DECK, cells_of(Composition((1,) * 52)).tolist(), strict=True))

SEQUENCES = np.array(list(product(range(10), repeat=6)), np.int64)


def by_tables(cells: Counts) -> tuple[Counts, Counts]:
    """Return the slot in which the simulator counts each coup, and how many cards it takes."""
    flat = np.ascontiguousarray(cells.astype(np.uint32).ravel())
    places = np.arange(0, flat.size, 6, dtype=np.uint64)
    views = (flat.view(np.uint8), flat.view(np.uint16))
    slots, behind = coup_at(places, views, TABLES)  # type: ignore[arg-type]
    return np.asarray(slots).astype(np.int64), np.asarray(behind - places).astype(np.int64)


@pytest.fixture(scope="module")
def by_engine() -> tuple[Counts, Counts]:
    """Return the points and the number of cards of every sequence, as the engine deals it.

    After four cards only the two totals matter, so one sequence of each kind stands for all.
    """
    ends = np.zeros((10, 10, 10, 10, 2), np.int64)
    zero = CARD_OF_VALUE[0]
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        values = (player, banker, fifth, sixth)
        p, b, e, f = (CARD_OF_VALUE[value] for value in values)
        found = deal(TABLE_OF_PLAY, (p, b, zero, zero, e, f))
        points = found.coup.outcome.points
        ends[values] = points.index, points.player_cards + points.banker_cards
    totals = np.zeros((10, 10, 10, 10, 2), np.int64)
    for four in product(range(10), repeat=4):
        coup = deal(TABLE_OF_PLAY, [CARD_OF_VALUE[value] for value in four]).coup
        totals[four] = coup.player_total, coup.banker_total
    first = totals[tuple(SEQUENCES[:, :4].T)]
    every = ends[first[:, 0], first[:, 1], SEQUENCES[:, 4], SEQUENCES[:, 5]]
    return every[:, 0], every[:, 1]


def test_the_simulator_deals_every_sequence_as_the_engine_does(
    by_engine: tuple[Counts, Counts],
) -> None:
    cells = np.array([CELL_OF_CARD[card] for card in CARD_OF_VALUE])
    slots, used = by_tables(cells[SEQUENCES])
    assert len(slots) == 10**6
    assert (POINTS_OF_KEY[slots % KEYS] == by_engine[0]).all()
    assert (used == by_engine[1]).all()


def test_the_exact_kernel_counts_every_sequence_as_the_engine_deals_it(
    by_engine: tuple[Counts, Counts],
) -> None:
    """For each set of six cards: a shoe of exactly these deals all their orders."""
    ordered = np.sort(SEQUENCES, axis=1) @ 10 ** np.arange(5, -1, -1)
    counts = Counter(zip(ordered.tolist(), by_engine[0].tolist(), strict=True))
    by_cards: dict[int, dict[int, int]] = {}
    for (cards, points), times in counts.items():
        by_cards.setdefault(cards, {})[points] = times
    for values in combinations_with_replacement(range(10), 6):
        held = Counter(values)
        shoe = Composition(
            tuple(held[card.points] if card == CARD_OF_VALUE[card.points] else 0 for card in DECK)
        )
        alike = prod(map(factorial, held.values()))
        found = Distribution(shoe).points
        expected = by_cards[int("".join(map(str, values)))]
        assert {int(p): int(found[p]) for p in np.flatnonzero(found)} == {
            points: times * alike for points, times in expected.items()
        }


SUIT_KINDS = (
    (Suit.SPADES, Suit.HEARTS),
    (Suit.CLUBS, Suit.CLUBS),
    (Suit.DIAMONDS, Suit.DIAMONDS),
)


def test_pairs_are_counted_as_the_engine_names_them() -> None:
    """Every pair of cards of one rank, and no pair, against every kind of pair and no pair."""
    none = (DECK[0], DECK[1])
    hands = [none, *((one, two) for one in DECK for two in DECK if one.rank is two.rank)]
    kinds = [none, *((Card(rank, a), Card(rank, b)) for rank in Rank for a, b in SUIT_KINDS)]
    last = (DECK[9], DECK[9])
    dealt = [(p[0], b[0], p[1], b[1], *last) for p in hands for b in kinds]
    slots, _ = by_tables(np.array([[CELL_OF_CARD[card] for card in cards] for cards in dealt]))
    outcomes = [deal(TABLE_OF_PLAY, cards).coup.outcome.index for cards in dealt]
    found = outcomes_of(np.bincount(slots, minlength=TALLY_SIZE)).ravel()
    assert found.tolist() == np.bincount(outcomes, minlength=OUTCOMES_COUNT).tolist()
    assert len({index // POINTS_COUNT for index in outcomes}) == len(ALL_HAND_PAIRS)


def test_each_card_has_a_code_of_its_own() -> None:
    assert sorted(map(card_code, DECK)) == list(range(52))

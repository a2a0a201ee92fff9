from math import perm
from random import Random

import numpy as np
import pytest

from oracle.enumerator import counts_of, pair_chances
from oracle.settlement import facts_of, profit
from punto.lab import Distribution, ShoeRefused, odds_of
from punto.lab.card_kernel import count_outcomes_by_card
from punto.lab.draw_table import PLAYER_DRAWS, PLAYER_STOOD, Counts, drawing_of
from punto.lab.joint_kernel import count_outcomes
from punto.lab.pair_classes import (
    CARDS_BY_RANK,
    CLASS_OF_RANK,
    CLASS_OF_VALUE,
    HAND_PAIRS,
    VALUE_OF_CARD,
    VALUE_OF_RANK,
    PairRule,
)
from punto.lab.pairs_kernel import count_pairs
from punto.lab.points_kernel import count_points
from punto.rules.games import Game
from punto.rules.outcomes import ALL_POINTS
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK
from punto.values.compositions import Composition, full_shoe
from support.lab.tiny_shoes import TINY, dealt_by_engine, draws_of, shoe_with
from support.rules.outcome_numbers import outcome_at

DRAWING = drawing_of(TABLE_OF_PLAY)


def depleted(decks: int, gone: int, seed: int) -> Composition:
    every = [card for card in DECK for _ in range(decks)]
    return full_shoe(decks).without(Random(seed).sample(every, gone))  # noqa: S311 (the same on every run)


def values_of(shoe: Composition) -> tuple[int, ...]:
    return tuple(
        sum(shoe.count(card) for card in DECK if card.points == value) for value in range(10)
    )


SHOES = {
    "eight decks": full_shoe(8),
    "ten decks": full_shoe(10),
    "eight decks, half gone": depleted(8, 208, 1),
    "eight decks, nearly all gone": depleted(8, 396, 2),
    "four decks without sixes": full_shoe(4).without(
        [card for card in DECK if card.points == 6] * 4
    ),
}


@pytest.mark.parametrize("text", TINY)
def test_a_tiny_shoe_ends_as_the_engine_deals_it(text: str) -> None:
    found = Distribution(shoe_with(text))
    expected = dealt_by_engine(text)
    assert found.outcomes.ravel().tolist() == expected
    assert found.points.tolist() == found.outcomes.sum(axis=0).tolist()
    assert found.pairs.tolist() == found.outcomes.sum(axis=1).tolist()
    assert found.total == sum(expected)
    some = expected.index(max(expected))
    assert found.ways(outcome_at(some)) == expected[some]


@pytest.mark.parametrize("text", TINY)
def test_a_tiny_shoe_pays_as_the_oracle_settles_it(text: str, games: dict[str, Game]) -> None:
    found = Distribution(shoe_with(text))
    drawn = [(facts_of([str(card) for card in cards]), w) for cards, w in draws_of(text).items()]
    for key, game in games.items():
        odds = odds_of(game, found)
        for bet in odds.values():
            paid = sum(ways * profit(key, bet.key, facts) for facts, ways in drawn)
            assert bet.expectation == paid / found.total, (key, bet.key)


@pytest.mark.parametrize("text", TINY[2:4])
def test_the_kernels_count_alike_uncompiled(text: str) -> None:
    shoe = shoe_with(text)
    cards = np.array(shoe.counts, np.int64)
    values, suited = np.array(values_of(shoe), np.int64), cards[CARDS_BY_RANK]
    expected = np.array(dealt_by_engine(text)).reshape(58, 400)
    points = count_points.py_func(values, DRAWING)
    assert (points == expected.sum(axis=0)).all()
    pairs = count_pairs.py_func(suited, HAND_PAIRS, CLASS_OF_RANK)
    assert (pairs == expected.sum(axis=1)).all()
    maps = (HAND_PAIRS, CLASS_OF_VALUE, VALUE_OF_RANK)
    assert (count_outcomes.py_func(points, values, suited, maps, DRAWING) == expected).all()
    by_rank = PairRule()
    assert (
        count_outcomes_by_card.py_func(
            cards, VALUE_OF_CARD, by_rank.classes(), (HAND_PAIRS, by_rank.twin_cards()), DRAWING
        )
        == expected
    ).all()
    # The kernels leave their scratch arrays as they were.
    assert values.tolist() == list(values_of(shoe))
    assert cards.tolist() == list(shoe.counts)
    assert (suited == cards[CARDS_BY_RANK]).all()


@pytest.mark.parametrize("name", SHOES)
def test_a_large_shoe_is_counted_alike_card_by_card(name: str) -> None:
    found = Distribution(SHOES[name])
    by_card = Distribution(SHOES[name], pair_rule=PairRule())
    assert (found.outcomes == by_card.outcomes).all()
    assert (found.points == by_card.outcomes.sum(axis=0)).all()
    assert (found.pairs == by_card.pairs).all()
    assert found.outcomes.min() >= 0
    assert found.outcomes.sum() == found.total == perm(SHOES[name].cards_count, 6)


@pytest.mark.parametrize("name", ["eight decks", "ten decks", "eight decks, half gone"])
def test_the_points_of_a_large_shoe_are_the_oracles(name: str) -> None:
    expected = counts_of(values_of(SHOES[name]))
    found = Distribution(SHOES[name]).points
    for points, ways in zip(ALL_POINTS, found.tolist(), strict=True):
        totals = (points.player_total, points.banker_total)
        assert ways == expected.get((*totals, points.player_cards, points.banker_cards), 0)


def test_the_pairs_of_a_large_shoe_are_the_oracles(games: dict[str, Game]) -> None:
    odds = odds_of(games["mbs-fabulous-4s"], Distribution(full_shoe(10)))
    chances = pair_chances(10)
    for side in ("player", "banker"):
        rows = odds[f"{side}-precious-pair"].rows
        expected = [chances[label] for label in ("4D4D", "44", "DD", "pair")]
        assert [row.probability for row in rows] == expected


def ends_of_all_sequences() -> tuple[Counts, Counts]:
    """Return every sequence of six point values, and the points in which the Table of Play ends."""
    six = np.indices((10,) * 6).reshape(6, -1).astype(np.int64)
    player, banker = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
    table = np.array(
        [
            [
                [TABLE_OF_PLAY.banker(p, b, third).draws for third in (*range(10), None)]
                + [TABLE_OF_PLAY.player(p, b).draws]
                for b in range(10)
            ]
            for p in range(10)
        ]
    )
    player_draws = table[player, banker, 11]
    banker_draws = table[player, banker, np.where(player_draws, six[4], 10)]
    last = np.where(player_draws, six[5], six[4])
    player_end = (player + np.where(player_draws, six[4], 0)) % 10
    banker_end = (banker + np.where(banker_draws, last, 0)) % 10
    return six, (player_end * 10 + banker_end) * 4 + player_draws * 2 + banker_draws


def test_all_million_sequences_of_point_values_end_as_the_table_of_play_says() -> None:
    # A count is a polynomial in the ten numbers of cards, with a term for each sequence; shoes
    # that have nothing in common leave no room for a sequence that is put in the wrong place.
    six, ends = ends_of_all_sequences()
    random = np.random.default_rng(7)
    for shoe in (np.array([128, *[32] * 9]), *random.integers(0, 60, (4, 10))):
        weights = np.ones(six.shape[1], np.int64)
        for place in range(6):
            seen = (six[:place] == six[place]).sum(axis=0)
            weights *= shoe[six[place]] - seen
        expected = np.zeros(400, np.int64)
        np.add.at(expected, ends, weights)
        assert (count_points(shoe.astype(np.int64), DRAWING) == expected).all()


def test_the_table_of_play_is_asked_about_every_cell() -> None:
    assert DRAWING[5, 3, PLAYER_DRAWS]
    assert not DRAWING[8, 3, PLAYER_DRAWS]
    assert [bool(cell) for cell in DRAWING[0, 3, :10]] == [*[True] * 8, False, True]
    assert DRAWING[6, 5, PLAYER_STOOD]
    assert not DRAWING[6, 6, PLAYER_STOOD]
    assert not DRAWING[8, 0, PLAYER_STOOD]


def test_a_shoe_that_cannot_be_counted_is_refused() -> None:
    with pytest.raises(ShoeRefused, match="shoe of 5 cards: expected at least 6"):
        Distribution(shoe_with("AS AS AS AS AS"))
    with pytest.raises(ShoeRefused, match="shoe of 1508 cards: too many to count in 64 bits"):
        Distribution(full_shoe(29))


def test_what_was_counted_cannot_be_changed() -> None:
    found = Distribution(full_shoe(8))
    with pytest.raises(ValueError, match="read-only"):
        found.points[0] = 1

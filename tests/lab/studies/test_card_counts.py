import numpy as np
import pytest

from punto.lab.studies.card_counts import (
    LARGEST,
    NEVER,
    STEPS_COUNT,
    best_triggers,
    parse_tags,
    steps_of,
    tags_of,
    true_counts,
)
from punto.lab.studies.tallies import BINS, bins_of, quantile
from punto.values.cards import parse_card, parse_cards
from punto.values.compositions import full_shoe
from punto.values.structures import BadNotation

BALANCED = parse_tags("0 0 -1 -1 -1 -2 1 2 2 0")
FOURS = parse_tags("0 0 0 -1 0 0 0 0 0 0")


def test_tags_are_told_by_points() -> None:
    tags = parse_tags("1, 0, 0, 0, 0, 0, -8, 2, 1, 3")
    assert [tags[card] for card in parse_cards("AS 7D 8C 9H TS KD")] == [1, -8, 2, 1, 3, 3]


@pytest.mark.parametrize("text", ["", "1 2 3", "0 0 0 0 0 0 0 0 0 x", "0 " * 11])
def test_ten_tags_are_expected(text: str) -> None:
    with pytest.raises(BadNotation, match="expected ten whole numbers"):
        parse_tags(text)


def test_a_true_count_is_the_running_count_for_each_deck_unseen() -> None:
    gone = parse_cards("8S 9S 9D 4C TH KH")
    unseen = np.array([full_shoe(8).counts, full_shoe(8).without(gone).counts])
    (full,), (left,) = true_counts(tags_of([BALANCED]), unseen).tolist()
    assert full == 0
    assert left == pytest.approx((2 + 2 + 2 - 1) / (410 / 52))


def test_a_count_that_is_not_balanced_is_corrected_for_depth() -> None:
    # As many fours are gone as expected among the cards that left, so nothing has changed.
    fair = full_shoe(8).without(parse_cards("4S 2S 3S 5S 6S 7S 8S 9S TS JS QS KS AS"))
    rich = full_shoe(8).without([parse_card("KS")] * 8)
    counts = true_counts(tags_of([FOURS]), np.array([fair.counts, rich.counts]))
    assert counts[0, 0] == pytest.approx(0)
    assert counts[1, 0] == pytest.approx(-4 + 52 * 32 / 408)


def test_the_best_trigger_is_where_betting_begins_to_pay() -> None:
    steps = steps_of(np.array([2.0, 2.4, 2.5, 3.0, -170.0, 170.0]))
    assert (steps / 2 - LARGEST).tolist() == [2, 2, 2.5, 3, -LARGEST, LARGEST]
    brought = np.zeros((STEPS_COUNT, 3))
    brought[steps_of(np.array([1.0, 2.0, 3.0])), 0] = (-5, -1, 4)
    brought[steps_of(np.array([1.0, 2.0, 3.0])), 1] = (-5, 2, -1)
    brought[steps_of(np.array([1.0, 2.0, 3.0])), 2] = (-5, -2, -1)
    first, second, third = best_triggers(brought).tolist()
    assert 2 < first <= 3
    assert 1 < second <= 2
    assert third == NEVER


def test_a_histogram_gives_back_its_quantiles() -> None:
    values = np.random.default_rng(7).normal(0, 0.05, 20_000)
    counts = np.bincount(bins_of(values), minlength=BINS)
    for share in (0.025, 0.5, 0.975):
        assert quantile(counts, share) == pytest.approx(np.quantile(values, share), abs=0.002)
    assert bins_of(np.array([-1e9, 0, 1e9])).tolist() == [0, BINS // 2, BINS - 1]

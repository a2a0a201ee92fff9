from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

from punto.lab.compiler import kernel
from punto.lab.simulation import shuffle_kernel
from punto.lab.simulation.shuffle_kernel import LANES, drawn_again, mend, ranges_of, scale, swap

EVERY = np.arange(2**16, dtype=np.uint16)
LARGEST = 520
"""Cards in ten decks."""

scale_compiled = kernel("void(uint16[::1], uint16[::1], uint16[::1], uint8[::1])")(scale)


def test_of_all_bits_as_many_make_each_index_and_the_rest_is_drawn_again() -> None:
    again = np.zeros(2**16, np.uint8)
    for size in range(1, LARGEST + 1):
        bits = EVERY.copy()
        sizes = np.full(2**16, size, np.uint16)
        remainders = np.full(2**16, 2**16 % size, np.uint16)
        scale_compiled(bits, sizes, remainders, again)
        found = np.bincount(bits[again == 0], minlength=size)
        assert found.tolist() == [2**16 // size] * size
        assert int(again.sum()) == 2**16 % size


def test_indices_are_scaled_alike_compiled_or_not() -> None:
    chance = np.random.default_rng(7)
    bits = chance.integers(0, 2**16, 4_000).astype(np.uint16)
    # Products with a low end are rare, and they are what matters.
    bits[::2] = (np.arange(2_000) * 158 % 2**16).astype(np.uint16)
    sizes = chance.integers(1, LARGEST + 1, 4_000).astype(np.uint16)
    sizes[::2] = 415
    remainders = (2**16 % sizes.astype(np.int64)).astype(np.uint16)
    plain, compiled = bits.copy(), bits.copy()
    flags, compiled_flags = np.zeros(4_000, np.uint8), np.zeros(4_000, np.uint8)
    with np.errstate(over="ignore"):
        scale(plain, sizes, remainders, flags)
    scale_compiled(compiled, sizes, remainders, compiled_flags)
    expected = bits.astype(np.int64) * sizes
    assert plain.tolist() == compiled.tolist() == (expected >> 16).tolist()
    assert flags.tolist() == compiled_flags.tolist() == (expected % 2**16 < remainders).tolist()
    assert flags.sum() > 0


def test_fresh_bits_are_taken_until_they_are_even(monkeypatch: pytest.MonkeyPatch) -> None:
    # 65536 = 157 × 415 + 381: products that end in less than 381 are refused, 0 × 415 and
    # 158 × 415 = 65570 among them; 65570 - 65536 is 34.
    given = iter([0xABCD_0000, 0x1234_0000 + 158, 0xFFFF_0000 + 1_000])
    monkeypatch.setattr(shuffle_kernel, "next_word", lambda _states, _lane: next(given))
    nothing = np.zeros(1, np.uint64)
    states = (nothing, nothing, nothing, nothing)
    assert drawn_again(states, 0, 415, 381) == 1_000 * 415 // 2**16 == 6
    assert next(given, None) is None


def test_only_marked_indices_are_drawn_again_each_from_its_own_shoe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def word(_states: object, lane: int) -> int:
        asked.append(lane)
        return 40_000 + lane

    monkeypatch.setattr(shuffle_kernel, "next_word", word)
    ranges = ranges_of(100, 8)
    bits = np.full(8 * LANES, 7, np.uint16)
    again = np.zeros(8 * LANES, np.uint8)
    marked = [2, 4 * 5 + 3, 4 * LANES + 1, 4 * LANES + 4 * 15]
    again[marked] = 1
    states = tuple(np.zeros(LANES, np.uint64) for _ in range(4))
    assert mend(bits, states, ranges, again, again.view(np.uint64)) == 4  # type: ignore[arg-type]
    assert asked == [0, 5, 0, 15]
    # Places 2 and 3 of a shoe of a hundred have 98 and 97 to choose from, 5 and 4 have 95 and 96.
    expected = [40_000 * 98, 40_005 * 97, 40_000 * 95, 40_015 * 96]
    assert bits[marked].tolist() == [product_ >> 16 for product_ in expected]
    assert np.count_nonzero(bits == 7) == 8 * LANES - 4


def test_ranges_shrink_place_by_place_in_every_lane() -> None:
    sizes, remainders = ranges_of(10, 12)
    by_lane = sizes.reshape(3, LANES, 4)
    for lane in (0, LANES - 1):
        assert by_lane[:, lane].ravel().tolist() == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1]
    assert remainders[:4].tolist() == [6, 7, 0, 2]


def test_every_choice_of_indices_makes_another_order() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for indices in product(range(4), range(3), range(2), range(1)):
        cells = np.array([10, 11, 12, 13], np.uint32)
        swap(np.array(indices, np.uint16), 0, 1, cells, 4)
        orders[tuple(cells.tolist())] += 1
    assert len(orders) == 24
    assert set(orders.values()) == {1}


def test_shoes_of_some_lanes_are_shuffled_each_by_its_own_indices() -> None:
    chance = Random(3)  # noqa: S311 (the same on every run)
    lanes, length = 3, 8
    bits = np.zeros((2, lanes, 4), np.uint16)
    for lane in range(lanes):
        for place in range(8):
            bits[place // 4, lane, place % 4] = chance.randrange(8 - place)
    cells = np.tile(np.arange(8, dtype=np.uint32), 2)
    swap(bits.ravel(), 1, lanes, cells, length)
    for shoe, lane in enumerate((1, 2)):
        order = list(range(8))
        for place in range(8):
            other = place + int(bits[place // 4, lane, place % 4])
            order[place], order[other] = order[other], order[place]
        assert cells[shoe * length : (shoe + 1) * length].tolist() == order

from collections import Counter

import pytest

from punto.devices.entropy import Entropy, SeededEntropy, SystemEntropy, random_bytes


@pytest.mark.parametrize("entropy", [SystemEntropy(), SeededEntropy(7)], ids=["system", "seeded"])
def test_every_number_below_the_bound_comes_and_no_other(entropy: Entropy) -> None:
    assert {entropy.below(6) for _ in range(500)} == set(range(6))


@pytest.mark.parametrize("entropy", [SystemEntropy(), SeededEntropy(7)], ids=["system", "seeded"])
@pytest.mark.parametrize("bound", [0, -1])
def test_a_bound_with_nothing_below_it_is_a_fault(entropy: Entropy, bound: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        entropy.below(bound)


def test_a_seed_repeats_its_numbers_for_ever() -> None:
    # Written down once: a change would deal other cards for every seed that someone noted.
    entropy = SeededEntropy(7)
    assert [entropy.below(52) for _ in range(8)] == [13, 12, 6, 25, 8, 39, 45, 30]


def test_two_seeds_give_different_numbers() -> None:
    one, other = SeededEntropy(1), SeededEntropy(2)
    assert [one.below(1000) for _ in range(5)] != [other.below(1000) for _ in range(5)]


def test_a_word_that_would_favour_small_numbers_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2**64 leaves 1 when divided by 3 or 5, so the last word of all belongs to no full round.
    words = iter([2**64 - 1, 2**64 - 2])
    monkeypatch.setattr(SeededEntropy, "_next_word", lambda _self: next(words))
    assert SeededEntropy(0).below(3) == (2**64 - 2) % 3


def test_seeded_numbers_are_about_evenly_spread() -> None:
    entropy = SeededEntropy(2025)
    counts = Counter(entropy.below(10) for _ in range(10_000))
    assert all(900 < counts[number] < 1100 for number in range(10))


def test_random_bytes_are_as_many_as_asked_and_reach_every_value() -> None:
    assert random_bytes(SystemEntropy(), 0) == b""
    assert set(random_bytes(SeededEntropy(7), 5_000)) == set(range(256))
    assert len(random_bytes(SeededEntropy(7), 32)) == 32

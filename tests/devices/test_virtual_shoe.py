from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

import pytest

from punto.devices.entropy import SeededEntropy, SystemEntropy
from punto.devices.sealed_shoes import KeyedShoes, shuffled
from punto.values.cards import DECK, parse_cards
from punto.values.ids import TableId

THREE = parse_cards("AS 2S 3S")


@dataclass
class ToldEntropy:
    """Returns the numbers that it was given, and notes the bounds that were asked for."""

    numbers: Sequence[int]
    bounds: list[int] = field(default_factory=list)

    def below(self, n: int) -> int:
        self.bounds.append(n)
        return self.numbers[len(self.bounds) - 1]


@pytest.mark.parametrize("decks", [1, 8])
def test_a_shuffled_shoe_holds_every_card_of_its_decks(decks: int) -> None:
    assert Counter(shuffled(DECK * decks, SystemEntropy())) == dict.fromkeys(DECK, decks)


def test_every_order_of_three_cards_comes_from_exactly_one_run_of_the_entropy() -> None:
    # 3 x 2 equally likely runs and 6 orders: one run for each order means that none is favoured.
    orders = Counter(
        shuffled(THREE, ToldEntropy(numbers)) for numbers in product(range(3), range(2))
    )
    assert orders == dict.fromkeys(permutations(THREE), 1)


def test_a_shuffle_asks_for_one_number_less_than_there_are_cards() -> None:
    entropy = ToldEntropy([0] * 51)
    shuffled(DECK, entropy)
    assert entropy.bounds == list(range(52, 1, -1))


def test_a_seed_deals_the_same_shoe_again_and_another_seed_another_one() -> None:
    one, again, other = (shuffled(DECK * 8, SeededEntropy(seed)) for seed in (7, 7, 8))
    assert one == again
    assert one != other


def test_the_cut_card_lies_fourteen_cards_from_the_end() -> None:
    shoe = KeyedShoes(b"k" * 32, SeededEntropy(1)).loaded(TableId("A1"), 1, 8)
    assert shoe.cut_at == 416 - 14

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

import pytest

from punto.devices.entropy import SeededEntropy, SystemEntropy
from punto.devices.sealed_shoes import ShoeIsEmpty, VirtualShoe, shuffled
from punto.values.cards import DECK, Card, parse_cards

THREE = parse_cards("AS 2S 3S")


@dataclass
class ToldEntropy:
    """Returns the numbers that it was given, and notes the bounds that were asked for."""

    numbers: Sequence[int]
    bounds: list[int] = field(default_factory=list)

    def below(self, n: int) -> int:
        self.bounds.append(n)
        return self.numbers[len(self.bounds) - 1]


def drawn(shoe: VirtualShoe, count: int) -> VirtualShoe:
    for _ in range(count):
        _, shoe = shoe.draw()
    return shoe


@pytest.mark.parametrize("decks", [1, 8])
def test_a_shuffled_shoe_holds_every_card_of_its_decks(decks: int) -> None:
    shoe = VirtualShoe.shuffled(decks, SystemEntropy())
    assert Counter(shoe.cards) == dict.fromkeys(DECK, decks)


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
    one, again, other = (VirtualShoe.shuffled(8, SeededEntropy(seed)) for seed in (7, 7, 8))
    assert one == again
    assert one.cards != other.cards


def test_cards_leave_the_shoe_in_its_order_and_the_shoe_before_stays_as_it_was() -> None:
    shoe = VirtualShoe(THREE)
    card, rest = shoe.draw()
    next_card, _ = rest.draw()
    assert [card, next_card] == list(THREE[:2])
    assert (shoe.cards_left, rest.cards_left) == (3, 2)
    assert shoe.draw() == (card, rest)


def test_an_empty_shoe_gives_no_card() -> None:
    with pytest.raises(ShoeIsEmpty, match="all 3 cards are dealt"):
        drawn(VirtualShoe(THREE), 4)


def test_the_cut_card_lies_fourteen_cards_from_the_end() -> None:
    shoe = VirtualShoe.shuffled(8, SeededEntropy(1))
    assert shoe.cards_before_cut == 416 - 14


def test_the_cut_card_is_out_with_the_first_card_behind_it_and_not_before() -> None:
    shoe: VirtualShoe = VirtualShoe(DECK, cut_from_end=14)
    in_front = drawn(shoe, 52 - 14)
    assert in_front.cards_before_cut == 0
    assert drawn(in_front, 1).cards_before_cut < 0


def test_a_round_that_begins_at_the_cut_card_finds_enough_cards() -> None:
    last_cards: list[Card] = []
    shoe = drawn(VirtualShoe(DECK), 52 - 14)
    while shoe.cards_left:
        card, shoe = shoe.draw()
        last_cards.append(card)
    assert len(last_cards) >= 6

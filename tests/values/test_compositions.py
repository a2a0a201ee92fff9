import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.cards import DECK, parse_card, parse_cards
from punto.values.compositions import CardNotInShoe, Composition, full_shoe, parse_composition
from punto.values.structures import BadNotation


@pytest.mark.reading("A-11")
def test_a_full_shoe_holds_every_card_once_for_each_deck() -> None:
    shoe = full_shoe(8)
    assert shoe.cards_count == 416
    assert {shoe.count(card) for card in DECK} == {8}


def test_cards_leave_the_shoe_one_by_one() -> None:
    shoe = full_shoe(4).without(parse_cards("AS AS KD"))
    assert shoe.cards_count == 205
    assert shoe.count(parse_card("AS")) == 2
    assert shoe.count(parse_card("KD")) == 3
    assert shoe.count(parse_card("KH")) == 4


def test_the_last_of_a_card_may_leave() -> None:
    assert full_shoe(1).without(parse_cards("AS")).count(parse_card("AS")) == 0


def test_a_card_cannot_leave_more_often_than_it_is_there() -> None:
    with pytest.raises(CardNotInShoe, match="card AS: the shoe holds only 1 of it"):
        full_shoe(1).without(parse_cards("AS AS"))


@given(st.lists(st.integers(0, 10), min_size=52, max_size=52))
def test_a_composition_is_read_back_as_it_is_written(counts: list[int]) -> None:
    composition = Composition(tuple(counts))
    assert parse_composition(str(composition)) == composition


def test_a_composition_names_only_the_cards_it_has() -> None:
    assert str(parse_composition("KDx7 ASx8")) == "ASx8 KDx7"


@pytest.mark.parametrize("text", ["AS", "ASx", "ASxy", "ASx-1", "ASx8 ASx1", "ASx٣"])
def test_an_invalid_count_is_shown_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadNotation, match="expected each card once, such as ASx8"):
        parse_composition(text)


@pytest.mark.parametrize("counts", [(), (1,) * 51, (1,) * 51 + (-1,)])
def test_a_composition_counts_52_cards_from_zero_up(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected 52, none negative"):
        Composition(counts)

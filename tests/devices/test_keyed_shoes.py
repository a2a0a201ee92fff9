"""Shoes for self-dealing tables: sealed in the record, and opened only by the key."""

import pytest

from punto.devices.entropy import SeededEntropy
from punto.devices.sealed_shoes import KeyedShoes, SealBroken, ShoeIsEmpty
from punto.rounds.configuration import CardSource
from punto.rounds.shoe.commands import Shuffle
from punto.rounds.shoe.state import Shoe
from punto.rules.shoe_commitments import Reveal, reveal_holds
from punto.values.cards import DECK
from punto.values.ids import TableId
from support.rounds.virtual import virtual_table

A1 = TableId("A1")
SHOES = KeyedShoes(b"k" * 32, SeededEntropy(3))


def shoe_of(shoes: KeyedShoes, number: int = 1, decks: int = 8) -> Shoe:
    """Return a shoe as the state of a table keeps it."""
    load = shoes.loaded(A1, number, decks)
    order = (load.commitment, load.cut_at)
    return Shoe(number, decks, CardSource.VIRTUAL_SHOE, *order, sealed=load.sealed)


def test_a_shoe_is_loaded_with_a_promise_and_a_seal_and_a_cut() -> None:
    load = SHOES.loaded(A1, 1, 8)
    assert (load.decks, load.shuffle, load.cut_at) == (8, Shuffle.VIRTUAL, 8 * 52 - 14)
    assert len(load.commitment) == 64
    assert load.sealed.startswith("punto-seal-1:")
    table = virtual_table(load=load).table
    assert table.shoe_now.sealed == load.sealed


def test_any_node_with_the_key_draws_the_same_cards() -> None:
    shoe = shoe_of(SHOES)
    other = KeyedShoes(b"k" * 32)
    drawn = [SHOES.next_card(A1, shoe), other.next_card(A1, shoe)]
    assert drawn[0] == drawn[1]
    revealed = other.revealed(A1, shoe)
    assert revealed.order[0] == drawn[0]
    assert reveal_holds(shoe.commitment, Reveal(revealed.order, revealed.salt))
    assert sorted(map(str, revealed.order)) == sorted(map(str, DECK * 8))


def test_the_next_card_follows_from_how_many_have_left() -> None:
    shoe = shoe_of(SHOES, decks=1)
    order = SHOES.revealed(A1, shoe).order
    for dealt in (0, 1, 51):
        gone = shoe.after(order[:dealt])
        assert SHOES.next_card(A1, gone) == order[dealt]
    with pytest.raises(ShoeIsEmpty):
        SHOES.next_card(A1, shoe.after(order))


def test_another_key_or_another_table_opens_nothing() -> None:
    shoe = shoe_of(SHOES)
    with pytest.raises(SealBroken):
        KeyedShoes(b"x" * 32).next_card(A1, shoe)
    with pytest.raises(SealBroken):
        SHOES.revealed(TableId("B2"), shoe)


def test_neither_key_nor_seal_is_shown() -> None:
    shoe = shoe_of(SHOES)
    assert "kkk" not in repr(SHOES)
    assert shoe.sealed not in repr(shoe)

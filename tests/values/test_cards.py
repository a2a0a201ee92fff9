import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.cards import (
    DECK,
    Card,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    points_total,
)
from punto.values.structures import BadNotation

clause = pytest.mark.clause

POINTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
          "T": 0, "J": 0, "Q": 0, "K": 0}  # fmt: skip


@clause("rws-etg", "3.2", "3.2.1", "3.2.2", "3.2.3")
@clause("rws-live", "3.2", "3.2.1", "3.2.2", "3.2.3")
@clause("mbs", "3.3", "3.3.1", "3.3.2")
@pytest.mark.reading("A-01")
def test_an_ace_is_one_two_to_nine_count_and_tens_and_pictures_are_nothing() -> None:
    assert {card.rank.value: card.points for card in DECK} == POINTS


@clause("rws-etg", "1.16")
@clause("rws-live", "1.17")
@clause("mbs", "3.4", "3.4.1", "3.4.2")
@pytest.mark.reading("A-02")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("", 0),
        ("9S", 9),
        ("9S AD", 0),
        ("9S 9D", 8),
        ("9S 9D 9H", 7),
        ("TS TD KH", 0),
        ("4S 3D", 7),
    ],
)
def test_a_point_total_is_the_last_digit_of_the_sum(cards: str, total: int) -> None:
    assert points_total(parse_cards(cards)) == total


@pytest.mark.reading("A-11")
@clause("rws-etg", "2.2.1")
@clause("rws-live", "2.2.1")
@clause("mbs", "2.1")
def test_a_deck_has_52_different_cards_and_no_joker() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set(Rank)
    assert {card.suit for card in DECK} == set(Suit)


@given(st.lists(st.sampled_from(DECK)))
def test_cards_are_read_back_as_they_are_written(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


def test_a_card_is_written_rank_first() -> None:
    assert str(Card(Rank.FOUR, Suit.DIAMONDS)) == "4D"
    assert parse_card("TS") == Card(Rank.TEN, Suit.SPADES)


@pytest.mark.parametrize("text", ["", "4", "D4", "4d", "10D", "1D", "XX", "4DD", " 4D"])
def test_an_invalid_card_is_shown_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_card(text)
    assert str(refused.value) == (
        f"card {text!r}: expected a rank A 2-9 T J Q K and a suit S H D C, such as 4D"
    )

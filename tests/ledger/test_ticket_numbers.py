import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.tickets import DIGITS_COUNT, masked, ticket_number

CHANCES = st.integers(0, 10**17 - 1)
NUMBERS = CHANCES.map(ticket_number)


def is_ticket_number(text: str) -> bool:
    """Whether the text is 18 digits, and the last is the check digit of the others."""
    is_number = len(text) == DIGITS_COUNT and text.isascii() and text.isdigit()
    return is_number and ticket_number(int(text[:-1])) == text


def test_the_check_digit_is_the_one_of_damms_own_example() -> None:
    assert ticket_number(572) == "000000000000005724"


@given(CHANCES)
def test_a_number_has_18_digits_and_keeps_the_chance_that_made_it(chance: int) -> None:
    number = ticket_number(chance)
    assert re.fullmatch(r"[0-9]{18}", number)
    assert int(number[:-1]) == chance
    assert is_ticket_number(number)


@pytest.mark.parametrize("chance", [0, 10**17 - 1])
def test_the_first_and_the_last_chance_make_numbers(chance: int) -> None:
    assert is_ticket_number(ticket_number(chance))


@pytest.mark.parametrize(("chance", "digits"), [(-1, 2), (10**17, 18)])
def test_a_chance_out_of_range_is_a_fault_that_does_not_show_it(chance: int, digits: int) -> None:
    with pytest.raises(
        ValueError, match=rf"^chance of {digits} digits: expected 0 or more, below 1{'0' * 17}$"
    ):
        ticket_number(chance)


@given(NUMBERS)
def test_any_one_wrong_digit_is_noticed(number: str) -> None:
    for place, digit in product(range(18), "0123456789"):
        changed = number[:place] + digit + number[place + 1 :]
        assert is_ticket_number(changed) == (digit == number[place])


@given(NUMBERS)
def test_any_swap_of_neighbours_is_noticed(number: str) -> None:
    for place in range(17):
        one, other = number[place], number[place + 1]
        swapped = number[:place] + other + one + number[place + 2 :]
        assert is_ticket_number(swapped) == (one == other)


def test_every_swap_is_noticed_after_every_digit_before_it() -> None:
    # A digit before the pair brings the check into each of its ten states, so these thousand
    # cases, and ten for each digit that follows, are all there are.
    for before, one, other in product(range(10), repeat=3):
        right = ticket_number(before * 100 + one * 10 + other)
        swapped = f"{before}{other}{one}{right[-1]}".zfill(18)
        assert is_ticket_number(swapped) == (one == other)


@pytest.mark.parametrize(
    "text",
    ["", "5724", "00000000000000572", "0000000000000005724", "00000000000000572x", "٠" * 18],
)
def test_other_text_is_no_ticket_number(text: str) -> None:
    assert not is_ticket_number(text)


def test_a_masked_number_shows_its_last_four_digits() -> None:
    assert masked("123456789012345678") == "**************5678"


@pytest.mark.parametrize("text", ["", "12", "1234"])
def test_a_text_too_short_to_be_a_number_has_nothing_to_hide(text: str) -> None:
    assert masked(text) == text

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.tickets import amount_in_words
from punto.values.money import Cents

WORDS = {
    0: "zero dollars and 00 cents",
    1: "zero dollars and 01 cent",
    100: "one dollar and 00 cents",
    101: "one dollar and 01 cent",
    1_999: "nineteen dollars and 99 cents",
    2_000: "twenty dollars and 00 cents",
    2_110: "twenty-one dollars and 10 cents",
    9_900: "ninety-nine dollars and 00 cents",
    10_000: "one hundred dollars and 00 cents",
    10_505: "one hundred and five dollars and 05 cents",
    99_900: "nine hundred and ninety-nine dollars and 00 cents",
    100_000: "one thousand dollars and 00 cents",
    100_100: "one thousand and one dollars and 00 cents",
    100_500: "one thousand and five dollars and 00 cents",
    109_900: "one thousand and ninety-nine dollars and 00 cents",
    110_000: "one thousand one hundred dollars and 00 cents",
    1_234_567: "twelve thousand three hundred and forty-five dollars and 67 cents",
    100_001_200: "one million and twelve dollars and 00 cents",
    100_000_000_000: "one billion dollars and 00 cents",
    200_300_001_000_000: "two trillion three billion ten thousand dollars and 00 cents",
}

ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
TEENS = "sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
VALUES = {
    "zero": 0,
    **{word: value for value, word in enumerate(f"{ONES} {TEENS}".split(), start=1)},
    **{word: 10 * value for value, word in enumerate(TENS.split(), start=2)},
}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def value_of(words: str) -> int:
    """Add up the words, as a cashier would."""
    total = group = 0
    for word in words.replace("-", " ").replace(" and ", " ").split():
        if word == "hundred":
            group *= 100
        elif word in SCALES:
            total, group = total + group * SCALES[word], 0
        else:
            group += VALUES[word]
    return total + group


@pytest.mark.parametrize(("amount", "words"), WORDS.items())
def test_an_amount_is_spelled_out(amount: int, words: str) -> None:
    assert amount_in_words(Cents(amount)) == words


@given(st.integers(0, 10**17 - 1))
def test_the_words_count_up_to_the_amount(amount: int) -> None:
    whole, _, rest = amount_in_words(Cents(amount)).partition(" dollar")
    assert 100 * value_of(whole) + int("".join(filter(str.isdigit, rest))) == amount


@pytest.mark.parametrize("amount", [-1, 10**17])
def test_no_ticket_is_for_less_than_nothing_or_beyond_all_words(amount: int) -> None:
    with pytest.raises(
        ValueError, match=f"{amount} cents: no ticket can be printed for this amount"
    ):
        amount_in_words(Cents(amount))

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.money import Cents, dollars, format_money, parse_money
from punto.values.structures import BadNotation


@pytest.mark.parametrize(
    ("text", "cents"),
    [("0", 0), ("100", 10000), ("2.5", 250), ("2.50", 250), ("0.05", 5), ("-12.34", -1234),
     ("007", 700), ("999999999999999", 99999999999999900)],
)  # fmt: skip
def test_dollars_are_read_to_the_cent(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text", ["", "ten", "1e3", "1,000", "2.505", ".5", "5.", "+5", "$5", "1 0", "٣", "0x10", "-"]
)
def test_an_invalid_amount_is_shown_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_money(text)
    assert str(refused.value) == f"amount {text!r}: expected dollars such as 100 or 2.50"


@given(st.integers(-(10**12), 10**12))
def test_amounts_are_read_back_as_they_are_written(cents: int) -> None:
    assert parse_money(format_money(Cents(cents))) == cents


def test_amounts_are_written_with_two_decimals_and_their_sign() -> None:
    assert format_money(dollars(100)) == "100.00"
    assert format_money(Cents(-5)) == "-0.05"
    assert format_money(Cents(-10000)) == "-100.00"

from fractions import Fraction

import pytest

from punto.lab.par.blocks import decimal, exact, percent, probability, real, signed


@pytest.mark.parametrize(
    ("number", "places", "printed"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(-2, 3), 4, "−0.6667"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 10**6), 4, "0.0000"),
        (Fraction(1234567), 1, "1,234,567.0"),
        (Fraction(10**15 + 1, 10**16), 16, "0.1000000000000001"),
    ],
)
def test_a_decimal_is_rounded_from_the_fraction(
    number: Fraction, places: int, printed: str
) -> None:
    assert decimal(number, places) == printed


def test_figures_as_the_sheet_prints_them() -> None:
    assert percent(Fraction(47209656769, 282970916865)) == "16.6836"
    assert probability(Fraction(1, 7)) == "0.1428571429"
    assert exact(Fraction(-2, 6)) == "−1/3"
    assert real(None, 3) == "–"
    assert real(0.5, 3) == "0.500"
    assert [signed(text) for text in ("1.0", "−1.0")] == ["+1.0", "−1.0"]

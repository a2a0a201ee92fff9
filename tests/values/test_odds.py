from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.money import Cents, dollars
from punto.values.odds import InexactPayout, Odds, parse_odds
from punto.values.structures import BadNotation


@pytest.mark.parametrize(
    ("text", "win", "per", "words"),
    [
        ("12:1", 12, 1, "12 to 1"),
        ("1:2", 1, 2, "1 to 2"),
        ("3:2", 3, 2, "3 to 2"),
        ("0.95:1", 19, 20, "0.95 to 1"),
        ("19:20", 19, 20, "0.95 to 1"),
        ("2:4", 1, 2, "1 to 2"),
        ("0.5:1", 1, 2, "1 to 2"),
        ("1:3", 1, 3, "1 to 3"),
        ("160:1", 160, 1, "160 to 1"),
    ],
)
def test_odds_are_exact_ratios_in_lowest_terms(text: str, win: int, per: int, words: str) -> None:
    odds = parse_odds(text)
    assert (odds.win, odds.per) == (win, per)
    assert str(odds) == f"{win}:{per}"
    assert odds.words == words


@given(st.integers(1, 999), st.integers(1, 999))
def test_odds_are_read_back_as_they_are_written(win: int, per: int) -> None:
    odds = Odds(win, per)
    assert parse_odds(str(odds)) == odds
    assert Fraction(odds.win, odds.per) == Fraction(win, per)


@pytest.mark.parametrize(
    "text", ["", "12", "12:", ":1", "0:1", "1:0", "-1:1", "12 to 1", "1:1:1", "a:b"]
)
def test_invalid_odds_are_shown_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_odds(text)
    assert str(refused.value) == (
        f"odds {text!r}: expected profit to stake, such as 12:1 or 0.95:1"
    )


@pytest.mark.parametrize(("win", "per"), [(0, 1), (-1, 2)])
def test_odds_that_pay_nothing_cannot_be_made(win: int, per: int) -> None:
    with pytest.raises(ValueError, match="expected a profit above 0"):
        Odds(win, per)


@pytest.mark.reading("A-18", "A-21")
def test_profit_comes_on_top_of_the_stake_and_is_exact() -> None:
    assert Odds(12, 1).profit(dollars(5)) == dollars(60)
    assert Odds(19, 20).profit(dollars(1)) == 95
    assert Odds(1, 2).profit(Cents(2)) == 1


@pytest.mark.reading("A-18")
def test_no_profit_is_ever_rounded() -> None:
    with pytest.raises(InexactPayout, match="10 cents at 19:20: the profit is not in whole cents"):
        Odds(19, 20).profit(Cents(10))
    with pytest.raises(InexactPayout):
        Odds(1, 2).profit(Cents(1))

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.accounts import CASH, credits_of
from punto.ledger.movements import buy_in_cash
from punto.ledger.postings import Leg, Posting
from punto.ledger.transfers import Reason, Transfer
from punto.values.money import Cents, dollars
from support.ledger.playing import T7, T8

TRANSFERS = st.builds(
    Transfer,
    terminal=st.sampled_from([T7, T8]),
    reason=st.sampled_from(Reason),
    amount=st.integers(1, 10**12).map(Cents),
    is_reversal=st.booleans(),
)


def test_a_posting_shows_both_sides_of_each_transfer() -> None:
    assert list(Posting(1, buy_in_cash(T7, dollars(5))).legs()) == [
        Leg(CASH, dollars(-5)),
        Leg(credits_of(T7), dollars(5)),
    ]


@given(st.lists(TRANSFERS, min_size=1).map(tuple))
def test_the_legs_of_any_posting_are_two_or_more_and_sum_to_zero(
    transfers: tuple[Transfer, ...],
) -> None:
    legs = list(Posting(1, transfers).legs())
    assert len(legs) == 2 * len(transfers)
    assert sum(leg.amount for leg in legs) == 0


def test_a_posting_without_transfers_is_none() -> None:
    with pytest.raises(ValueError, match="posting 4 has no transfer"):
        Posting(4, ())


@pytest.mark.parametrize("reverses", [-1, 0, 4, 5])
def test_a_posting_reverses_only_an_earlier_one(reverses: int) -> None:
    with pytest.raises(ValueError, match=f"posting 4 reverses {reverses}, expected an earlier one"):
        Posting(4, buy_in_cash(T7, dollars(5)), reverses)


@pytest.mark.parametrize("reverses", [1, 3])
def test_any_earlier_posting_may_be_reversed(reverses: int) -> None:
    assert Posting(4, buy_in_cash(T7, dollars(5)), reverses).reverses == reverses

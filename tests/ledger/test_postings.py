import pytest

from punto.ledger.postings import Posting
from punto.values.money import dollars
from support.ledger.movements import buy_in_cash
from support.ledger.playing import T7


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

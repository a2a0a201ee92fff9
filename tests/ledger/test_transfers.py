import pytest

from punto.ledger.accounts import AccountKind, account_of
from punto.ledger.transfers import ROUTES, Reason, Transfer, TransferNotPositive
from punto.values.money import Cents, dollars
from support.ledger.accounts import HOUSE, TICKETS, credits_of, stakes_of
from support.ledger.playing import T7


def test_a_transfer_has_both_ends_by_its_reason() -> None:
    staked = Transfer(T7, Reason.STAKED, dollars(100))
    assert (staked.source, staked.target) == (credits_of(T7), stakes_of(T7))
    lost = Transfer(T7, Reason.LOST, dollars(100))
    assert (lost.source, lost.target) == (stakes_of(T7), HOUSE)
    printed = Transfer(T7, Reason.TICKET_OUT, dollars(100))
    assert (printed.source, printed.target) == (account_of(AccountKind.CASH_OUT, T7), TICKETS)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_leads_from_one_account_to_another(reason: Reason) -> None:
    source, target = ROUTES[reason]
    assert source is not target


@pytest.mark.parametrize("reason", Reason)
def test_a_reversal_goes_the_other_way_and_remembers_its_reason(reason: Reason) -> None:
    first = Transfer(T7, reason, dollars(3))
    back = first.reversed()
    assert (back.source, back.target) == (first.target, first.source)
    assert (back.reason, back.amount, back.is_reversal) == (reason, dollars(3), True)
    assert (first.counted, back.counted) == (dollars(3), dollars(-3))


def test_a_reversal_reversed_is_the_first_transfer_again() -> None:
    first = Transfer(T7, Reason.WON_PROFIT, dollars(3))
    assert first.reversed().reversed() == first


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_something(amount: int) -> None:
    with pytest.raises(TransferNotPositive, match=f"staked {amount} cents at T7"):
        Transfer(T7, Reason.STAKED, Cents(amount))


def test_the_smallest_transfer_is_one_cent() -> None:
    assert Transfer(T7, Reason.STAKED, Cents(1)).amount == 1


def test_a_transfer_takes_no_float() -> None:
    with pytest.raises(TypeError):
        Transfer(T7, Reason.STAKED, 1.0)  # type: ignore[arg-type]


def test_a_transfer_cannot_be_changed() -> None:
    transfer = Transfer(T7, Reason.STAKED, Cents(1))
    with pytest.raises(AttributeError):
        transfer.amount = Cents(2)  # type: ignore[misc]


def test_a_transfer_reads_as_from_to_amount_and_reason() -> None:
    transfer = Transfer(T7, Reason.STAKED, Cents(10_050))
    assert str(transfer) == "credits:T7 > stakes:T7 100.50 staked"
    assert str(transfer.reversed()) == "stakes:T7 > credits:T7 100.50 staked reversed"

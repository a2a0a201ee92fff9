import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.accounts import TERMINAL_KINDS, Account, AccountKind, account_of, parse_account
from punto.values.ids import TerminalId
from punto.values.structures import BadNotation
from support.ledger.accounts import (
    CAGE,
    CASH,
    CHIPS,
    DROP,
    FLOAT,
    FLOOR,
    HOUSE,
    ROUNDING,
    TICKETS,
    VARIANCE,
    credits_of,
    stakes_of,
)
from support.ledger.playing import T7

NOTATIONS = {
    "credits:T7": credits_of(T7),
    "stakes:T7": stakes_of(T7),
    "cash-out:T7": account_of(AccountKind.CASH_OUT, T7),
    "receivable:T7": account_of(AccountKind.RECEIVABLE, T7),
    "house": HOUSE,
    "cash": CASH,
    "tickets": TICKETS,
    "floor": FLOOR,
    "held:T7": account_of(AccountKind.HELD, T7),
    "chips": CHIPS,
    "float": FLOAT,
    "cage": CAGE,
    "drop": DROP,
    "rounding": ROUNDING,
    "variance": VARIANCE,
}


@pytest.mark.parametrize(("text", "account"), NOTATIONS.items())
def test_an_account_is_written_as_it_is_read(text: str, account: Account) -> None:
    assert str(account) == text
    assert parse_account(text) == account


def test_every_kind_of_account_has_a_constructor() -> None:
    assert [account.kind for account in NOTATIONS.values()] == list(AccountKind)


@pytest.mark.no_cover
@given(st.sampled_from(AccountKind), st.text(min_size=1).map(TerminalId))
def test_any_terminal_name_survives_the_notation(kind: AccountKind, terminal: TerminalId) -> None:
    account = account_of(kind, terminal)
    assert parse_account(str(account)) == account


@pytest.mark.parametrize("kind", AccountKind)
def test_a_terminal_account_needs_a_terminal_and_a_table_account_has_none(
    kind: AccountKind,
) -> None:
    wrong = [None, TerminalId("")] if kind in TERMINAL_KINDS else [T7]
    for terminal in wrong:
        with pytest.raises(ValueError, match=f"account {kind.value} of terminal"):
            Account(kind, terminal)


@pytest.mark.parametrize("text", ["", "credits", "credits:", "house:", "house:T7", "credit:T7"])
def test_what_names_no_account_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation, match=r"expected one such as credits:T7 or house") as caught:
        parse_account(text)
    assert repr(text) in str(caught.value)


def test_a_movement_of_a_terminal_touches_its_own_accounts_and_the_tables() -> None:
    assert account_of(AccountKind.STAKES, T7) == stakes_of(T7)
    assert account_of(AccountKind.HOUSE, T7) == HOUSE

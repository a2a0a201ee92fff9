from dataclasses import replace

import pytest

from ledger.playing import T7, T8, lost, posted, won
from punto.ledger.accounts import CASH, HOUSE, credits_of, stakes_of
from punto.ledger.books import (
    AccountOutOfBounds,
    Book,
    BookDoesNotBalance,
    LedgerBroken,
    MetersDisagree,
    PostingOutOfOrder,
    book_of,
)
from punto.ledger.corrections import reverse
from punto.ledger.meters import Meters
from punto.ledger.movements import (
    Transfers,
    buy_in_cash,
    give_back,
    repay,
    reserve_for_cash_out,
    settle,
    stake,
    ticket_out,
    withdraw,
)
from punto.ledger.postings import Posting
from punto.ledger.transfers import Reason, Transfer
from punto.values.money import Cents, dollars

RICH = posted(Book(), buy_in_cash(T7, dollars(100)))


def test_an_empty_book_holds_nothing() -> None:
    book = Book()
    assert book.balance(HOUSE) == book.credits(T7) == book.staked(T7) == 0
    assert book.reserved(T7) == book.owed(T7) == 0
    assert book.meters_of(T7) == Meters()
    assert book.next_number == 1


def test_a_posting_moves_money_between_two_accounts() -> None:
    book = posted(RICH, stake(T7, dollars(30)), reserve_for_cash_out(T7, dollars(50)))
    assert (book.credits(T7), book.staked(T7), book.reserved(T7)) == (
        dollars(20),
        dollars(30),
        dollars(50),
    )
    assert book.balance(CASH) == dollars(-100)
    assert book.posting_count == 3


def test_what_is_owed_is_a_balance_below_zero() -> None:
    book = posted(RICH, [Transfer(T7, Reason.OWED, dollars(5))])
    assert book.owed(T7) == dollars(5)


def test_a_book_stays_as_it_is_when_another_follows() -> None:
    before = Book(dict(RICH.balances), dict(RICH.meters), RICH.posting_count)
    posted(RICH, stake(T7, dollars(30)))
    assert before == RICH


def test_terminals_do_not_touch_each_other() -> None:
    book = posted(RICH, buy_in_cash(T8, dollars(7)), stake(T8, dollars(2)))
    assert (book.credits(T7), book.credits(T8)) == (dollars(100), dollars(5))
    assert book.meters_of(T7) == RICH.meters_of(T7)


def test_a_book_is_the_fold_of_its_postings() -> None:
    postings = [Posting(1, buy_in_cash(T7, dollars(100))), Posting(2, stake(T7, dollars(1)))]
    assert book_of(postings) == posted(RICH, stake(T7, dollars(1)))


@pytest.mark.parametrize("number", [1, 3])
def test_posting_numbers_have_no_gap_and_no_repeat(number: int) -> None:
    with pytest.raises(PostingOutOfOrder, match=f"posting {number}: expected 2"):
        RICH.after(Posting(number, stake(T7, dollars(1))))


def test_a_posting_is_reversed_once_only() -> None:
    undo = reverse(RICH, buy_in_cash(T7, dollars(100)))
    undone = posted(RICH, undo, reverses=1)
    assert undone.reversed_numbers == {1}
    with pytest.raises(PostingOutOfOrder, match="posting 3: 1 is reversed already"):
        posted(undone, undo, reverses=1)


def test_what_was_reversed_stays_known() -> None:
    undone = posted(RICH, reverse(RICH, buy_in_cash(T7, dollars(100))), reverses=1)
    later = posted(undone, buy_in_cash(T7, dollars(1)), buy_in_cash(T7, dollars(1)))
    both = posted(later, reverse(later, buy_in_cash(T7, dollars(1))), reverses=3)
    assert both.reversed_numbers == {1, 3}


@pytest.mark.parametrize(
    ("movement", "seen"),
    [
        (stake(T7, Cents(10_001)), "credits:T7 holds -0.01"),
        (withdraw(T7, Cents(1)), "stakes:T7 holds -0.01"),
        (settle(T7, [lost(1)]), "stakes:T7 holds -1.00"),
        (ticket_out(T7, Cents(1)), "cash-out:T7 holds -0.01"),
        (give_back(T7, Cents(1)), "cash-out:T7 holds -0.01"),
        (repay(T7, Cents(1)), "receivable:T7 holds 0.01"),
    ],
)
def test_an_account_on_the_wrong_side_of_zero_stops_everything(
    movement: Transfers, seen: str
) -> None:
    with pytest.raises(AccountOutOfBounds, match=f"after posting 2 {seen}"):
        posted(RICH, movement)


def test_the_whole_of_an_account_may_go() -> None:
    book = posted(RICH, stake(T7, dollars(100)), withdraw(T7, dollars(100)))
    assert posted(book, reserve_for_cash_out(T7, dollars(100))).credits(T7) == 0


def test_the_house_may_lose() -> None:
    book = posted(RICH, stake(T7, dollars(1)), settle(T7, [won(1, 5_000)]))
    assert book.balance(HOUSE) == dollars(-5_000)


def test_a_book_that_does_not_sum_to_zero_stops_everything() -> None:
    wrong = replace(RICH, balances={**RICH.balances, HOUSE: Cents(1)})
    with pytest.raises(BookDoesNotBalance, match=r"after posting 2 all accounts sum to 0\.01"):
        posted(wrong, stake(T7, dollars(1)))


@pytest.mark.parametrize(
    ("meters", "seen"),
    [
        (Meters(buy_in=dollars(100), credits=dollars(99)), "the self-audit differs by -1.00"),
        (Meters(buy_in=dollars(99), credits=dollars(99)), "credits differ by -1.00"),
        (
            Meters(buy_in=dollars(101), reserved=dollars(1), credits=dollars(100)),
            "reserved differs by 1.00",
        ),
    ],
)
def test_meters_that_contradict_the_accounts_stop_everything(meters: Meters, seen: str) -> None:
    wrong = replace(RICH, meters={T7: meters})
    with pytest.raises(MetersDisagree, match=f"after posting 2 at T7: {seen}"):
        posted(wrong, stake(T7, dollars(1)))


def test_a_book_from_elsewhere_can_be_checked_before_it_is_used() -> None:
    RICH.check([T7])
    wrong = {**RICH.balances, credits_of(T7): dollars(101), stakes_of(T7): dollars(-1)}
    with pytest.raises(LedgerBroken, match=r"after posting 1 stakes:T7 holds -1\.00"):
        replace(RICH, balances=wrong).check([T7])

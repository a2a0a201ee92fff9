import pytest

from punto.ledger.accounts import AccountKind
from punto.ledger.books import (
    AccountOutOfBounds,
    Book,
    BookDoesNotBalance,
    MetersDisagree,
    PostingOutOfOrder,
)
from punto.ledger.corrections import correct
from punto.ledger.meters import Meters
from punto.ledger.movements import Transfers, settle
from punto.ledger.postings import Posting
from punto.ledger.transfers import Reason, Transfer
from punto.values.money import NOTHING, Cents, dollars
from support.ledger.accounts import CASH, HOUSE
from support.ledger.movements import (
    buy_in_cash,
    print_failed,
    repay,
    reserve_for_cash_out,
    stake,
    ticket_out,
    withdraw,
)
from support.ledger.playing import (
    T7,
    T8,
    book_of,
    lost,
    posted,
    purse_of,
    with_balance,
    with_counted,
    with_purse,
    won,
)

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
    before = Book(dict(RICH.purses), RICH.posting_count)
    posted(RICH, stake(T7, dollars(30)))
    assert before == RICH
    assert RICH.credits(T7) == dollars(100)


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
    undo = correct(RICH, buy_in_cash(T7, dollars(100)))
    undone = posted(RICH, undo, reverses=1)
    assert undone.reversed_numbers == {1}
    with pytest.raises(PostingOutOfOrder, match="posting 3: posting 1 is already reversed"):
        posted(undone, undo, reverses=1)


def test_what_was_reversed_stays_known() -> None:
    undone = posted(RICH, correct(RICH, buy_in_cash(T7, dollars(100))), reverses=1)
    later = posted(undone, buy_in_cash(T7, dollars(1)), buy_in_cash(T7, dollars(1)))
    both = posted(later, correct(later, buy_in_cash(T7, dollars(1))), reverses=3)
    assert both.reversed_numbers == {1, 3}


@pytest.mark.parametrize(
    ("movement", "seen"),
    [
        (stake(T7, Cents(10_001)), "credits:T7 holds -0.01"),
        (withdraw(T7, Cents(1)), "stakes:T7 holds -0.01"),
        (settle(T7, [lost(1)]), "stakes:T7 holds -1.00"),
        (ticket_out(T7, Cents(1)), "cash-out:T7 holds -0.01"),
        (print_failed(T7, Cents(1)), "cash-out:T7 holds -0.01"),
        (repay(T7, Cents(1)), "receivable:T7 holds 0.01"),
    ],
)
def test_an_account_on_the_wrong_side_of_zero_stops_everything(
    movement: Transfers, seen: str
) -> None:
    with pytest.raises(AccountOutOfBounds, match=f"after posting 2, {seen}"):
        posted(RICH, movement)


def test_the_whole_of_an_account_may_go() -> None:
    book = posted(RICH, stake(T7, dollars(100)), withdraw(T7, dollars(100)))
    assert posted(book, reserve_for_cash_out(T7, dollars(100))).credits(T7) == 0


def test_the_house_may_lose() -> None:
    book = posted(RICH, stake(T7, dollars(1)), settle(T7, [won(1, 5_000)]))
    assert book.balance(HOUSE) == dollars(-5_000)


def test_a_purse_that_does_not_sum_to_zero_stops_everything() -> None:
    wrong = with_balance(RICH, T7, AccountKind.HOUSE, Cents(1))
    seen = r"after posting 2, all accounts of T7 sum to 0\.01"
    with pytest.raises(BookDoesNotBalance, match=seen):
        posted(wrong, stake(T7, dollars(1)))


def test_money_that_one_terminal_lacks_is_not_made_up_for_by_another() -> None:
    lacking = with_balance(RICH, T7, AccountKind.HOUSE, Cents(-1))
    wrong = with_balance(lacking, T8, AccountKind.HOUSE, Cents(1))
    with pytest.raises(BookDoesNotBalance, match=r"all accounts of T7 sum to -0\.01"):
        wrong.check()


@pytest.mark.parametrize(
    ("reasons", "seen"),
    [
        ([Reason.BOUGHT_IN_CASH], "the self-audit differs by -0.01"),
        ([Reason.HAND_PAID], "the self-audit differs by 0.01"),
        ([Reason.BOUGHT_IN_CASH, Reason.RESERVED], "reserved differs by 0.01"),
        ([Reason.TICKET_OUT], "reserved differs by -0.01"),
    ],
)
def test_meters_that_contradict_the_accounts_stop_everything(
    reasons: list[Reason], seen: str
) -> None:
    wrong = RICH
    for reason in reasons:
        counted = RICH.purse(T7).counted.get(reason, NOTHING)
        wrong = with_counted(wrong, T7, reason, Cents(counted + 1))
    with pytest.raises(MetersDisagree, match=f"after posting 2, at T7: {seen}"):
        posted(wrong, stake(T7, dollars(1)))


@pytest.mark.parametrize(
    ("kind", "amount", "seen"),
    [
        (AccountKind.CREDITS, -1, "credits:T7 holds -0.01"),
        (AccountKind.STAKES, -1, "stakes:T7 holds -0.01"),
        (AccountKind.CASH_OUT, -1, "cash-out:T7 holds -0.01"),
        (AccountKind.RECEIVABLE, 1, "receivable:T7 holds 0.01"),
    ],
)
def test_a_book_from_elsewhere_can_be_checked_before_it_is_used(
    kind: AccountKind, amount: int, seen: str
) -> None:
    RICH.check()
    money = {AccountKind.CASH: Cents(-amount), kind: Cents(amount)}
    with pytest.raises(AccountOutOfBounds, match=f"after posting 1, {seen}"):
        with_purse(RICH, T7, purse_of(money)).check()


def test_every_terminal_has_its_part_of_the_tables_own_accounts() -> None:
    staked = posted(
        RICH, buy_in_cash(T8, dollars(50)), stake(T7, dollars(9)), stake(T8, dollars(5))
    )
    book = posted(staked, (*settle(T7, [lost(9)]), *settle(T8, [won(5, 40)])))
    assert book.purse(T7).balance(AccountKind.HOUSE) == dollars(9)
    assert book.purse(T8).balance(AccountKind.HOUSE) == dollars(-40)
    assert book.balance(HOUSE) == book.balances[HOUSE] == dollars(-31)
    assert book.balance(CASH) == book.balances[CASH] == dollars(-150)
    assert sum(book.balances.values()) == 0

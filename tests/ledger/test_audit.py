import pytest

from punto.ledger.accounts import TERMINAL_KINDS, AccountKind
from punto.ledger.audit import METER_SUMS, TABLE_SUMS, TERMINAL_SUMS, Difference, audit
from punto.ledger.books import Book
from punto.ledger.meters import COUNTED_ON, Meters
from punto.ledger.movements import settle
from punto.ledger.postings import Posting
from punto.ledger.purses import Purse
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.values import field_names
from punto.values.money import NOTHING, Cents, dollars
from punto.values.structures import replace
from support.ledger.movements import buy_in_cash, stake
from support.ledger.playing import (
    T7,
    T8,
    book_of,
    lost,
    purse_of,
    pushed,
    with_balance,
    with_counted,
    with_purse,
    won,
)

SETTLEMENT = (*settle(T7, [won(10, 120), lost(5)]), *settle(T8, [pushed(20)]))
RECORD = (
    Posting(1, buy_in_cash(T7, dollars(100))),
    Posting(2, buy_in_cash(T8, dollars(100))),
    Posting(3, stake(T7, dollars(15))),
    Posting(4, stake(T8, dollars(20))),
    Posting(5, SETTLEMENT),
)
BOOK = book_of(RECORD)


def sentences(book: Book, record: tuple[Posting, ...] = RECORD) -> list[str]:
    return [difference.sentence for difference in audit(book, record)]


def test_a_right_book_has_no_differences() -> None:
    assert audit(BOOK, RECORD) == ()
    assert audit(Book(), ()) == ()


def test_a_wrong_balance_is_named_with_both_figures() -> None:
    wrong = with_balance(BOOK, T7, AccountKind.HOUSE, dollars(-114))
    assert audit(wrong, RECORD)[0] == Difference("house", "-114.00", "-115.00")
    assert sentences(wrong) == [
        "house: the book says -114.00, the record -115.00",
        "cage equation: the book says 201.00, the record 200.00",
    ]


def test_an_account_that_the_record_never_touched_is_noticed() -> None:
    wrong = with_balance(BOOK, T7, AccountKind.FLOOR, Cents(1))
    assert "floor: the book says 0.01, the record 0.00" in sentences(wrong)


def test_money_of_an_unknown_terminal_is_noticed() -> None:
    money = {AccountKind.CREDITS: Cents(1), AccountKind.HOUSE: Cents(-1)}
    assert sentences(Book({T7: purse_of(money)}), ()) == [
        "house: the book says -0.01, the record 0.00",
        "credits:T7: the book says 0.01, the record 0.00",
        "credits of T7: the book says 0.01, the record 0.00",
    ]


COUNTED = {meter: reason for reason, meter in COUNTED_ON.items() if meter is not None}


@pytest.mark.parametrize("meter", COUNTED)
def test_a_cent_too_much_on_any_meter_is_noticed(meter: str) -> None:
    counted = BOOK.purse(T7).counted.get(COUNTED[meter], NOTHING)
    wrong = with_counted(BOOK, T7, COUNTED[meter], Cents(counted + 1))
    assert any(line.startswith(f"{meter} of T7: the book says ") for line in sentences(wrong))


def test_a_cent_too_much_of_credits_is_noticed_at_the_account_and_at_the_meter() -> None:
    wrong = with_balance(BOOK, T7, AccountKind.CREDITS, Cents(BOOK.credits(T7) + 1))
    assert sentences(wrong)[:2] == [
        "credits:T7: the book says 215.01, the record 215.00",
        "credits of T7: the book says 215.01, the record 215.00",
    ]


def test_a_game_too_many_is_noticed() -> None:
    wrong = with_purse(BOOK, T8, replace(BOOK.purse(T8), games_played=2))
    assert sentences(wrong) == ["games_played of T8: the book says 2, the record 1"]


def test_meters_of_an_unknown_terminal_are_noticed() -> None:
    won_here = Purse(counted={Reason.WON_PROFIT: dollars(1)}, games_played=1)
    assert sentences(Book({T7: won_here}), ()) == [
        "won of T7: the book says 1.00, the record 0.00",
        "games_played of T7: the book says 1, the record 0",
    ]


def test_a_missing_posting_is_noticed() -> None:
    found = sentences(BOOK, RECORD[:-1])
    assert found[0] == "number of postings: the book says 5, the record 4"
    assert "games_played of T7: the book says 1, the record 0" in found


def test_a_gap_in_the_numbers_is_noticed() -> None:
    gap = (*RECORD[:-1], replace(RECORD[-1], number=6))
    assert sentences(BOOK, gap) == ["posting 5: the book says number 5, the record 6"]


def test_reversals_are_taken_off() -> None:
    undo = Posting(6, tuple(move.reversed() for move in SETTLEMENT), 5)
    book = BOOK.after(undo)
    assert audit(book, (*RECORD, undo)) == ()
    assert book.meters_of(T7).games_played == 0


@pytest.mark.parametrize("reason", Reason)
def test_the_auditors_own_table_says_the_same_as_the_routes(reason: Reason) -> None:
    adds = [kind for kind, sums in {**TERMINAL_SUMS, **TABLE_SUMS}.items() if reason in sums[0]]
    takes = [kind for kind, sums in {**TERMINAL_SUMS, **TABLE_SUMS}.items() if reason in sums[1]]
    assert (takes, adds) == ([ROUTES[reason][0]], [ROUTES[reason][1]])


def test_the_auditor_knows_every_account_and_every_meter() -> None:
    assert tuple(TERMINAL_SUMS) == TERMINAL_KINDS
    assert {*TERMINAL_SUMS, *TABLE_SUMS} == set(AccountKind)
    assert {*METER_SUMS, "games_played"} == set(field_names(Meters))
    assert {*COUNTED, "games_played", "credits"} == set(field_names(Meters))


def test_the_audit_of_a_debt_agrees() -> None:
    owing = Posting(6, (Transfer(T7, Reason.OWED, dollars(3)),))
    assert audit(BOOK.after(owing), (*RECORD, owing)) == ()

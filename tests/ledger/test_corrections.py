from punto.ledger.books import Book
from punto.ledger.corrections import correct
from punto.ledger.movements import Transfers, settle
from punto.ledger.transfers import Reason, Transfer
from punto.values.ids import TerminalId
from punto.values.money import Cents, dollars
from support.ledger.accounts import HOUSE
from support.ledger.movements import adjust_down, adjust_up, buy_in_cash, hand_pay, repay, stake
from support.ledger.playing import T7, T8, in_dollars, lost, posted, pushed, returned, won

WIN = settle(T7, [won(100, 50)])
LOSS = settle(T7, [lost(100)])


def settled(settlement: Transfers) -> Book:
    return posted(Book(), buy_in_cash(T7, dollars(100)), stake(T7, dollars(100)), settlement)


def owed(amount: int, terminal: TerminalId = T7) -> Transfer:
    return Transfer(terminal, Reason.OWED, dollars(amount))


def test_a_reversal_takes_back_what_is_still_on_the_meter() -> None:
    book = settled(WIN)
    undo = correct(book, WIN)
    assert undo == tuple(move.reversed() for move in WIN)
    undone = posted(book, undo, reverses=3)
    assert (in_dollars(undone.credits(T7)), in_dollars(undone.staked(T7))) == (0, 100)


def test_what_is_no_longer_there_is_owed_first() -> None:
    book = posted(settled(WIN), hand_pay(T7, dollars(120)))
    undo = correct(book, WIN)
    assert undo == (owed(120), *(move.reversed() for move in WIN))
    undone = posted(book, undo, reverses=3)
    assert (in_dollars(undone.credits(T7)), in_dollars(undone.owed(T7))) == (0, 120)


def test_a_loss_undone_takes_nothing_from_the_patron() -> None:
    book = settled(LOSS)
    assert correct(book, LOSS) == (LOSS[0].reversed(),)


def test_a_resettlement_owes_only_what_the_new_result_does_not_bring() -> None:
    book = posted(settled(WIN), hand_pay(T7, dollars(150)))
    again = correct(book, WIN, settle(T7, [pushed(100)]))
    assert again[0] == owed(50)
    resettled = posted(book, again, reverses=3)
    assert (in_dollars(resettled.credits(T7)), in_dollars(resettled.owed(T7))) == (0, 50)


def test_a_resettlement_in_the_patrons_favour_is_credits_at_once() -> None:
    book = settled(LOSS)
    resettled = posted(book, correct(book, LOSS, WIN), reverses=3)
    assert in_dollars(resettled.credits(T7)) == 150
    assert in_dollars(resettled.balance(HOUSE)) == -50


def test_what_a_correction_brings_goes_first_to_what_the_patron_owes() -> None:
    first = posted(settled(WIN), hand_pay(T7, dollars(150)))
    second = posted(first, correct(first, WIN, LOSS), reverses=3)
    assert in_dollars(second.owed(T7)) == 150
    back = correct(second, LOSS, settle(T7, [returned(100)]))
    assert back[-1:] == repay(T7, dollars(100))
    third = posted(second, back, reverses=5)
    assert (in_dollars(third.credits(T7)), in_dollars(third.owed(T7))) == (0, 50)


def test_no_more_is_repaid_than_is_owed() -> None:
    first = posted(settled(WIN), hand_pay(T7, dollars(20)))
    second = posted(first, correct(first, WIN, LOSS), reverses=3)
    assert in_dollars(second.owed(T7)) == 20
    third = posted(second, correct(second, LOSS, WIN), reverses=5)
    assert (in_dollars(third.credits(T7)), in_dollars(third.owed(T7))) == (130, 0)


def test_a_correction_can_be_undone_whole_even_when_its_debt_is_repaid_by_then() -> None:
    first = posted(settled(WIN), hand_pay(T7, dollars(120)))
    correction = correct(first, WIN, LOSS)
    second = posted(first, correction, reverses=3)
    paid = posted(second, buy_in_cash(T7, dollars(90)), repay(T7, dollars(90)))
    third = posted(paid, correct(paid, correction), reverses=5)
    # 100 bought in, 50 won, 120 paid out, 90 bought in again.
    assert (in_dollars(third.credits(T7)), in_dollars(third.owed(T7))) == (120, 0)


def test_a_debt_that_the_correction_does_not_touch_stays() -> None:
    book = posted(settled(LOSS), [owed(10)], hand_pay(T7, dollars(10)))
    resettled = posted(book, correct(book, LOSS, LOSS), reverses=3)
    assert in_dollars(resettled.owed(T7)) == 10


def test_a_correction_that_brings_nothing_repays_nothing() -> None:
    push = settle(T7, [pushed(100)])
    book = posted(settled(push), [owed(10)])
    again = correct(book, push, settle(T7, [returned(100)]))
    assert in_dollars(posted(book, again, reverses=3).owed(T7)) == 10


def test_a_single_cent_is_owed_and_repaid() -> None:
    empty = settled(LOSS)
    owing = posted(empty, correct(empty, (), adjust_down(T7, Cents(1))))
    assert owing.owed(T7) == 1
    assert posted(owing, correct(owing, (), adjust_up(T7, Cents(1)))).owed(T7) == 0


def test_each_terminal_answers_for_itself() -> None:
    both = (*WIN, *settle(T8, [won(100, 50)]))
    bought = posted(Book(), buy_in_cash(T7, dollars(100)), buy_in_cash(T8, dollars(100)))
    book = posted(
        bought, stake(T7, dollars(100)), stake(T8, dollars(100)), both, hand_pay(T8, dollars(30))
    )
    undo = correct(book, both)
    assert [move for move in undo if move.reason is Reason.OWED] == [owed(30, T8)]


def test_an_adjustment_may_take_more_than_is_there() -> None:
    book = settled(LOSS)
    moves = correct(book, (), adjust_down(T7, dollars(5)))
    assert moves == (owed(5), *adjust_down(T7, dollars(5)))
    assert in_dollars(posted(book, moves).owed(T7)) == 5

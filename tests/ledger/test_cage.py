from punto.ledger.books import Book
from punto.ledger.cage import CageEquation, cage_equation
from punto.ledger.corrections import reverse
from punto.ledger.movements import (
    adjust_up,
    buy_in_bill,
    buy_in_cash,
    hand_pay,
    move_in,
    move_out,
    reserve_for_cash_out,
    settle,
    stake,
    ticket_in,
    ticket_out,
)
from punto.values.money import Cents, dollars
from support.ledger.playing import T7, T8, lost, posted, won

SETTLEMENT = settle(T7, [won(20, 100)])


def an_evening() -> Book:
    book = posted(
        Book(),
        buy_in_cash(T7, dollars(500)),
        buy_in_bill(T8, dollars(100)),
        ticket_in(T8, dollars(30)),
        move_in(T8, dollars(7)),
        stake(T7, dollars(20)),
        SETTLEMENT,
        stake(T8, dollars(90)),
        settle(T8, [lost(60)]),
        adjust_up(T8, dollars(1)),
        reserve_for_cash_out(T7, dollars(250)),
        ticket_out(T7, dollars(200)),
        hand_pay(T7, dollars(300)),
        move_out(T7, dollars(30)),
    )
    return posted(book, reverse(book, SETTLEMENT), reverses=6)


def test_each_side_of_the_cage_equation_says_where_the_money_is() -> None:
    assert cage_equation(an_evening()) == CageEquation(
        cash_in=dollars(600),
        tickets_redeemed=dollars(30),
        tickets_issued=dollars(200),
        cash_paid=dollars(300),
        credits=dollars(48),
        at_risk=dollars(50),
        reserved=dollars(50),
        house_win=dollars(59),
        owed=dollars(100),
        moved_away=dollars(23),
    )


def test_the_cage_equation_holds() -> None:
    cage = cage_equation(an_evening())
    assert cage.taken_in == cage.accounted_for == dollars(130)
    assert cage.difference == 0


def test_the_difference_is_what_was_taken_in_and_is_not_there() -> None:
    nothing = dict.fromkeys(
        ("cash_in", "tickets_redeemed", "tickets_issued", "cash_paid", "at_risk", "reserved"),
        Cents(0),
    )
    cage = CageEquation(
        **{**nothing, "cash_in": dollars(5)},
        credits=dollars(3),
        house_win=Cents(0),
        owed=Cents(0),
        moved_away=Cents(0),
    )
    assert cage.difference == dollars(2)

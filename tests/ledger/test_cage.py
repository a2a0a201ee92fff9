from punto.ledger.books import Book
from punto.ledger.cage import CageEquation, cage_equation
from punto.ledger.corrections import correct
from punto.ledger.movements import settle
from punto.values.money import dollars
from support.ledger.movements import (
    adjust_up,
    buy_in_bill,
    buy_in_cash,
    hand_pay,
    move_in,
    move_out,
    reserve_for_cash_out,
    stake,
    ticket_in,
    ticket_out,
)
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
    return posted(book, correct(book, SETTLEMENT), reverses=6)


def test_each_side_of_the_cage_equation_says_where_the_money_is() -> None:
    cash_in, tickets_in, tickets_out, cash_out = map(dollars, (600, 30, 200, 300))
    in_credits, at_risk, reserved, won_by_house, owed, moved = map(
        dollars, (48, 50, 50, 59, 100, 23)
    )
    cage = cage_equation(an_evening())
    assert cage.taken_in == cash_in + tickets_in - tickets_out - cash_out == dollars(130)
    assert cage.accounted_for == in_credits + at_risk + reserved + won_by_house - owed + moved
    assert cage.difference == 0


def test_the_difference_is_what_was_taken_in_and_is_not_there() -> None:
    assert CageEquation(taken_in=dollars(5), accounted_for=dollars(3)).difference == dollars(2)

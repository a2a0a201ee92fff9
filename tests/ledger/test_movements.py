import pytest

from punto.ledger.movements import Transfers, change_position, settle
from punto.ledger.transfers import Reason, Transfer, TransferNotPositive
from punto.rules.settlement import BetResult, Result
from punto.values.money import NOTHING, Cents, dollars
from support.ledger import movements
from support.ledger.movements import Movement, stake, withdraw
from support.ledger.playing import T7, lost, pushed, returned, won


def routes(transfers: Transfers) -> list[str]:
    return [str(transfer) for transfer in transfers]


@pytest.mark.parametrize(
    ("movement", "route"),
    [
        (movements.buy_in_cash, "cash > credits:T7 5.00 bought-in-cash"),
        (movements.buy_in_bill, "cash > credits:T7 5.00 bought-in-bill"),
        (movements.ticket_in, "tickets > credits:T7 5.00 ticket-in"),
        (movements.reserve_for_cash_out, "credits:T7 > cash-out:T7 5.00 reserved"),
        (movements.ticket_out, "cash-out:T7 > tickets 5.00 ticket-out"),
        (movements.print_failed, "cash-out:T7 > credits:T7 5.00 cash-out-given-back"),
        (movements.hand_pay, "credits:T7 > cash 5.00 hand-paid"),
        (movements.move_out, "credits:T7 > floor 5.00 moved-out"),
        (movements.move_in, "floor > credits:T7 5.00 moved-in"),
        (movements.stake, "credits:T7 > stakes:T7 5.00 staked"),
        (movements.withdraw, "stakes:T7 > credits:T7 5.00 withdrawn"),
        (movements.adjust_up, "house > credits:T7 5.00 adjusted-up"),
        (movements.adjust_down, "credits:T7 > house 5.00 adjusted-down"),
        (movements.repay, "credits:T7 > receivable:T7 5.00 repaid"),
        (movements.write_off, "house > receivable:T7 5.00 written-off"),
    ],
)
def test_each_movement_has_its_route(movement: Movement, route: str) -> None:
    assert routes(movement(T7, dollars(5))) == [route]


def test_a_lost_stake_goes_to_the_house() -> None:
    assert routes(settle(T7, [lost(5)])) == ["stakes:T7 > house 5.00 lost"]


def test_a_winning_bet_brings_back_its_stake_and_brings_its_profit() -> None:
    assert routes(settle(T7, [won(5, 60)])) == [
        "stakes:T7 > credits:T7 5.00 won-stake",
        "house > credits:T7 60.00 won-profit",
    ]


def test_a_push_and_a_void_bring_back_the_stake() -> None:
    assert routes(settle(T7, [pushed(5), returned(7)])) == [
        "stakes:T7 > credits:T7 5.00 pushed",
        "stakes:T7 > credits:T7 7.00 returned",
    ]


def test_a_debt_goes_from_the_receivable_to_the_credits() -> None:
    owed = Transfer(T7, Reason.OWED, dollars(5))
    assert routes((owed,)) == ["receivable:T7 > credits:T7 5.00 owed"]


def test_a_win_without_profit_is_a_fault() -> None:
    odd = BetResult(won(5, 60).bet, dollars(5), Result.WON, NOTHING, "4.1")
    with pytest.raises(TransferNotPositive):
        settle(T7, [odd])


@pytest.mark.parametrize(
    ("old", "new", "moves"),
    [
        (0, 50, stake(T7, dollars(50))),
        (50, 80, stake(T7, dollars(30))),
        (80, 50, withdraw(T7, dollars(30))),
        (80, 0, withdraw(T7, dollars(80))),
        (80, 80, ()),
    ],
)
def test_a_changed_position_moves_only_the_difference(old: int, new: int, moves: Transfers) -> None:
    assert change_position(T7, dollars(old), dollars(new)) == moves


def test_a_cent_is_a_difference() -> None:
    assert change_position(T7, Cents(5), Cents(6)) == stake(T7, Cents(1))
    assert change_position(T7, Cents(6), Cents(5)) == withdraw(T7, Cents(1))

import pytest

from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.ledger.corrections import correct
from punto.ledger.meters import EXPLAINED, Meters
from punto.ledger.movements import Transfers, settle
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.values import field_names, replace
from punto.values.money import Cents, dollars
from support.ledger import movements
from support.ledger.playing import T7, lost, posted, pushed, returned, won

CREDITS, CASH_OUT = AccountKind.CREDITS, AccountKind.CASH_OUT
RICH = posted(Book(), movements.buy_in_cash(T7, dollars(1_000)))
STAKED = posted(RICH, movements.stake(T7, dollars(100)))
RESERVED = posted(RICH, movements.reserve_for_cash_out(T7, dollars(300)))


def changed_meters(before: Book, after: Book) -> dict[str, int]:
    """Return the meters that moved, and by how much: dollars, or games."""
    old, new = before.meters_of(T7), after.meters_of(T7)
    differences = {name: getattr(new, name) - getattr(old, name) for name in field_names(Meters)}
    return {
        name: change if name == "games_played" else change // 100
        for name, change in differences.items()
        if change
    }


@pytest.mark.parametrize(
    ("before", "movement", "changes"),
    [
        (RICH, movements.buy_in_cash(T7, dollars(5)), {"buy_in": 5, "credits": 5}),
        (RICH, movements.buy_in_bill(T7, dollars(5)), {"buy_in": 5, "credits": 5}),
        (RICH, movements.ticket_in(T7, dollars(5)), {"ticket_in": 5, "credits": 5}),
        (RICH, movements.move_in(T7, dollars(5)), {"moved_in": 5, "credits": 5}),
        (RICH, movements.move_out(T7, dollars(5)), {"moved_out": 5, "credits": -5}),
        (RICH, movements.hand_pay(T7, dollars(5)), {"hand_pay": 5, "credits": -5}),
        (RICH, movements.reserve_for_cash_out(T7, dollars(5)), {"reserved": 5, "credits": -5}),
        (RESERVED, movements.ticket_out(T7, dollars(5)), {"ticket_out": 5, "reserved": -5}),
        (RESERVED, movements.print_failed(T7, dollars(5)), {"reserved": -5, "credits": 5}),
        (RICH, movements.stake(T7, dollars(5)), {"wagered": 5, "credits": -5}),
        (STAKED, movements.withdraw(T7, dollars(5)), {"returned": 5, "credits": 5}),
        (STAKED, settle(T7, [lost(5)]), {"games_played": 1}),
        (STAKED, settle(T7, [won(5, 60)]), {"won": 65, "credits": 65, "games_played": 1}),
        (
            STAKED,
            settle(T7, [pushed(5)]),
            {"returned": 5, "credits": 5, "games_played": 1},
        ),
        (STAKED, settle(T7, [returned(5)]), {"returned": 5, "credits": 5}),
        (RICH, movements.adjust_up(T7, dollars(5)), {"adjusted_up": 5, "credits": 5}),
        (RICH, movements.adjust_down(T7, dollars(5)), {"adjusted_down": 5, "credits": -5}),
        (RICH, [Transfer(T7, Reason.OWED, dollars(5))], {"adjusted_up": 5, "credits": 5}),
    ],
)
def test_each_movement_counts_on_its_meters(
    before: Book, movement: Transfers, changes: dict[str, int]
) -> None:
    assert changed_meters(before, posted(before, movement)) == changes


def test_a_debt_counts_as_adjusted_when_it_is_repaid_and_not_when_the_house_bears_it() -> None:
    owing = posted(RICH, [Transfer(T7, Reason.OWED, dollars(50))])
    repaid = posted(owing, movements.repay(T7, dollars(20)))
    assert changed_meters(owing, repaid) == {"adjusted_down": 20, "credits": -20}
    assert changed_meters(repaid, posted(repaid, movements.write_off(T7, dollars(30)))) == {}


def test_several_bets_of_one_round_are_one_game() -> None:
    settled = posted(STAKED, settle(T7, [won(10, 120), lost(50), pushed(40)]))
    assert settled.meters_of(T7).games_played == 1


def test_a_reversal_counts_on_the_same_meters_with_the_opposite_sign() -> None:
    settlement = settle(T7, [won(10, 120), lost(50), pushed(40)])
    settled = posted(STAKED, settlement)
    undone = posted(settled, correct(settled, settlement), reverses=3)
    assert undone.meters_of(T7) == STAKED.meters_of(T7)


def test_a_resettlement_leaves_the_round_one_game() -> None:
    old = settle(T7, [lost(100)])
    settled = posted(STAKED, old)
    new = settle(T7, [lost(60), returned(40)])
    again = posted(settled, correct(settled, old, new), reverses=3)
    assert changed_meters(settled, again) == {"returned": 40, "credits": 40}


def test_a_settled_round_that_is_voided_no_longer_counts_as_a_game() -> None:
    old = settle(T7, [lost(100)])
    settled = posted(STAKED, old)
    voided = posted(settled, correct(settled, old, settle(T7, [returned(100)])))
    assert voided.meters_of(T7).games_played == 0


BUSY = Meters(
    buy_in=Cents(1),
    ticket_in=Cents(2),
    moved_in=Cents(4),
    ticket_out=Cents(8),
    hand_pay=Cents(16),
    moved_out=Cents(32),
    reserved=Cents(64),
    wagered=Cents(128),
    won=Cents(256),
    returned=Cents(512),
    adjusted_up=Cents(1024),
    adjusted_down=Cents(2048),
    games_played=5,
    credits=Cents((1 + 2 + 4 + 256 + 512 + 1024) - (8 + 16 + 32 + 64 + 128 + 2048)),
)


def test_the_self_audit_is_the_published_equation() -> None:
    assert BUSY.audit() == 0
    assert (BUSY.all_in, BUSY.all_out) == (7, 56)


@pytest.mark.parametrize("field", [name for name in field_names(Meters) if name != "games_played"])
def test_the_self_audit_notices_a_cent_on_any_meter(field: str) -> None:
    changes = {field: getattr(BUSY, field) + 1}
    assert abs(replace(BUSY, **changes).audit()) == 1


def test_the_self_audit_says_by_how_much_the_credits_are_too_high() -> None:
    assert replace(BUSY, credits=Cents(BUSY.credits + 3)).audit() == 3


@pytest.mark.parametrize("reason", Reason)
def test_the_self_audit_explains_each_reason_as_its_route_moves_the_money(reason: Reason) -> None:
    source, target = ROUTES[reason]
    moved = [(kind is target) - (kind is source) for kind in (CREDITS, CASH_OUT)]
    assert list(EXPLAINED[reason]) == moved

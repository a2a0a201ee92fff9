"""Payments that the Dealer ticks off or corrects, and the last round of an evening."""

import pytest

from punto.live.chips import ChipsMissing
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.dealing.commands import Settle
from punto.rounds.next_step import awaited, next_due
from punto.rounds.phases import NextStep
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.table.commands import AnnounceLastRound, CloseTable, OpenTable
from punto.rounds.table.events import LastRoundAnnounced
from punto.rounds.table.refusals import ClosingWithoutNotice, LastRoundKnown, LastRoundPlayed
from punto.rounds.tray.commands import (
    ConfirmFloat,
    CorrectPayment,
    CountFloat,
    FloatCount,
    HandStacks,
)
from punto.rounds.tray.events import PaymentCorrected, StacksHanded
from punto.rounds.tray.refusals import (
    ChipsWorthOther,
    NoSuchStack,
    NotChipsOfTheSet,
    NothingToHand,
    PaymentIsRight,
)
from punto.rules.roles import Role
from punto.values.money import dollars
from punto.views.screens.felt import felt_of
from punto.views.screens.public import public_view
from punto.views.screens.trays import in_tray
from support.ledger.accounts import FLOAT
from support.rounds.evening import SUPERVISOR, Evening
from support.rounds.live import ANN, BOX_2, EVE, everybody_leaves, lay
from support.rounds.trays import chips, with_float
from support.views.screens.stages import screens

BANKER_ON_7 = "KS 3D QH 4C 2D"


def settled() -> Evening:
    """Ann's tie and Eve's Player bet are taken, stacks 0 and 1; Ann's 500 is stack 2."""
    evening = with_float()
    evening.do(OpenBets())
    lay(evening, ANN, banker=500, tie=100)
    lay(evening, EVE, BOX_2, player=200)
    evening.do(CloseLayout())
    evening.deal(BANKER_ON_7)
    evening.do(Settle())
    return evening


@pytest.mark.clause("rws-live", "4.1.1")
@pytest.mark.reading("A-89")
def test_payments_are_ticked_off_and_the_tray_follows_the_dealers_hands() -> None:
    evening = settled()
    after, before = evening.table.tray, in_tray(evening.table)
    assert after is not None
    assert before is not None
    hundred, purple = dollars(100), dollars(500)
    assert (before[hundred], before[purple]) == (20, 10)
    assert evening.do(HandStacks((1, 0))) == (StacksHanded(1, (0, 1)),)
    now = in_tray(evening.table)
    assert now is not None
    assert (now[hundred], now[purple]) == (23, 10)
    assert evening.refused(HandStacks((1,))) == NoSuchStack(1)
    assert evening.refused(HandStacks((7,))) == NoSuchStack(7)
    assert evening.do(HandStacks()) == (StacksHanded(1, (2,)),)
    assert in_tray(evening.table) == after == evening.table.tray
    assert evening.refused(HandStacks()) == NothingToHand()
    shown = felt_of(evening.table)
    assert shown is not None
    payouts = shown.payouts
    assert payouts is not None
    assert all(line.handed for line in (*payouts.take, *payouts.pay))
    evening.do(OpenBets())
    assert in_tray(evening.table) == evening.table.tray


@pytest.mark.clause("rws-live", "4.1.1")
def test_a_mispayment_is_put_right_by_an_event_and_the_round_stands() -> None:
    evening = settled()
    tray, book = dict(evening.table.tray or {}), evening.table.book
    wrong, back, more = chips({1000: 1}), chips({1000: 1}), chips({100: 5})
    corrected = evening.do(CorrectPayment(2, wrong, back, more))
    assert corrected == (PaymentCorrected(1, 2, wrong, back, more),)
    # 500 was recorded as a purple chip; it was paid in black ones in the end.
    tray[dollars(500)] += 1
    tray[dollars(100)] -= 5
    assert evening.table.tray == tray
    assert evening.table.book is book or evening.table.book.balance(FLOAT) == book.balance(FLOAT)
    assert evening.refused(CorrectPayment(2, wrong, back, more)) == NoSuchStack(2)
    assert evening.do(HandStacks()) == (StacksHanded(1, (0, 1)),)


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        (CorrectPayment(0, chips({100: 1})), NoSuchStack(0)),
        (CorrectPayment(9, chips({100: 1})), NoSuchStack(9)),
        (CorrectPayment(2, chips({500: 1})), PaymentIsRight(2)),
        (CorrectPayment(2, chips({1000: 1})), ChipsWorthOther(dollars(1000), dollars(500))),
        (CorrectPayment(2, chips({33: 1})), NotChipsOfTheSet(dollars(33), 1)),
        (
            CorrectPayment(2, chips({1000: 11}), chips({1000: 11}), chips({500: 12, 100: -5})),
            NotChipsOfTheSet(dollars(100), -5),
        ),
        (
            CorrectPayment(2, chips({5000: 1}), chips({5000: 1}), chips({100: 5})),
            None,
        ),
        (
            CorrectPayment(2, chips({1: 500})),
            ChipsMissing(dollars(1), 500, 20),
        ),
    ],
)
def test_a_correction_names_a_payment_and_ends_at_its_worth(
    wish: CorrectPayment, refusal: object
) -> None:
    evening = settled()
    if refusal is None:
        evening.do(wish)
    else:
        assert evening.refused(wish) == refusal


def test_the_last_round_is_announced_before_it_begins_and_no_other_follows() -> None:
    evening = settled()
    assert evening.do(AnnounceLastRound()) == (LastRoundAnnounced(2),)
    public = public_view(screens(evening))
    assert public is not None
    assert public.closes_after == 2
    assert evening.refused(AnnounceLastRound()) == LastRoundKnown(2)
    evening.do(OpenBets())
    evening.do(CloseLayout())
    evening.deal(BANKER_ON_7)
    evening.do(Settle())
    assert evening.refused(OpenBets()) == LastRoundPlayed(2)
    assert awaited(evening.table) == (NextStep.CLOSE_TABLE, Role.PIT_SUPERVISOR)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(OpenTable())
    evening.do(OpenBets())


@pytest.mark.reading("A-53")
def test_a_count_that_waits_for_its_second_person_is_the_next_step() -> None:
    evening = settled()
    evening.do(HandStacks())
    counted = tuple((evening.table.tray or {}).items())
    evening.do(CountFloat(FloatCount.CLOSING, counted))
    assert awaited(evening.table) == (NextStep.CONFIRM_COUNT, Role.PIT_SUPERVISOR)
    assert next_due(evening.table) is None
    evening.do(RetireShoe("the evening is over"), SUPERVISOR)
    assert awaited(evening.table) == (NextStep.CONFIRM_COUNT, Role.PIT_SUPERVISOR)
    evening.do(ConfirmFloat(counted), SUPERVISOR)
    assert awaited(evening.table) == (NextStep.LOAD_SHOE, Role.DEALER)


def test_a_table_with_patrons_closes_only_after_a_last_round_that_was_announced() -> None:
    evening = settled()
    assert evening.refused(CloseTable(), SUPERVISOR) == ClosingWithoutNotice(None)
    evening.do(AnnounceLastRound())
    assert evening.refused(CloseTable(), SUPERVISOR) == ClosingWithoutNotice(2)
    evening.do(OpenBets())
    evening.do(CloseLayout())
    evening.deal(BANKER_ON_7)
    evening.do(Settle())
    evening.do(CloseTable(), SUPERVISOR)


def test_a_table_without_patrons_closes_without_notice() -> None:
    evening = settled()
    everybody_leaves(evening)
    evening.do(CloseTable(), SUPERVISOR)


def test_a_last_round_that_is_announced_during_a_round_is_the_next_one() -> None:
    evening = with_float()
    evening.do(OpenBets())
    assert evening.do(AnnounceLastRound()) == (LastRoundAnnounced(2),)

"""Credits and debts that the House changes by two people, and debts that are repaid."""

import pytest

from punto.rounds.adjustment.commands import (
    AdjustmentKind,
    AnswerAdjustment,
    AskAdjustment,
    RepayDebt,
)
from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.adjustment.refusals import (
    AdjustmentWaits,
    AdjustsNothing,
    AmountAboveDebt,
    NoAdjustmentWaits,
    NoMoneyHere,
)
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import AmountNotPositive, OutOfPhase, ReasonMissing, RoleTooLow
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.purse.commands import HandPay, MoveOut, TakeCash
from punto.rounds.purse.refusals import AmountAboveCredits, MoneyStillHere
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Role
from punto.values import replace
from punto.values.ids import TableId, TerminalId
from punto.values.money import Cents, dollars
from support.ledger.accounts import HOUSE
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    configuration,
    opened,
)
from support.rounds.matters import Policies, report, settled

reading = pytest.mark.reading

WRITE_OFF = AdjustmentKind.WRITE_OFF
GRANT, TURN_DOWN = AnswerAdjustment(T1, granted=True), AnswerAdjustment(T1, granted=False)


def ask(cents: Cents, kind: AdjustmentKind = AdjustmentKind.CREDITS) -> AskAdjustment:
    return AskAdjustment(T1, cents, "a courtesy", kind)


def in_debt(policies: Policies) -> Evening:
    """T1 owes 150: it won 100 and was paid out all but 50; then the round was corrected by 200."""
    evening = settled("rws-etg", policies)
    evening.do(HandPay(T1, dollars(1050)), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 2C 7D KD"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.book.owed(T1) == dollars(150)
    return evening


@reading("A-53")
def test_an_adjustment_is_asked_for_by_one_and_made_by_another() -> None:
    evening = opened()
    asked = evening.do(ask(dollars(50)), SUPERVISOR)
    assert asked == (
        AdjustmentAsked(T1, AdjustmentKind.CREDITS, dollars(50), "a courtesy", SUPERVISOR.person),
    )
    assert evening.table.credits_of(T1) == dollars(1000)
    granted = evening.do(GRANT, SHIFT_MANAGER)
    assert granted == (CreditsAdjusted(T1, dollars(50), "a courtesy"),)
    assert evening.table.credits_of(T1) == dollars(1050)
    assert evening.table.book.balance(HOUSE) == dollars(-50)
    assert evening.refused(GRANT, SHIFT_MANAGER) == NoAdjustmentWaits(T1)
    assert replay(evening.record.events) == evening.table


@reading("A-53")
def test_a_person_cannot_grant_an_adjustment_that_they_asked_for() -> None:
    evening = opened()
    evening.do(ask(dollars(50)), SHIFT_MANAGER)
    assert evening.refused(GRANT, SHIFT_MANAGER) == SamePersonTwice(SHIFT_MANAGER.person)
    # Taking the request back moves no money, and needs no second person.
    evening.do(TURN_DOWN, SHIFT_MANAGER)
    assert evening.table.adjustments == {}


@reading("A-53", "A-73")
def test_one_person_makes_both_steps_of_an_adjustment_only_when_nobody_else_is_there() -> None:
    alone = opened(replace(configuration(), single_person=True))
    alone.do(ask(dollars(50)), SHIFT_MANAGER)
    assert alone.refused(GRANT, SHIFT_MANAGER) == SamePersonTwice(SHIFT_MANAGER.person)
    alone.do(GRANT, replace(SHIFT_MANAGER, alone=True))
    assert alone.table.credits_of(T1) == dollars(1050)


def test_an_adjustment_needs_a_supervisor_and_a_shift_manager() -> None:
    evening = opened()
    refusal = evening.refused(ask(dollars(50)), DEALER)
    assert refusal == RoleTooLow(WishName("AskAdjustment"), Role.PIT_SUPERVISOR, Role.DEALER)
    evening.do(ask(dollars(50)), SUPERVISOR)
    refusal = evening.refused(GRANT, PIT_MANAGER)
    assert refusal == RoleTooLow(WishName("AnswerAdjustment"), Role.SHIFT_MANAGER, Role.PIT_MANAGER)


def test_a_proposal_that_is_turned_down_moves_nothing_and_makes_room() -> None:
    evening = opened()
    evening.do(ask(dollars(50)), SUPERVISOR)
    assert evening.refused(ask(dollars(60)), SUPERVISOR) == AdjustmentWaits(T1)
    assert evening.do(TURN_DOWN, SHIFT_MANAGER) == (AdjustmentTurnedDown(T1),)
    assert evening.table.credits_of(T1) == dollars(1000)
    evening.do(ask(dollars(60)), SUPERVISOR)


def test_an_adjustment_has_a_reason_an_amount_and_a_terminal_that_was_here() -> None:
    evening = opened()
    no_reason = AskAdjustment(T1, dollars(5), "")
    assert evening.refused(no_reason, SUPERVISOR) == ReasonMissing(WishName("AskAdjustment"))
    assert evening.refused(ask(Cents(0)), SUPERVISOR) == AdjustsNothing(T1)
    stranger = TerminalId("T9")
    wish = AskAdjustment(stranger, dollars(5), "a courtesy")
    assert evening.refused(wish, SUPERVISOR) == NoMoneyHere(stranger)


def test_a_terminal_that_left_can_still_be_given_what_is_due() -> None:
    evening = opened()
    evening.do(MoveOut(T1, TableId("B2")), SUPERVISOR)
    evening.do(ask(dollars(50)), SUPERVISOR)
    evening.do(GRANT, SHIFT_MANAGER)
    evening.do(HandPay(T1, dollars(50)), SUPERVISOR)


def test_a_terminal_stays_while_an_adjustment_waits_for_it() -> None:
    evening = opened()
    evening.do(ask(dollars(-50)), SUPERVISOR)
    move = MoveOut(T1, TableId("B2"))
    assert evening.refused(move, SUPERVISOR) == AdjustmentWaits(T1)
    evening.do(TURN_DOWN, SHIFT_MANAGER)
    evening.do(move, SUPERVISOR)


@reading("A-28")
def test_what_is_taken_and_not_there_is_owed_and_what_is_given_pays_it_first() -> None:
    evening = opened()
    evening.do(ask(dollars(-1200)), SUPERVISOR)
    evening.do(GRANT, SHIFT_MANAGER)
    assert (evening.table.credits_of(T1), evening.table.book.owed(T1)) == (0, dollars(200))
    evening.do(ask(dollars(300)), SUPERVISOR)
    evening.do(GRANT, SHIFT_MANAGER)
    assert (evening.table.credits_of(T1), evening.table.book.owed(T1)) == (dollars(100), 0)


def test_a_ruling_leaves_a_proposal_waiting(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(ask(dollars(50)), SUPERVISOR)
    evening.do(report(Irregularity.NOT_COVERED))
    assert isinstance(evening.refused(GRANT, SHIFT_MANAGER), OutOfPhase)
    evening.do(Rule(Verdict.GOES_ON, "so", ((T1, dollars(7)),)), SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == dollars(1107)
    evening.do(GRANT, SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == dollars(1157)


@reading("A-28")
def test_a_debt_is_repaid_from_credits_as_far_as_both_go(policies: Policies) -> None:
    evening = in_debt(policies)
    evening.do(TakeCash(T1, dollars(60)))
    refusal = evening.refused(RepayDebt(T1, dollars(61)), SUPERVISOR)
    assert refusal == AmountAboveCredits(dollars(61), dollars(60))
    assert evening.do(RepayDebt(T1, dollars(60)), SUPERVISOR) == (DebtRepaid(T1, dollars(60)),)
    assert (evening.table.credits_of(T1), evening.table.book.owed(T1)) == (0, dollars(90))
    too_much = evening.refused(RepayDebt(T1, dollars(91)), SUPERVISOR)
    assert too_much == AmountAboveDebt(dollars(91), dollars(90))
    assert evening.refused(RepayDebt(T1, Cents(0)), SUPERVISOR) == AmountNotPositive(Cents(0))
    assert evening.refused(RepayDebt(T2, dollars(1)), SUPERVISOR) == AmountAboveDebt(
        dollars(1), Cents(0)
    )


@reading("A-28", "A-53")
def test_a_debt_is_written_off_by_two_people_up_to_what_is_owed(policies: Policies) -> None:
    evening = in_debt(policies)
    move = MoveOut(T1, TableId("B2"))
    assert evening.refused(move, SUPERVISOR) == MoneyStillHere(T1, dollars(150))
    refusal = evening.refused(ask(dollars(151), WRITE_OFF), SUPERVISOR)
    assert refusal == AmountAboveDebt(dollars(151), dollars(150))
    evening.do(ask(dollars(150), WRITE_OFF), SUPERVISOR)
    before = evening.table.book.balance(HOUSE)
    granted = evening.do(GRANT, SHIFT_MANAGER)
    assert granted == (DebtWrittenOff(T1, dollars(150), "a courtesy"),)
    assert evening.table.book.owed(T1) == 0
    assert evening.table.book.balance(HOUSE) == before - dollars(150)


@reading("A-28")
def test_a_write_off_is_judged_again_when_it_is_granted(policies: Policies) -> None:
    evening = in_debt(policies)
    evening.do(ask(dollars(150), WRITE_OFF), SUPERVISOR)
    evening.do(TakeCash(T1, dollars(60)))
    evening.do(RepayDebt(T1, dollars(60)), SUPERVISOR)
    refusal = evening.refused(GRANT, SHIFT_MANAGER)
    assert refusal == AmountAboveDebt(dollars(150), dollars(90))
    evening.do(TURN_DOWN, SHIFT_MANAGER)

"""The float of a live table: counts, slips, buy-ins, changes, and the chips of every payment."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.ledger import audit
from punto.ledger.movements import TRAY
from punto.live.betting_boxes import PatronKey
from punto.live.chips import ChipsMissing
from punto.live.layouts import Chip, ChipSet
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.adjustment.events import DebtRepaid
from punto.rounds.adjustment.refusals import AmountAboveDebt, NoMoneyHere
from punto.rounds.betting.commands import OpenBets
from punto.rounds.bookkeeping import posting_of
from punto.rounds.boxes.commands import CloseLayout, JoinTable, LeaveTable
from punto.rounds.boxes.refusals import PatronUnknown, WrongKindOfTable
from punto.rounds.boxes.state import place_of
from punto.rounds.command_refusals import AmountNotPositive, OutOfPhase, ReasonMissing, RoleTooLow
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import Settle
from punto.rounds.events import Fact, TableEvent
from punto.rounds.evolution import evolve, replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.tray import commands, events, refusals
from punto.rounds.tray.commands import FloatCount, SlipKind
from punto.rounds.tray.payments import chip_values
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import CommandId, Instant
from punto.values.money import Cents, dollars
from punto.values.structures import replace as changed
from support.ledger.accounts import CAGE, DROP, FLOAT, HOUSE, ROUNDING, VARIANCE
from support.ledger.playing import book_of
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Evening,
    opened,
)
from support.rounds.live import ANN, BEN, BOX_1, LAYOUT, lay, live_configuration, live_opened, net
from support.rounds.trays import (
    CARRIER,
    WORTH,
    chips,
    count,
    in_tray,
    moved,
    with_float,
)
from support.rounds.trays import (
    FLOAT as COUNTED,
)

BANKER_ON_7 = "KS 3D QH 4C 2D"
BANKER_ON_6 = "KS 2D QH 4C 2C"
PLAYER_ON_9 = "9S KD KH QC"
ANN_AT_1, BEN_AT_1 = place_of(ANN, BOX_1), place_of(BEN, BOX_1)


def paid(evening: Evening, cards: str, banker: int = 1000, player: int = 500) -> events.StacksMoved:
    """Play a round of Ann on Banker and Ben on Player, and return the chips of its payment."""
    bet_and_dealt(evening, cards, banker, player)
    *_, stacks = evening.do(Settle())
    assert isinstance(stacks, events.StacksMoved)
    return stacks


def bet_and_dealt(evening: Evening, cards: str, banker: int = 1000, player: int = 500) -> None:
    evening.do(OpenBets())
    lay(evening, ANN, banker=banker)
    lay(evening, BEN, player=player)
    evening.do(CloseLayout(passed_over=True))
    evening.deal(cards)


def of_fives() -> Configuration:
    """A table whose smallest chip is 5, so that half of 25 cannot be paid."""
    fives = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 5)))
    return replace(live_configuration(), layout=replace(LAYOUT, chips=fives))


FIVES = chips({100: 40, 25: 40, 5: 40})


# Counts


@pytest.mark.reading("A-53", "A-89")
@pytest.mark.clause("rws-live", "1.13")
def test_two_people_who_count_the_same_open_the_float() -> None:
    evening = live_opened()
    assert evening.do(commands.CountFloat(FloatCount.OPENING, COUNTED)) == (
        events.FloatCounted(FloatCount.OPENING, COUNTED, DEALER.person),
    )
    assert evening.table.book.balance(FLOAT) == 0
    opening = evening.do(commands.ConfirmFloat(tuple(reversed(COUNTED))), SUPERVISOR)
    assert opening == (events.FloatOpened(1, COUNTED),)
    assert evening.table.tray == dict(COUNTED)
    assert in_tray(evening) == WORTH == evening.table.book.balance(FLOAT)
    assert evening.table.book.balance(CAGE) == -WORTH
    assert [event.clause for event in evening.record.events[-2:]] == ["A-53", "A-53"]


def test_figures_that_differ_open_nothing_and_are_both_recorded() -> None:
    evening = live_opened()
    evening.do(commands.CountFloat(FloatCount.OPENING, COUNTED))
    other = chips({1000: 9})
    differing = evening.do(commands.ConfirmFloat(other), SUPERVISOR)
    assert differing == (events.FloatCountsDiffered(FloatCount.OPENING, COUNTED, other),)
    assert evening.table.tray is None
    assert evening.refused(commands.ConfirmFloat(COUNTED), SUPERVISOR) == refusals.NoCountWaits()


def test_a_person_cannot_confirm_their_own_count() -> None:
    evening = live_opened()
    evening.do(commands.CountFloat(FloatCount.OPENING, COUNTED), SUPERVISOR)
    refusal = evening.refused(commands.ConfirmFloat(COUNTED), SUPERVISOR)
    assert isinstance(refusal, SamePersonTwice)
    assert isinstance(evening.refused(commands.ConfirmFloat(COUNTED)), RoleTooLow)


def test_a_float_is_opened_once_and_closed_once() -> None:
    evening = live_opened()
    closing = commands.CountFloat(FloatCount.CLOSING, COUNTED)
    assert evening.refused(closing) == refusals.FloatNotOpen()
    count(evening, FloatCount.OPENING)
    opening = commands.CountFloat(FloatCount.OPENING, COUNTED)
    assert evening.refused(opening) == refusals.FloatIsOpen()
    count(evening, FloatCount.CLOSING)
    assert evening.table.tray is None
    assert evening.table.book.balance(CAGE) == 0
    assert evening.refused(closing) == refusals.FloatNotOpen()


@pytest.mark.parametrize(
    ("counted", "wrong"),
    [
        (chips({7: 1}), (dollars(7), 1)),
        (chips({100: 0}), (dollars(100), 0)),
        ((*chips({100: 1}), *chips({100: 2})), (dollars(100), 2)),
    ],
)
def test_only_chips_of_the_set_are_counted(
    counted: commands.Chips, wrong: tuple[Cents, int]
) -> None:
    evening = live_opened()
    first = commands.CountFloat(FloatCount.OPENING, counted)
    assert evening.refused(first) == refusals.NotChipsOfTheSet(*wrong)
    evening.do(commands.CountFloat(FloatCount.OPENING, COUNTED))
    second = commands.ConfirmFloat(counted)
    assert evening.refused(second, SUPERVISOR) == refusals.NotChipsOfTheSet(*wrong)


def test_chips_are_counted_while_no_bet_is_open() -> None:
    evening = with_float()
    evening.do(OpenBets())
    closing = commands.CountFloat(FloatCount.CLOSING, COUNTED)
    assert isinstance(evening.refused(closing), OutOfPhase)


def test_an_electronic_table_has_no_float() -> None:
    refusal = opened().refused(commands.CountFloat(FloatCount.OPENING, COUNTED))
    assert isinstance(refusal, WrongKindOfTable)


@pytest.mark.parametrize(("found", "variance"), [(9, -1000), (10, 0), (11, 1000)])
def test_a_closing_count_records_what_is_short_or_over(found: int, variance: int) -> None:
    evening = with_float()
    paid(evening, PLAYER_ON_9)
    assert in_tray(evening) == WORTH + dollars(500)
    held = dict(evening.table.tray or {})
    held[dollars(1000)] += found - 10
    count(evening, FloatCount.CLOSING, tuple(sorted(held.items(), reverse=True)))
    book = evening.table.book
    assert book.balance(VARIANCE) == dollars(-variance)
    # The win by count equals the House's win by bets, apart from the variance.
    assert -book.balance(CAGE) == -dollars(500 + variance)
    assert book.balance(FLOAT) == -book.balance(HOUSE)
    assert evening.table.tray is None


def test_chips_stay_where_they_are_while_a_count_waits() -> None:
    evening = with_float()
    evening.do(commands.CountFloat(FloatCount.CLOSING, COUNTED))
    waiting = refusals.CountWaits(FloatCount.CLOSING)
    assert evening.refused(commands.BuyChips(ANN, dollars(100))) == waiting
    fill = commands.RequestSlip(SlipKind.FILL, chips({100: 1}))
    assert evening.refused(fill, SUPERVISOR) == waiting
    # The takes and payments of a round would make the first count wrong.
    assert evening.refused(OpenBets()) == waiting
    evening.do(commands.ConfirmFloat(COUNTED[1:]), SUPERVISOR)
    evening.do(OpenBets())


def test_no_adjustment_or_correction_moves_chips_while_a_count_waits() -> None:
    evening = with_float()
    paid(evening, PLAYER_ON_9)
    evening.do(AskAdjustment(ANN_AT_1, dollars(30), "goodwill"), SUPERVISOR)
    held = tuple(sorted((evening.table.tray or {}).items(), reverse=True))
    evening.do(commands.CountFloat(FloatCount.CLOSING, held))
    waiting = refusals.CountWaits(FloatCount.CLOSING)
    granted = AnswerAdjustment(ANN_AT_1, granted=True)
    assert evening.refused(granted, SHIFT_MANAGER) == waiting
    corrected = commands.CorrectPayment(0, chips({100: 1}), (), ())
    assert evening.refused(corrected) == waiting
    evening.do(commands.ConfirmFloat(held[1:]), SUPERVISOR)
    evening.do(granted, SHIFT_MANAGER)


# Fills and credits


@pytest.mark.reading("A-53", "A-89")
def test_a_fill_moves_chips_with_the_second_signature_and_not_before() -> None:
    evening = with_float()
    fill = chips({5: 100})
    requested = evening.do(commands.RequestSlip(SlipKind.FILL, fill), SUPERVISOR)
    assert requested == (events.SlipRequested(1, SlipKind.FILL, fill, SUPERVISOR.person),)
    missing = refusals.SignatureMissing(1, SlipKind.FILL)
    assert evening.refused(commands.SignSlip(1)) == missing
    evening.do(commands.CarrySlip(1), CARRIER)
    assert in_tray(evening) == WORTH
    assert evening.refused(commands.CarrySlip(1), PIT_MANAGER) == refusals.SignedBefore(1)
    assert evening.do(commands.SignSlip(1)) == (events.SlipSigned(1, SlipKind.FILL, fill),)
    assert in_tray(evening) == WORTH + dollars(500)
    assert evening.refused(commands.SignSlip(1)) == refusals.NoSuchSlip(1)


def test_a_credit_takes_chips_that_the_tray_holds() -> None:
    evening = with_float()
    moved(evening, SlipKind.CREDIT, chips({1000: 4}))
    assert in_tray(evening) == WORTH - dollars(4000)
    too_much = commands.RequestSlip(SlipKind.CREDIT, chips({1000: 7}))
    assert evening.refused(too_much, SUPERVISOR) == ChipsMissing(dollars(1000), 7, 6)


def test_a_credit_is_refused_when_its_chips_were_given_away_meanwhile() -> None:
    evening = with_float()
    evening.do(commands.RequestSlip(SlipKind.CREDIT, chips({1000: 10})), SUPERVISOR)
    evening.do(commands.CarrySlip(1), CARRIER)
    evening.do(commands.BuyChips(ANN, dollars(1000)))
    assert evening.refused(commands.SignSlip(1)) == ChipsMissing(dollars(1000), 10, 9)


def test_three_people_handle_a_slip() -> None:
    evening = with_float()
    evening.do(commands.RequestSlip(SlipKind.FILL, chips({5: 1})), SUPERVISOR)
    assert isinstance(evening.refused(commands.CarrySlip(1), SUPERVISOR), SamePersonTwice)
    evening.do(commands.CarrySlip(1), PIT_MANAGER)
    assert isinstance(evening.refused(commands.SignSlip(1), PIT_MANAGER), SamePersonTwice)
    assert isinstance(evening.refused(commands.SignSlip(1), SUPERVISOR), SamePersonTwice)
    dealer = commands.RequestSlip(SlipKind.FILL, chips({5: 1}))
    assert isinstance(evening.refused(dealer, DEALER), RoleTooLow)


def test_slips_are_numbered_without_gaps_and_a_void_one_says_why() -> None:
    evening = with_float()
    for number in (1, 2):
        evening.do(commands.RequestSlip(SlipKind.FILL, chips({5: number})), SUPERVISOR)
    closing = commands.CountFloat(FloatCount.CLOSING, COUNTED)
    assert evening.refused(closing) == refusals.SlipsOpen(1)
    assert isinstance(evening.refused(commands.VoidSlip(1, " "), SUPERVISOR), ReasonMissing)
    evening.do(commands.VoidSlip(1, "wrong table"), SUPERVISOR)
    assert evening.refused(commands.VoidSlip(1, "again"), SUPERVISOR) == refusals.NoSuchSlip(1)
    assert evening.refused(commands.CarrySlip(1), CARRIER) == refusals.NoSuchSlip(1)
    evening.do(commands.VoidSlip(2, "not needed"), SUPERVISOR)
    moved(evening, SlipKind.FILL, chips({5: 3}))
    assert evening.table.papers.slips_count == 3
    assert in_tray(evening) == WORTH + dollars(15)


def test_no_slip_is_written_without_chips_or_without_a_float() -> None:
    empty = commands.RequestSlip(SlipKind.FILL, ())
    assert with_float().refused(empty, SUPERVISOR) == refusals.NoChipsNamed()
    assert live_opened().refused(empty, SUPERVISOR) == refusals.FloatNotOpen()
    assert live_opened().refused(commands.CarrySlip(1), CARRIER) == refusals.FloatNotOpen()
    strange = commands.RequestSlip(SlipKind.FILL, chips({7: 1}))
    unknown = refusals.NotChipsOfTheSet(dollars(7), 1)
    assert with_float().refused(strange, SUPERVISOR) == unknown


# Numbers


@pytest.mark.reading("A-89")
def test_counts_buy_ins_and_changes_are_numbered_without_gaps() -> None:
    evening = with_float()
    for number in (1, 2):
        (bought,) = evening.do(commands.BuyChips(ANN, dollars(5)))
        (changed,) = evening.do(commands.ChangeChips(chips({100: 1}), chips({25: 4})))
        assert isinstance(bought, events.ChipsBought)
        assert isinstance(changed, events.ChipsChanged)
        assert (bought.number, changed.number) == (number, number)
        refused = evening.refused(commands.BuyChips(ANN, Cents(50)))
        assert refused == refusals.TrayCannotMake(Cents(50))
    left = tuple((evening.table.tray or {}).items())
    count(evening, FloatCount.CLOSING, left)
    count(evening, FloatCount.OPENING, left)
    counts = [
        event.fact.number
        for event in evening.record.events
        if isinstance(event.fact, events.FloatOpened | events.FloatClosed)
    ]
    assert counts == [1, 2, 3]
    assert replay(evening.record.events) == evening.table


# Buy-ins and changes


@pytest.mark.reading("A-89")
def test_a_buy_in_puts_cash_into_the_drop_box_and_the_fewest_chips_before_the_patron() -> None:
    evening = with_float()
    bought = evening.do(commands.BuyChips(ANN, dollars(1_630)))
    assert bought == (
        events.ChipsBought(1, ANN, dollars(1_630), chips({1000: 1, 500: 1, 100: 1, 25: 1, 5: 1})),
    )
    assert in_tray(evening) == WORTH - dollars(1_630)
    assert evening.table.book.balance(DROP) == dollars(1_630)
    named = commands.BuyChips(ANN, dollars(10), chips({5: 2}))
    assert evening.do(named) == (events.ChipsBought(2, ANN, dollars(10), chips({5: 2})),)


def test_a_buy_in_is_worth_its_chips_and_the_tray_has_them() -> None:
    evening = with_float()
    buy = commands.BuyChips
    assert evening.refused(buy(PatronKey("dan"), dollars(5))) == PatronUnknown(PatronKey("dan"))
    assert evening.refused(buy(ANN, Cents(0))) == AmountNotPositive(Cents(0))
    assert evening.refused(buy(ANN, Cents(50))) == refusals.TrayCannotMake(Cents(50))
    assert evening.refused(buy(ANN, dollars(5), chips({5: 2}))) == refusals.ChipsWorthOther(
        dollars(10), dollars(5)
    )
    missing = ChipsMissing(dollars(5), 21, 20)
    assert evening.refused(buy(ANN, dollars(105), chips({5: 21}))) == missing
    assert live_opened().refused(buy(ANN, dollars(5))) == refusals.FloatNotOpen()
    evening.do(LeaveTable(BEN))
    assert evening.refused(buy(BEN, dollars(5))) == PatronUnknown(BEN)


def test_changed_chips_are_worth_the_same() -> None:
    evening = with_float()
    evening.do(commands.ChangeChips(chips({100: 1}), chips({25: 4})))
    assert evening.table.tray is not None
    assert (evening.table.tray[dollars(100)], evening.table.tray[dollars(25)]) == (21, 16)
    assert in_tray(evening) == WORTH
    worth_less = commands.ChangeChips(chips({100: 1}), chips({25: 3}))
    assert evening.refused(worth_less) == refusals.ChipsWorthOther(dollars(75), dollars(100))
    beyond = commands.ChangeChips(chips({1000: 1}), chips({25: 40}))
    assert evening.refused(beyond) == ChipsMissing(dollars(25), 40, 16)
    assert evening.refused(commands.ChangeChips((), chips({25: 1}))) == refusals.NoChipsNamed()


# Payments


@pytest.mark.reading("A-89")
def test_losing_bets_are_taken_first_and_winners_are_paid_from_the_tray() -> None:
    evening = with_float()
    stacks = paid(evening, BANKER_ON_7)
    assert stacks == events.StacksMoved(
        1,
        (events.Stack(BEN_AT_1, dollars(500), chips({500: 1})),),
        (events.Stack(ANN_AT_1, dollars(1000), chips({1000: 1})),),
    )
    assert evening.record.events[-1].clause == "A-89"
    assert in_tray(evening) == WORTH - dollars(500)


def test_what_was_just_taken_pays_the_winners() -> None:
    evening = with_float(counted=chips({500: 1}))
    assert paid(evening, BANKER_ON_7).paid[0].chips == chips({500: 2})
    assert in_tray(evening) == 0


def test_a_table_without_a_float_plays_all_the_same() -> None:
    evening = live_opened()
    bet_and_dealt(evening, BANKER_ON_7)
    assert len(evening.do(Settle())) == 1
    count(evening, FloatCount.OPENING)
    assert in_tray(evening) == WORTH
    paid(evening, BANKER_ON_7)
    assert in_tray(evening) == WORTH - dollars(500)


@pytest.mark.reading("A-89")
def test_without_a_float_the_rounding_is_recorded_and_nothing_else() -> None:
    evening = live_opened(of_fives())
    stacks = paid(evening, BANKER_ON_6, banker=125, player=100)
    assert stacks.paid == (events.Stack(ANN_AT_1, Cents(6250), chips({25: 2, 5: 3})),)
    assert evening.table.tray is None
    assert evening.table.book.balance(ROUNDING) == -Cents(250)
    corrected(evening, BANKER_ON_7)
    assert evening.table.book.balance(ROUNDING) == 0
    assert replay(evening.record.events) == evening.table


def test_a_round_that_the_tray_cannot_pay_is_not_settled_until_it_is_filled() -> None:
    evening = with_float(counted=chips({100: 1}))
    bet_and_dealt(evening, BANKER_ON_7)
    refusal = evening.refused(Settle())
    assert refusal == refusals.TrayCannotPay(ANN_AT_1, dollars(1000), dollars(400), chips({100: 4}))
    moved(evening, SlipKind.FILL, chips({100: 4}))
    evening.do(Settle())
    assert in_tray(evening) == 0


def test_a_tray_with_too_large_chips_pays_after_a_change() -> None:
    evening = with_float(counted=chips({1000: 10}))
    bet_and_dealt(evening, PLAYER_ON_9, banker=2000, player=500)
    refusal = evening.refused(Settle())
    assert refusal == refusals.TrayCannotPay(BEN_AT_1, dollars(500), Cents(0), chips({500: 1}))
    evening.do(commands.ChangeChips(chips({500: 2}), chips({1000: 1})))
    evening.do(Settle())
    assert in_tray(evening) == dollars(11_500)


@pytest.mark.reading("A-89")
def test_chips_are_split_where_the_fewest_for_one_winner_would_leave_another_short() -> None:
    # The fewest chips for 105 are 100 and 5, but then the rest cannot make 100.
    kinds = ChipSet(tuple(Chip(dollars(value), str(value), "") for value in (100, 25, 20, 5)))
    config = replace(live_configuration(), layout=replace(LAYOUT, chips=kinds))
    evening = with_float(config, chips({100: 1, 25: 1, 20: 4, 5: 1}))
    evening.do(OpenBets())
    lay(evening, ANN, player=105)
    lay(evening, BEN, player=100)
    evening.do(CloseLayout())
    evening.deal(PLAYER_ON_9)
    *_, stacks = evening.do(Settle())
    assert isinstance(stacks, events.StacksMoved)
    assert [dict(stack.chips) for stack in stacks.paid] == [
        {dollars(25): 1, dollars(20): 4},
        {dollars(100): 1},
    ]


def test_nothing_is_counted_out_when_no_bet_lay() -> None:
    evening = with_float()
    evening.do(OpenBets())
    evening.do(CloseLayout())
    evening.deal(BANKER_ON_7)
    assert len(evening.do(Settle())) == 1


@pytest.mark.reading("A-89")
def test_half_of_25_is_paid_up_to_the_next_chip_at_the_cost_of_the_house() -> None:
    evening = with_float(of_fives(), FIVES)
    stacks = paid(evening, BANKER_ON_6, banker=125, player=100)
    won = events.Stack(ANN_AT_1, Cents(6250), chips({25: 2, 5: 3}))
    assert stacks.paid == (won,)
    book = evening.table.book
    assert book.balance(ROUNDING) == -Cents(250)
    assert in_tray(evening) == dollars(40 * 130 + 100 - 65)
    assert book.meters_of(ANN_AT_1).adjusted_up == Cents(250)


def test_a_part_of_a_bet_that_chips_cannot_make_is_taken_down_to_the_next_chip() -> None:
    evening = with_float(of_fives(), FIVES)
    evening.do(OpenBets())
    lay(evening, ANN, banker=9_000)
    lay(evening, BEN, banker=3_000)
    evening.do(CloseLayout(passed_over=True))
    evening.deal(PLAYER_ON_9)
    played = [dict(stakes) for stakes in evening.table.round_now.positions.values()]
    (first,), (second,) = (part.values() for part in played)
    *_, stacks = evening.do(Settle())
    assert isinstance(stacks, events.StacksMoved)
    for stack, part in zip(stacks.taken, (first, second), strict=True):
        assert stack.amount == part
        assert 0 <= part - sum(value * number for value, number in stack.chips) < dollars(5)
    in_tray(evening)


def corrected(evening: Evening, cards: str) -> tuple[Fact, ...]:
    """Correct a paid round by its cards."""
    report = ReportIrregularity(
        Irregularity.WRONG_CARD_REGISTERED, "misread", parse_cards(cards), ()
    )
    evening.do(report)
    return evening.do(Attest(), SUPERVISOR)


def test_a_correction_takes_the_rounding_back_with_the_payment() -> None:
    evening = with_float(of_fives(), FIVES)
    paid(evening, BANKER_ON_6, banker=125, player=100)
    *_, stacks = corrected(evening, BANKER_ON_7)
    # 62.50 was due and 65 paid; now 125 are due.
    assert isinstance(stacks, events.StacksMoved)
    assert stacks.paid == (events.Stack(ANN_AT_1, Cents(6250), chips({25: 2, 5: 2})),)
    assert evening.table.book.balance(ROUNDING) == 0
    assert in_tray(evening) == dollars(40 * 130 + 100 - 125)
    *_, again = corrected(evening, BANKER_ON_6)
    assert isinstance(again, events.StacksMoved)
    assert again.taken == (events.Stack(ANN_AT_1, Cents(6250), chips({25: 2, 5: 2})),)
    assert evening.table.book.balance(ROUNDING) == -Cents(250)


def test_a_patron_who_walked_away_owes_what_a_correction_takes_and_the_tray_is_untouched() -> None:
    evening = with_float(of_fives(), FIVES)
    paid(evening, BANKER_ON_6, banker=125, player=100)
    evening.do(LeaveTable(ANN))
    before = in_tray(evening)
    *_, stacks = corrected(evening, "9S KD KH QC")
    assert isinstance(stacks, events.StacksMoved)
    assert [stack.place for stack in stacks.paid] == [BEN_AT_1]
    assert in_tray(evening) == before - dollars(200)


@pytest.mark.reading("A-28", "A-89")
@pytest.mark.clause("rws-live", "5.3")
def test_a_correction_takes_back_what_is_held_for_a_patron_who_walked_away() -> None:
    """Her 190 lie at the table, of which 2.50 were rounded up; nothing of it is left to claim."""
    evening = with_float(of_fives(), FIVES)
    before = in_tray(evening)
    bet_and_dealt(evening, BANKER_ON_6, banker=125, player=100)
    evening.do(LeaveTable(ANN))
    evening.do(Settle())
    assert evening.table.book.held(ANN_AT_1) == dollars(190)
    *_, stacks = corrected(evening, PLAYER_ON_9)
    assert isinstance(stacks, events.StacksMoved)
    assert stacks.taken == (events.Stack(ANN_AT_1, Cents(18750), chips({100: 1, 25: 3, 5: 3})),)
    book = evening.table.book
    assert (book.held(ANN_AT_1), book.owed(ANN_AT_1), book.balance(ROUNDING)) == (0, 0, 0)
    assert in_tray(evening) == before + dollars(125 - 100)


@pytest.mark.reading("A-28")
@pytest.mark.clause("rws-live", "5.3")
def test_a_patron_who_walked_away_owes_only_what_is_not_held() -> None:
    """Ann was paid 250 by a wrong result, and left; 200 of another round are held for her."""
    evening = with_float(of_fives(), FIVES)
    paid(evening, BANKER_ON_7, banker=125, player=100)
    bet_and_dealt(evening, BANKER_ON_7, banker=100, player=100)
    evening.do(LeaveTable(ANN))
    evening.do(Settle())
    assert evening.table.book.held(ANN_AT_1) == dollars(200)
    misread = ReportIrregularity(
        Irregularity.WRONG_CARD_REGISTERED, "misread", parse_cards(PLAYER_ON_9), (), round_number=1
    )
    evening.do(misread)
    evening.do(Attest(), SHIFT_MANAGER)
    book = evening.table.book
    assert (book.held(ANN_AT_1), book.owed(ANN_AT_1)) == (0, dollars(50))
    in_tray(evening)


@pytest.mark.reading("A-28", "A-89")
def test_a_patron_who_comes_back_repays_a_debt_in_chips() -> None:
    evening = with_float(of_fives(), FIVES)
    paid(evening, BANKER_ON_7, banker=125, player=100)
    evening.do(LeaveTable(ANN))
    corrected(evening, "9S KD KH QC")
    owed, before = evening.table.book.owed(ANN_AT_1), in_tray(evening)
    assert owed == dollars(250)
    repay = RepayDebt(ANN_AT_1, dollars(100))
    assert evening.refused(repay, SUPERVISOR) == PatronUnknown(ANN)
    evening.do(JoinTable(ANN))
    over = RepayDebt(ANN_AT_1, dollars(300))
    assert evening.refused(over, SUPERVISOR) == AmountAboveDebt(dollars(300), owed)
    held = tuple(sorted((evening.table.tray or {}).items(), reverse=True))
    evening.do(commands.CountFloat(FloatCount.CLOSING, held))
    assert evening.refused(repay, SUPERVISOR) == refusals.CountWaits(FloatCount.CLOSING)
    evening.do(commands.ConfirmFloat(held[1:]), SUPERVISOR)  # differs, so it no longer waits
    assert evening.do(repay, SUPERVISOR) == (
        DebtRepaid(ANN_AT_1, dollars(100)),
        events.StacksMoved(None, (events.Stack(ANN_AT_1, dollars(100), chips({100: 1})),), ()),
    )
    assert evening.table.book.owed(ANN_AT_1) == dollars(150)
    assert in_tray(evening) == before + dollars(100)


@pytest.mark.reading("A-39", "A-89")
def test_a_tray_is_filled_while_an_irregularity_waits_that_it_could_not_pay() -> None:
    """The lost stakes of a void round come out of the tray, which sold the chips meanwhile."""
    evening = with_float(counted=chips({100: 2}))
    bet_and_dealt(evening, "9S KS KH QD", banker=500, player=100)
    evening.do(Settle())
    evening.do(commands.BuyChips(ANN, dollars(500)))
    evening.do(ReportIrregularity(Irregularity.WRONG_NUMBER_OF_CARDS, "one too many"))
    assert isinstance(evening.ask(Attest(), SUPERVISOR), refusals.TrayCannotPay)
    moved(evening, SlipKind.FILL, chips({500: 1}))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void
    assert net(evening, ANN) == net(evening, BEN) == 0
    assert in_tray(evening) == dollars(200 + 500 - 500)


def test_an_earlier_round_is_put_right_in_chips() -> None:
    evening = with_float(of_fives(), FIVES)
    paid(evening, BANKER_ON_6, banker=125, player=100)
    paid(evening, BANKER_ON_7, banker=100, player=100)
    before = in_tray(evening)
    report = ReportIrregularity(
        Irregularity.WRONG_CARD_REGISTERED, "misread", parse_cards(BANKER_ON_7), (), round_number=1
    )
    evening.do(report, SUPERVISOR)
    facts = evening.do(Attest(), SHIFT_MANAGER)
    (stacks,) = (fact for fact in facts if isinstance(fact, events.StacksMoved))
    assert stacks.round_number == 1
    assert in_tray(evening) == before - dollars(60)
    (earlier,) = evening.table.past
    assert earlier.layout is not None
    assert earlier.layout.rounded[ANN_AT_1] == 0


def test_an_adjustment_is_paid_and_taken_in_chips() -> None:
    evening = with_float()
    paid(evening, PLAYER_ON_9)
    before = in_tray(evening)
    for amount, expected in ((30, 30), (-30, 0)):
        evening.do(AskAdjustment(ANN_AT_1, dollars(amount), "goodwill"), SUPERVISOR)
        *_, stacks = evening.do(AnswerAdjustment(ANN_AT_1, granted=True), SHIFT_MANAGER)
        assert isinstance(stacks, events.StacksMoved)
        assert stacks.round_number is None
        assert in_tray(evening) == before - dollars(expected)


def test_the_tray_itself_is_no_place_that_an_adjustment_reaches() -> None:
    asked = AskAdjustment(TRAY, dollars(5), "goodwill")
    assert with_float().refused(asked, SUPERVISOR) == NoMoneyHere(TRAY)


# What cannot be in a record


def evolved(table: Table, fact: Fact) -> Table:
    return evolve(table, TableEvent(fact, DEALER, Instant(9_999), CommandId("x"), "A-89"))


def test_a_record_whose_chips_do_not_add_up_is_not_taken() -> None:
    evening = with_float()
    paid(evening, BANKER_ON_7)
    with pytest.raises(RecordDoesNotHold, match="the tray holds"):
        evolved(evening.table, events.ChipsChanged(1, chips({100: 1}), ()))
    with pytest.raises(RecordDoesNotHold, match="more chips than it held"):
        evolved(evening.table, events.ChipsChanged(1, chips({5000: 20}), chips({1000: 100})))


def test_chips_move_only_in_a_tray_that_was_counted_and_rounds_with_a_layout() -> None:
    with pytest.raises(RecordDoesNotHold, match="nobody counted"):
        evolved(live_opened().table, events.ChipsChanged(1, (), ()))
    with pytest.raises(RecordDoesNotHold, match="without a layout"):
        chip_values(opened().table)
    evening = with_float()
    paid(evening, BANKER_ON_7)
    stripped = replace_layout(evening.table)
    with pytest.raises(RecordDoesNotHold, match="has no layout"):
        evolved(stripped, events.StacksMoved(1, (), ()))


def replace_layout(table: Table) -> Table:
    return changed(table, round=changed(table.round_now, layout=None))


# Every chip is conserved

STEPS = st.sampled_from(["buy", "fill", "credit", "change", "round", "leave", "correct", "reopen"])


@given(st.lists(st.tuples(STEPS, st.integers(1, 40)), max_size=12))
@settings(deadline=None, max_examples=25)
def test_at_every_step_of_any_evening_the_tray_is_worth_what_the_ledger_says(
    steps: list[tuple[str, int]],
) -> None:
    evening = with_float(of_fives(), FIVES)
    for step, number in steps:
        taken_step(evening, step, number)
        in_tray(evening)
    assert replay(evening.record.events) == evening.table
    postings, table = [], Table()
    for event in evening.record.events:
        posting = posting_of(table, event.fact)
        postings += [posting] if posting else []
        table = evolve(table, event)
    assert audit.audit(table.book, postings) == ()
    assert book_of(postings) == table.book


CARDS = (BANKER_ON_6, BANKER_ON_7, PLAYER_ON_9)


def taken_step(evening: Evening, step: str, number: int) -> None:
    """Take a step if the table accepts it."""
    match step:
        case "buy":
            evening.ask(commands.BuyChips(ANN, dollars(5 * number)))
        case "fill" | "credit":
            evening.ask(commands.RequestSlip(SlipKind(step), chips({25: number})), SUPERVISOR)
            slip = evening.table.papers.slips_count
            evening.ask(commands.CarrySlip(slip), CARRIER)
            evening.ask(commands.SignSlip(slip))
            evening.ask(commands.VoidSlip(slip, "not enough"), SUPERVISOR)
        case "change":
            evening.ask(commands.ChangeChips(chips({100: number}), chips({25: 4 * number})))
        case "leave":
            evening.ask(LeaveTable(BEN if number % 2 else ANN))
        case "round":
            played(evening, number)
        case "correct":
            cards = parse_cards(CARDS[number % 3])
            evening.ask(ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "x", cards, ()))
            evening.ask(Attest(), SUPERVISOR)
        case _:
            reopened(evening, number)


def played(evening: Evening, number: int) -> None:
    evening.ask(JoinTable(ANN, BOX_1))
    evening.ask(JoinTable(BEN))
    bet_and_dealt(evening, CARDS[number % 3], banker=100 + 5 * number, player=100)
    if not isinstance(evening.ask(Settle()), tuple):
        moved(evening, SlipKind.FILL, FIVES)
        evening.do(Settle())


def reopened(evening: Evening, number: int) -> None:
    """Close the float with a variance, and open it again with other chips."""
    counted = chips({5: number})
    count(evening, FloatCount.CLOSING, counted)
    count(evening, FloatCount.OPENING, counted)

"""The smallest and the largest values that are still accepted."""

from typing import Any

import pytest

from punto.ledger.tickets import TicketNumber
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.betting.refusals import LiabilityAboveCap
from punto.rounds.commands import Patron
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.events import Fact
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.irregularity.refusals import NoCardIsOut, RoundOutOfReach
from punto.rounds.next_step import Due, next_due
from punto.rounds.phases import NextStep
from punto.rounds.purse.commands import CashOut, HandPay, TakeCash
from punto.rounds.purse.events import CashOutReserved
from punto.rounds.shoe.commands import LoadShoe, RetireShoe, Shuffle
from punto.rounds.shoe.refusals import CutDoesNotFit
from punto.rounds.shoe.state import Shoe
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import Instant
from punto.values.money import Cents, dollars
from punto.values.structures import replace
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
    position,
)
from support.rounds.matters import Policies, config_for, report, settled
from support.rounds.virtual import LOAD, LOAD_CUT, virtual_configuration, virtual_table

reading = pytest.mark.reading

CENT = Cents(1)
EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD
MISREAD = Irregularity.WRONG_CARD_REGISTERED


@pytest.mark.parametrize(
    "changes",
    [
        {"betting_ms": 1},
        {"grace_ms": 0},
        {"pace_ms": 0},
        {"ticket_ms": 0},
        {"liability_cap": Cents(0)},
        {"fixed_readings": ("A-17",)},  # a reading without a switch
    ],
)
def test_a_table_may_be_configured_with_the_least(changes: dict[str, Any]) -> None:
    config = replace(configuration(), **changes)
    assert "A-17" in dict(config.readings)
    Evening().do(ConfigureTable(config), PIT_MANAGER)


@reading("A-17", "A-26")
def test_a_cap_lets_bets_be_lowered_and_none_be_raised_for_it() -> None:
    evening = betting(replace(configuration(), liability_cap=dollars(285)))
    evening.bet(T1, player=285, banker=300)  # Banker pays 0.95 to 1
    raised = WantPosition(T1, 1, position(player=100, banker=301))
    assert evening.refused(raised, Patron(T1)) == LiabilityAboveCap(dollars(285))
    evening.bet(T1, player=284, banker=300)
    evening.bet(T1, player=284, banker=1)


def test_a_single_cent_is_bought_paid_out_and_given() -> None:
    evening = opened()
    evening.do(TakeCash(T1, CENT))
    assert evening.table.credits_of(T1) == 100_001
    evening.do(HandPay(T1, CENT), SUPERVISOR)
    assert evening.table.credits_of(T1) == 100_000
    evening.do(AskAdjustment(T1, CENT, "a courtesy"), SUPERVISOR)
    evening.do(AnswerAdjustment(T1, granted=True), SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == 100_001


@reading("A-28")
def test_a_single_cent_of_a_debt_is_repaid() -> None:
    evening = opened(credits_dollars=1)
    evening.do(AskAdjustment(T1, Cents(-101), "paid twice"), SUPERVISOR)
    evening.do(AnswerAdjustment(T1, granted=True), SHIFT_MANAGER)
    assert evening.table.book.owed(T1) == CENT
    evening.do(TakeCash(T1, CENT))
    evening.do(RepayDebt(T1, CENT), SUPERVISOR)
    assert (evening.table.book.owed(T1), evening.table.credits_of(T1)) == (0, 0)


def test_the_lowest_chance_makes_a_ticket_too() -> None:
    (reserved,) = opened().do(CashOut(T1, 0), Patron(T1))
    expires_at = Instant(1_000 + configuration().ticket_ms)
    assert reserved == CashOutReserved(T1, dollars(1000), TicketNumber("0" * 18), expires_at)


@reading("A-49")
def test_behind_the_cut_card_lie_two_of_the_longest_coups_where_one_more_round_follows() -> None:
    config = replace(virtual_configuration(), one_more_after_cut_card=True)
    virtual_table(config, replace(LOAD, cut_at=416 - 12))
    evening = Evening()
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    refusal = evening.refused(replace(LOAD, cut_at=416 - 11))
    assert refusal == CutDoesNotFit(416 - 11)


def test_a_timer_keeps_its_pace_from_the_first_instant_on() -> None:
    evening = Evening(now=0)
    config = replace(virtual_configuration(), self_dealing=True)
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    assert next_due(evening.table) == Due(Instant(1_500), NextStep.LOAD_SHOE)
    evening.do(LOAD_CUT)
    assert next_due(evening.table) == Due(Instant(1_500), NextStep.OPEN_BETS)


def is_taken(facts: tuple[Fact, ...]) -> bool:
    """Whether a report was accepted as it is, and raised no alarm."""
    (told,) = facts
    return isinstance(told, IrregularityReported) and not told.automatic


@reading("A-69")
@pytest.mark.parametrize(
    "wish",
    [
        report(EXCESS, extra="4D"),
        report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN, extra="4D"),
        report(Irregularity.WRONG_NUMBER_OF_CARDS, "4D 4D 4D 4D"),
        report(MISREAD, "4D 4D 4D 4D"),
        report(Irregularity.TECHNICAL_INTERRUPTION, "4D 4D 4D 4D"),
    ],
)
def test_a_report_may_name_a_card_as_often_as_the_decks_hold_it(
    policies: Policies, wish: ReportIrregularity
) -> None:
    config = config_for("rws-etg", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.close()
    evening.deal("4D 4D 4D")
    assert is_taken(evening.do(wish))


def with_cards_left(evening: Evening, how_many: int) -> Evening:
    shoe = replace(evening.table.shoe_now, dealt_count=8 * 52 - how_many)
    evening.record = replace(evening.record, table=replace(evening.table, shoe=shoe))
    return evening


@reading("A-69")
def test_a_report_may_take_the_last_card_of_the_shoe(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.close()
    evening.deal("4D KS 8C")
    with_cards_left(evening, 1)
    assert is_taken(evening.do(report(EXCESS, extra="2D")))


@reading("A-69")
def test_of_several_cards_past_the_end_of_the_shoe_the_last_one_cannot_be(
    policies: Policies,
) -> None:
    evening = with_cards_left(betting(config_for("rws-etg", policies)), 2)
    beyond, _ = evening.do(report(EXCESS, extra="2D 3D 4D"))
    assert beyond == CardBeyondDecks(parse_card("4D"), 8, parse_cards("2D 3D 4D"))


@reading("A-29", "A-69")
@pytest.mark.parametrize(
    "wish",
    [
        report(MISREAD, "KD KD KD KD KC KC", earlier=1),
        report(Irregularity.WRONG_AREA, "", earlier=1),  # no card of that round is known
    ],
)
def test_cards_of_a_shoe_that_is_gone_are_counted_up_to_its_decks(
    policies: Policies, wish: ReportIrregularity
) -> None:
    config = config_for("rws-etg", policies)
    evening = betting(replace(config, terms=replace(config.terms, decks=4)))
    evening.play("KS 3D QH 4C 2D")
    evening.do(RetireShoe("worn"), SUPERVISOR)
    evening.do(LoadShoe(4, Shuffle.BY_HAND))
    evening.do(OpenBets())
    assert is_taken(evening.do(wish))


def test_a_single_deck_holds_each_card_once() -> None:
    card = parse_card("9C")
    shoe = Shoe(1, 1, CardSource.KEYED_SHOE)
    assert shoe.holds(card)
    assert not shoe.after((card,)).holds(card)


def test_no_terminal_was_lost_in_a_round_that_never_was(policies: Policies) -> None:
    evening = settled("mbs", policies)
    lost = Irregularity.TERMINAL_INTERRUPTION
    wish = ReportIrregularity(lost, "dark", terminals=(T1,), round_number=0)
    assert evening.refused(wish) == RoundOutOfReach(0)


@pytest.mark.clause("rws-etg", "5.12")
def test_the_cards_of_a_void_round_are_out_no_more(policies: Policies) -> None:
    evening = betting(config_for("rws-etg", policies))
    evening.close()
    evening.deal("4D KS")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Attest(), SUPERVISOR)
    assert evening.refused(report(Irregularity.DEALT_ORDER_LOST)) == NoCardIsOut("5.12")

"""What a round, a matter or a proposal leaves behind, and what it does not."""

from collections import Counter

import pytest

from punto.ledger.postings import Posting
from punto.ledger.tickets import Ticket, TicketRedeemed, ticket_number
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.commands import Patron
from punto.rounds.evolution import evolve_and_post
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.irregularity.events import CardsCorrected, PlayResumed, RoundVoided
from punto.rounds.irregularity.refusals import RoundOutOfReach
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
    TakeTicket,
)
from punto.rounds.purse.events import TicketPrinted
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.shoe.refusals import NothingToReveal
from punto.rounds.state import Table
from punto.rounds.table.commands import ChangeLimits, CloseTable, ConfigureTable, OpenTable
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.refusals import StakeBelowMinimum
from punto.values.cards import parse_cards
from punto.values.ids import Instant, TerminalId
from punto.values.money import Cents, dollars
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
from support.rounds.matters import GAMES, Policies, config_for, report, settled, with_cards
from support.rounds.virtual import REVEAL

clause = pytest.mark.clause
reading = pytest.mark.reading

MISREAD = Irregularity.WRONG_CARD_REGISTERED
POWER = Irregularity.TECHNICAL_INTERRUPTION
BY_THE_CARDS = "KS 3D QH 2C 7D KD"
THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000


@clause("rws-etg", "5.1.2")
@clause("mbs", "5.9.1")
@reading("A-33")
@pytest.mark.parametrize("document", GAMES)
def test_an_interruption_that_finds_another_card_and_decides_nothing_corrects_the_cards_and_voids(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D")
    evening.do(report(POWER, "4D KS"))
    corrected, voided = evening.do(Attest(), SUPERVISOR)
    assert corrected == CardsCorrected(parse_cards("4D"), parse_cards("4D KS"))
    assert isinstance(voided, RoundVoided)
    assert evening.table.round_now.cards == parse_cards("4D KS")
    shoe = evening.table.shoe_now
    assert (shoe.counts, shoe.dealt_count) == (Counter(parse_cards("4D KS")), 2)
    assert evening.table.credits_of(T1) == dollars(1000)


@reading("A-33")
def test_an_interruption_that_finds_no_other_card_corrects_none(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(POWER, "4D KS"))
    (voided,) = evening.do(Attest(), SUPERVISOR)
    assert isinstance(voided, RoundVoided)


@clause("rws-etg", "5.1.1")
@clause("mbs", "5.9.2")
@reading("A-37")
@pytest.mark.parametrize("document", GAMES)
def test_an_interruption_of_the_deal_gives_no_betting_time_back(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, "4D KS 4C")
    evening.now += 6_000
    evening.do(report(POWER))
    evening.now += 7_000
    # Bets opened at 1,000 for 20,000.
    assert evening.do(Attest(), SUPERVISOR) == (PlayResumed(Instant(21_000)),)
    assert evening.table.round_now.closes_at == 21_000


def test_what_comes_after_a_matter_rests_on_a_clause_of_its_own(policies: Policies) -> None:
    ruled = opened(config_for("mbs", policies))
    ruled.do(report(Irregularity.NOT_COVERED))
    ruled.do(Rule(Verdict.GOES_ON, "no harm"), SHIFT_MANAGER)
    corrected = settled("mbs", policies)
    corrected.do(report(MISREAD, BY_THE_CARDS))
    corrected.do(Attest(), SUPERVISOR)
    for evening in (ruled, corrected):
        assert evening.table.matter is None
        evening.do(RetireShoe("worn"), SUPERVISOR)
        assert evening.record.events[-1].clause == "A-46"


@clause("rws-etg", "5.3.3")
@reading("A-28", "A-29")
def test_a_paid_round_that_was_voided_is_paid_no_more_and_out_of_reach(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Attest(), SUPERVISOR)
    voided = evening.table.round_now
    assert (voided.void, voided.is_paid, voided.settled_by) == (True, False, None)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(OpenTable())
    assert evening.phase() is Phase.IDLE
    evening.do(OpenBets())
    refusal = evening.refused(report(MISREAD, BY_THE_CARDS, earlier=1))
    assert refusal == RoundOutOfReach(1)


@clause("rws-etg", "5.8")
@reading("A-29")
@pytest.mark.parametrize("number", [1, 2])
def test_a_late_correction_leaves_every_other_round_as_it_was(
    policies: Policies, number: int
) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    evening.play("KS 3D 9H 4C")
    evening.do(OpenBets())
    other = 3 - number
    before = evening.table.past_round(other)
    evening.do(report(MISREAD, BY_THE_CARDS, earlier=number))
    evening.do(Attest(), SHIFT_MANAGER)
    assert evening.table.past_round(other) == before
    changed = evening.table.past_round(number)
    assert changed is not None
    assert changed.cards == parse_cards(BY_THE_CARDS)


def postings(evening: Evening) -> list[Posting]:
    table, made = Table(), []
    for event in evening.record.events:
        table, posting = evolve_and_post(table, event)
        if posting is not None:
            made.append(posting)
    return made


@reading("A-28", "A-29")
def test_a_posting_that_pays_a_round_again_names_the_one_that_it_reverses(
    policies: Policies,
) -> None:
    evening = settled("rws-etg", policies)
    evening.do(report(MISREAD, BY_THE_CARDS))
    evening.do(Attest(), SUPERVISOR)
    evening.do(OpenBets())
    evening.do(report(MISREAD, "KS 3D QH 4C 2D", earlier=1))
    evening.do(Attest(), SHIFT_MANAGER)
    # Two terminals bought in, one bet and was paid; then twice again.
    assert [(each.number, each.reverses) for each in postings(evening)] == [
        (1, None), (2, None), (3, None), (4, None), (5, 4), (6, 5),
    ]  # fmt: skip


def test_a_round_without_bets_was_paid_by_no_posting() -> None:
    evening = betting()
    evening.play("KS 3D 9H 4C")
    now = evening.table.round_now
    assert (now.is_paid, now.settled_by) == (True, None)


@clause("rws-etg", "5.11")
@reading("A-28", "A-38")
def test_a_stake_that_a_void_returns_does_not_repay_a_debt(policies: Policies) -> None:
    evening = opened(config_for("rws-etg", policies), credits_dollars=1)
    evening.do(AskAdjustment(T1, dollars(-10), "paid twice"), SUPERVISOR)
    evening.do(AnswerAdjustment(T1, granted=True), SHIFT_MANAGER)
    evening.do(TakeCash(T1, dollars(60)))
    evening.do(OpenBets())
    evening.bet(T1, banker=60)
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight"), SHIFT_MANAGER)
    assert (evening.table.credits_of(T1), evening.table.book.owed(T1)) == (dollars(60), dollars(9))


@clause("rws-etg", "3.4")
@clause("mbs", "2.2")
def test_other_limits_hold_in_every_later_round() -> None:
    evening = opened()
    evening.do(ChangeLimits(Limits(dollars(10), dollars(100))), PIT_MANAGER)
    for number in (1, 2):
        evening.do(OpenBets())
        assert evening.table.next_limits is None
        refusal = evening.refused(WantPosition(T1, number, position(tie=6)), Patron(T1))
        below = StakeBelowMinimum(BetKey("tie"), dollars(6), dollars(10))
        assert refusal == BetsRefused((below,))
        evening.play("KS 3D 9H 4C")


def test_waiting_limits_are_forgotten_when_a_table_is_reconfigured() -> None:
    evening = opened()
    evening.do(ChangeLimits(Limits(dollars(10), dollars(100))), PIT_MANAGER)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(ConfigureTable(configuration()), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(OpenBets())
    evening.bet(T1, tie=6)


def test_real_cards_leave_no_order_to_reveal() -> None:
    evening = betting()
    evening.play("KS 3D 9H 4C")
    assert evening.table.shoe_now.drawn == ()
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.table.unrevealed == {}
    assert evening.refused(REVEAL) == NothingToReveal(1)


def test_a_ticket_that_was_taken_is_kept_with_its_number_place_and_time() -> None:
    number = ticket_number(77)
    ticket = Ticket(number, dollars(40), TerminalId("B7"), Instant(0), Instant(90_000))
    evening = opened()
    evening.do(TakeTicket(T1, number, dollars(40), ticket, None), Patron(T1))
    assert evening.table.tickets_taken == {number: TicketRedeemed(number, T1, Instant(1_000))}


def uncertain() -> Evening:
    """A ticket of 1,000 that the printer may or may not have printed."""
    evening = opened()
    evening.do(CashOut(T1, 123), Patron(T1))
    evening.do(AnswerPrinter(T1, ticket_number(123), PrinterAnswer.UNKNOWN), Patron(T1))
    return evening


def test_a_ticket_that_staff_have_found_is_the_one_that_was_reserved() -> None:
    wish = ResolveCashOut(T1, ticket_number(123), came_out=True)
    expires_at = Instant(1_000 + THIRTY_DAYS)
    printed = TicketPrinted(T1, dollars(1000), ticket_number(123), Instant(1_000), expires_at)
    assert uncertain().do(wish, SUPERVISOR) == (printed,)


@pytest.mark.parametrize("came_out", [True, False])
def test_the_next_cash_out_is_as_certain_as_its_printer(*, came_out: bool) -> None:
    evening = uncertain()
    evening.do(ResolveCashOut(T1, ticket_number(123), came_out), SUPERVISOR)
    assert not evening.table.seats[T1].uncertain
    evening.do(TakeCash(T1, Cents(500)))
    evening.do(CashOut(T1, 124), Patron(T1))
    evening.do(AnswerPrinter(T1, ticket_number(124), PrinterAnswer.PRINTED), Patron(T1))
    assert evening.table.book.reserved(T1) == 0

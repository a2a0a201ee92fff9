import pytest

from punto.rounds.adjustment.commands import AdjustmentKind, AnswerAdjustment, AskAdjustment
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import AnswerPrinter, CashOut, HandPay, PrinterAnswer
from punto.rounds.table.commands import ChangeDealer, ChangeLimits, Link
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import PersonId
from punto.values.money import dollars
from punto.views.screens.pit import AskedAdjustment, Exposure, PitView, SeatShown, pit_view
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    position,
)
from support.rounds.matters import report
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    betting,
    configuration,
    configured,
    opened,
    screens,
    settled,
    values_in,
    with_bets,
)

reading = pytest.mark.reading


def pit(evening: Evening) -> PitView:
    view = pit_view(screens(evening))
    assert view is not None
    return view


def test_every_seat_shows_its_money() -> None:
    t1, t2 = pit(with_bets()).seats
    assert t1 == SeatShown(
        terminal=T1,
        link=Link.CONNECTED,
        disabled="",
        has_left=False,
        credits=dollars(900),
        staked=dollars(100),
        reserved=dollars(0),
        owed=dollars(0),
        stakes=position(banker=100),
        opposite=False,
        ticket="",
        uncertain=False,
    )
    assert (t2.terminal, t2.credits, t2.stakes) == (T2, dollars(963), position(player=37))
    assert pit(opened()).seats[0].stakes == ()


def test_the_table_its_phase_and_its_dealer_are_named() -> None:
    evening = with_bets()
    view = pit(evening)
    assert (view.table, view.phase, view.dealer) == ("A1", Phase.BETTING, DEALER)
    ravi = Actor(PersonId("ravi"), Role.DEALER)
    evening.do(ChangeDealer(ravi), SUPERVISOR)
    assert pit(evening).dealer == ravi
    assert pit(configured()).dealer is None


@reading("A-17")
def test_exposure_is_the_worst_outcome_of_all_positions_against_the_cap() -> None:
    evening = betting(replace(configuration(), liability_cap=dollars(5_000)))
    evening.bet(T1, banker=100, tie=10)
    evening.bet(T2, player=30, tie=5)
    # A Tie pays 8 x 15 and returns the hands; Banker pays 95 and collects 30 and 15.
    assert pit(evening).exposure == Exposure(
        dollars(120), dollars(5_000), position(banker=100, tie=15, player=30)
    )
    evening.bet(T1, banker=300)
    # Banker pays 0.95 x 300 and collects 30 and 5.
    assert pit(evening).exposure.liability == dollars(250)


def test_bets_that_ended_are_no_exposure() -> None:
    over = Exposure(dollars(0), None, ())
    assert pit(opened()).exposure == over
    assert pit(settled()).exposure == over
    assert pit(STAGES["void"]()).exposure == over
    evening = betting()
    evening.play(BANKER_WINS)
    assert pit(evening).exposure == over


def test_bets_are_exposed_until_they_are_paid() -> None:
    for stage in ("closing", "two cards", "result", "dealing stopped"):
        assert pit(STAGES[stage]()).exposure.liability == dollars(58)


@reading("A-16")
def test_who_backs_both_hands_is_flagged() -> None:
    evening = betting()
    evening.bet(T2, player=10, banker=10)
    view = pit(evening)
    assert view.opposite_bets == (T2,)
    assert [seat.opposite for seat in view.seats] == [False, True]


def test_a_ticket_that_staff_have_to_look_for_is_listed_without_its_number() -> None:
    evening = opened()
    evening.do(CashOut(T2, 99), Patron(T2))
    number = evening.table.seats[T2].ticket
    assert number is not None
    view = pit(evening)
    assert view.uncertain_tickets == ()
    assert (view.seats[1].reserved, view.seats[1].ticket) == (
        dollars(1000),
        "*" * 14 + number[-4:],
    )
    evening.do(AnswerPrinter(T2, number, PrinterAnswer.UNKNOWN), Patron(T2))
    view = pit(evening)
    assert view.uncertain_tickets == (T2,)
    assert number not in set(values_in(view))


def test_what_a_correction_could_not_take_back_is_listed() -> None:
    evening = settled()
    evening.do(HandPay(T1, dollars(1095)), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    assert [seat.owed for seat in pit(evening).seats] == [0, 0]
    evening.do(Attest(), SUPERVISOR)
    assert [seat.owed for seat in pit(evening).seats] == [dollars(195), 0]


@reading("A-53")
def test_an_adjustment_waits_for_a_second_person() -> None:
    evening = opened()
    evening.do(AskAdjustment(T1, dollars(25), "a jammed banknote"), SUPERVISOR)
    assert pit(evening).adjustments == (
        AskedAdjustment(
            T1, AdjustmentKind.CREDITS, dollars(25), "a jammed banknote", SUPERVISOR.person
        ),
    )
    evening.do(AnswerAdjustment(T1, granted=True), SHIFT_MANAGER)
    assert pit(evening).adjustments == ()


def test_limits_are_shown_as_they_are_and_as_they_will_be() -> None:
    evening = with_bets()
    evening.do(ChangeLimits(Limits(dollars(20), dollars(800))), PIT_MANAGER)
    view = pit(evening)
    assert {offer.minimum for offer in view.offers} == {dollars(1)}
    assert view.coming_offers is not None
    assert {offer.minimum for offer in view.coming_offers} == {dollars(20)}
    evening.close()
    evening.deal(BANKER_WINS)
    evening.do(Settle())
    evening.do(OpenBets())
    assert pit(evening).coming_offers is None


def test_what_waits_to_be_attested_is_shown_and_what_was_out_of_the_ordinary() -> None:
    view = pit(STAGES["dealing stopped"]())
    assert view.procedure is not None
    assert view.procedure.awaited is Role.PIT_SUPERVISOR
    assert [each.code for each in view.significant] == [
        "TableConfigured",
        "TableOpened",
        "IrregularityReported",
    ]

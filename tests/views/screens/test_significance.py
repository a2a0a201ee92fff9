from typing import get_args

import pytest

from punto.rounds.adjustment.commands import (
    AdjustmentKind,
    AnswerAdjustment,
    AskAdjustment,
    RepayDebt,
)
from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.betting.events import BetsOpened, ClosingBegan, PositionTaken, TerminalFroze
from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.boxes.events import (
    ChipsPlaced,
    HandHandedOver,
    PatronJoined,
    ReadingTaken,
    SqueezeGranted,
)
from punto.rounds.catalogue import EVENTS
from punto.rounds.commands import Patron
from punto.rounds.dealing.events import CardDealt, ResultShown, RoundSettled, TotalsAnnounced
from punto.rounds.events import Fact
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import PlayResumed
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
)
from punto.rounds.purse.events import (
    BillTaken,
    CashOutReserved,
    CashTaken,
    TicketPrinted,
    TicketTaken,
)
from punto.rounds.shoe.commands import CountCards, NoteCutCard, RestartRoads, RetireShoe
from punto.rounds.shoe.events import CardsBurned, CutCardSeen, ShoeLoaded, ShoeRevealed
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    ChangeSeating,
    CloseTable,
    DisableTerminal,
    EnableTerminal,
    Link,
    ReportLink,
    Seating,
)
from punto.rounds.table.events import SeatLeft, TerminalSeated
from punto.rounds.tray.events import StacksHanded, StacksMoved
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import CommandId, PersonId, TableId
from punto.values.money import dollars
from punto.views.significance import SIGNIFICANT, SignificantEvent
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    move_in,
    terms_for,
)
from support.rounds.live import ANN, lay, live_betting
from support.rounds.matters import establish, report
from support.views.screens.stages import (
    BANKER_WINS,
    STAGES,
    at_a_shuffler,
    betting,
    configuration,
    corrected_late,
    opened,
    played,
    screens,
    settled,
    with_extra_card,
)

ROUTINE = {
    ShoeLoaded,
    CardsBurned,
    ShoeRevealed,
    BillTaken,
    TicketTaken,
    CutCardSeen,
    TerminalSeated,
    SeatLeft,
    CashTaken,
    CashOutReserved,
    TicketPrinted,
    BetsOpened,
    PositionTaken,
    ClosingBegan,
    TerminalFroze,
    CardDealt,
    TotalsAnnounced,
    ResultShown,
    RoundSettled,
    PlayResumed,
    PatronJoined,
    ChipsPlaced,
    ReadingTaken,
    HandHandedOver,
    SqueezeGranted,
    StacksHanded,
    StacksMoved,
}
"""The ordinary course of play."""

OPENED = ["TableConfigured", "TableOpened"]


def codes(evening: Evening) -> list[str]:
    return [each.code for each in screens(evening).significant]


def latest(evening: Evening) -> SignificantEvent:
    return screens(evening).significant[-1]


def test_every_fact_is_significant_or_in_the_ordinary_course_of_play() -> None:
    assert set(get_args(Fact)) == SIGNIFICANT | ROUTINE
    assert not SIGNIFICANT & ROUTINE


def test_a_round_that_goes_well_is_not_news() -> None:
    evening = settled()
    evening.do(NoteCutCard())
    evening.do(OpenBets())
    evening.play(BANKER_WINS)
    evening.do(RetireShoe("played out"))
    assert codes(evening) == OPENED


def test_news_come_with_person_role_clause_time_and_round() -> None:
    evening = STAGES["dealing stopped"]()
    evening.now = 9_000
    acting = Actor(PersonId("lim"), Role.PIT_SUPERVISOR, acting=True)
    evening.do(Attest(), acting)
    voided, retired = screens(evening).significant[-2:]
    assert voided.code == "RoundVoided"
    assert (voided.by, voided.at, voided.clause, voided.round_number) == (
        acting,
        9_000,
        "5.1.1, A-38",
        1,
    )
    assert voided.words == "The round is void; T1 gets 100.00 back; T2 gets 37.00 back"
    assert (retired.code, retired.words) == (
        "ShoeRetired",
        "The shoe is out of play: clause 5.1",
    )


def test_a_matter_is_followed_from_report_to_ruling() -> None:
    evening = betting()
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Decline("it is ours"), SUPERVISOR)
    evening.do(Rule(Verdict.GOES_ON, "it is ours indeed"), SHIFT_MANAGER)
    assert codes(evening) == [
        *OPENED,
        "IrregularityReported",
        "IrregularityDeclined",
        "RulingGiven",
    ]


def test_a_correction_after_payment_is_news_twice() -> None:
    evening = STAGES["settled stopped"]()
    evening.do(Attest(), SUPERVISOR)
    assert codes(evening)[-2:] == ["CardsCorrected", "RoundResettled"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (ChangeLimits(Limits(dollars(5), dollars(50))), "LimitsChanged"),
        (ChangeSeating(Seating(seats=7)), "SeatingChanged"),
        (ChangeDealer(Actor(PersonId("ravi"), Role.DEALER)), "DealerChanged"),
        (DisableTerminal(T1, "a spill"), "TerminalDisabled"),
        (ReportLink(T1, Link.LOST), "LinkReported"),
        (HandPay(T1, dollars(5)), "HandPaid"),
        (MoveOut(T2, TableId("B2")), "TerminalMovedOut"),
        (RetireShoe("a torn card"), "ShoeRetired"),
        (CloseTable(), "TableClosed"),
    ],
)
def test_what_staff_do_outside_a_round_is_news(wish: ChangeLimits, code: str) -> None:
    evening = opened()
    evening.do(wish, PIT_MANAGER)
    assert codes(evening) == [*OPENED, code]
    assert latest(evening).by == PIT_MANAGER


def test_what_undoes_it_is_news_too() -> None:
    evening = opened()
    evening.do(DisableTerminal(T1, "a spill"), SUPERVISOR)
    evening.do(EnableTerminal(T1), SUPERVISOR)
    evening.do(MoveOut(T2, TableId("B2")), SUPERVISOR)
    evening.do(move_in(T2, TableId("B2"), dollars(20), CommandId("sent")), SUPERVISOR)
    assert codes(evening)[3:] == ["TerminalEnabled", "TerminalMovedOut", "TerminalMovedIn"]


def test_a_ticket_is_news_when_something_is_wrong_with_it() -> None:
    evening = opened()
    evening.do(CashOut(T1, 5), Patron(T1))
    number = evening.table.seats[T1].ticket
    assert number is not None
    assert codes(evening) == OPENED
    evening.do(AnswerPrinter(T1, number, PrinterAnswer.UNKNOWN), Patron(T1))
    assert (latest(evening).code, latest(evening).by) == ("TicketUncertain", Patron(T1))
    evening.do(ResolveCashOut(T1, number, came_out=False), SUPERVISOR)
    assert latest(evening).code == "CashOutGivenBack"


def test_adjustments_and_debts_are_news() -> None:
    evening = settled()
    evening.do(AskAdjustment(T2, dollars(5), "a jammed banknote"), SUPERVISOR)
    evening.do(AnswerAdjustment(T2, granted=False), SHIFT_MANAGER)
    evening.do(AskAdjustment(T2, dollars(6), "a jammed banknote"), SUPERVISOR)
    evening.do(AnswerAdjustment(T2, granted=True), SHIFT_MANAGER)
    evening.do(HandPay(T1, dollars(1095)), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    evening.do(TakeCash(T1, dollars(100)))
    evening.do(RepayDebt(T1, dollars(100)), SUPERVISOR)
    evening.do(AskAdjustment(T1, dollars(95), "gone", AdjustmentKind.WRITE_OFF), SUPERVISOR)
    evening.do(AnswerAdjustment(T1, granted=True), SHIFT_MANAGER)
    topics = {kind.__name__: row.news.topic for kind, row in EVENTS.items() if row.news}
    money = [code for code in codes(evening) if topics[code] == "money"]
    assert money == [
        "AdjustmentAsked",
        "AdjustmentTurnedDown",
        "AdjustmentAsked",
        "CreditsAdjusted",
        "HandPaid",
        "DebtRepaid",
        "AdjustmentAsked",
        "DebtWrittenOff",
    ]


@pytest.mark.reading("A-41", "A-69")
def test_a_count_is_news_when_it_is_wrong() -> None:
    evening = opened()
    evening.do(CountCards(416))
    assert codes(evening) == OPENED
    evening.do(CountCards(415))
    assert codes(evening) == [*OPENED, "CardsCounted", "IrregularityReported"]


@pytest.mark.reading("A-69")
def test_a_card_too_many_is_news() -> None:
    evening = opened(replace(configuration(), terms=terms_for("mbs-tiger", decks=4)))
    played(evening, "KS KS KS KS 9C 8C")
    evening.do(OpenBets())
    evening.close()
    evening.deal("KS")
    assert codes(evening)[2:] == ["CardBeyondDecks", "IrregularityReported"]


def test_a_carried_card_and_a_late_correction_are_news() -> None:
    evening = with_extra_card(settled(), "9C")
    establish(evening)
    evening.do(OpenBets())
    corrected_late(evening, 1, "KS 3D QH 4C 9D")
    assert codes(evening)[2:] == [
        "IrregularityReported",
        "RulingGiven",
        "CardsCarried",
        "IrregularityReported",
        "EarlierRoundResettled",
    ]


def test_interrupted_terminals_are_news() -> None:
    evening = betting()
    evening.do(ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "dark", terminals=(T1,)))
    assert latest(evening).code == "TerminalsInterrupted"


def test_restarted_roads_are_news() -> None:
    evening = at_a_shuffler()
    evening.do(RestartRoads())
    assert latest(evening).code == "RoadsRestarted"


def test_terminals_that_did_not_answer_are_news() -> None:
    evening = betting()
    evening.do(BeginClosing())
    evening.freeze(T1)
    evening.now += 2_000
    evening.do(CutOff())
    assert latest(evening).code == "BetsClosed"
    assert "T2" in latest(evening).words


@pytest.mark.clause("rws-live", "5.1.1")
def test_a_close_of_live_bets_is_news_only_with_a_warning_passed_over() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=100)
    evening.do(CloseLayout())
    assert "LayoutClosed" not in codes(evening)
    careless = live_betting()
    lay(careless, ANN, banker=50)
    careless.do(CloseLayout(passed_over=True))
    assert latest(careless).code == "LayoutClosed"
    assert latest(careless).words.endswith("passed over: ann at box 1 (L 5.2)")

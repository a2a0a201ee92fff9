"""Money enters and leaves a terminal, and is accounted for at every moment in between."""

import pytest

from punto.ledger.tickets import TicketIssued, masked, ticket_number
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.betting.refusals import StakesAboveCredits
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import AmountNotPositive, RoleTooLow
from punto.rounds.commands import Patron
from punto.rounds.evolution import replay
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
    TakeTicket,
)
from punto.rounds.purse.events import (
    CashOutGivenBack,
    CashOutReserved,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
    TicketUncertain,
)
from punto.rounds.purse.evolution import ticket_step_of
from punto.rounds.purse.refusals import (
    AmountAboveCredits,
    ChanceOutOfRange,
    MoneyStillHere,
    NoCredits,
    NothingWasSent,
    NoTicketWaiting,
    RoundMayStillChange,
    TicketIsWaiting,
    TicketNumberTaken,
    TransferTakenAlready,
)
from punto.rounds.table.commands import CloseTable, Link, ReportLink
from punto.rounds.table.refusals import AlreadySeated, NotSeated
from punto.rules.roles import Role
from punto.values import replace
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds.evening import (
    DEALER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    move_in,
    opened,
    position,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

HERE, OTHER = TableId("A1"), TableId("B2")
MOVE = CommandId("move-1")
THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000


def cashing_out() -> Evening:
    evening = opened()
    evening.do(CashOut(T1, 123), Patron(T1))
    return evening


NUMBER = ticket_number(123)


def answered(answer: PrinterAnswer) -> AnswerPrinter:
    return AnswerPrinter(T1, NUMBER, answer)


@reading("A-22")
@clause("rws-etg", "1.15")
@clause("mbs", "1.1.15")
def test_a_cash_out_is_reserved_first_and_final_when_printed() -> None:
    evening = opened()
    (reserved,) = evening.do(CashOut(T1, 123), Patron(T1))
    assert isinstance(reserved, CashOutReserved)
    assert reserved.amount == dollars(1000)
    assert reserved.number == ticket_number(123)
    assert (evening.table.credits_of(T1), evening.table.book.reserved(T1)) == (0, dollars(1000))
    (printed,) = evening.do(answered(PrinterAnswer.PRINTED), Patron(T1))
    assert printed == TicketPrinted(
        T1, dollars(1000), reserved.number, Instant(1_000), Instant(1_000 + THIRTY_DAYS)
    )
    assert evening.table.book.reserved(T1) == 0
    assert evening.table.book.meters_of(T1).ticket_out == dollars(1000)
    assert replay(evening.record.events) == evening.table


@pytest.mark.parametrize("asks_staff", [True, False])
def test_a_ticket_has_the_times_of_its_issue_however_late_it_is_answered_for(
    *, asks_staff: bool
) -> None:
    evening = opened()
    (reserved,) = evening.do(CashOut(T1, 123), Patron(T1))
    assert isinstance(reserved, CashOutReserved)
    assert reserved.expires_at == 1_000 + THIRTY_DAYS
    evening.now = 900_000
    if asks_staff:
        evening.do(answered(PrinterAnswer.UNKNOWN), Patron(T1))
        (printed,) = evening.do(ResolveCashOut(T1, NUMBER, came_out=True), SUPERVISOR)
    else:
        (printed,) = evening.do(answered(PrinterAnswer.PRINTED), Patron(T1))
    assert isinstance(printed, TicketPrinted)
    assert (printed.issued_at, printed.expires_at) == (1_000, reserved.expires_at)
    issued = ticket_step_of(evening.record.events[-1])
    assert isinstance(issued, TicketIssued)
    assert (issued.ticket.issued_at, issued.ticket.expires_at) == (1_000, reserved.expires_at)


def test_what_is_reserved_cannot_be_bet() -> None:
    evening = cashing_out()
    evening.do(OpenBets())
    refusal = evening.refused(WantPosition(T1, 1, position(tie=5)), Patron(T1))
    assert refusal == StakesAboveCredits(dollars(5), Cents(0))


def test_a_printer_that_failed_gives_the_credits_back() -> None:
    evening = cashing_out()
    (fact,) = evening.do(answered(PrinterAnswer.FAILED), Patron(T1))
    assert fact == CashOutGivenBack(T1, dollars(1000))
    assert evening.table.credits_of(T1) == dollars(1000)
    evening.do(CashOut(T1, 124), Patron(T1))


@pytest.mark.parametrize("came_out", [True, False])
def test_a_ticket_of_unknown_fate_stays_reserved_until_staff_have_looked(*, came_out: bool) -> None:
    evening = cashing_out()
    (fact,) = evening.do(answered(PrinterAnswer.UNKNOWN), Patron(T1))
    assert fact == TicketUncertain(T1)
    assert evening.table.book.reserved(T1) == dollars(1000)
    for answer in PrinterAnswer:
        assert evening.refused(answered(answer), Patron(T1)) == NoTicketWaiting(T1)
    assert evening.refused(CashOut(T1, 125), Patron(T1)) == TicketIsWaiting(T1)
    wish = ResolveCashOut(T1, NUMBER, came_out)
    refusal = evening.refused(wish, DEALER)
    assert refusal == RoleTooLow(WishName("ResolveCashOut"), Role.PIT_SUPERVISOR, Role.DEALER)
    evening.do(wish, SUPERVISOR)
    assert evening.table.credits_of(T1) == (0 if came_out else dollars(1000))
    assert evening.refused(wish, SUPERVISOR) == NoTicketWaiting(T1)


def test_staff_end_a_cash_out_whose_printer_never_answers() -> None:
    evening = cashing_out()
    evening.do(ReportLink(T1, Link.LOST))
    evening.do(ResolveCashOut(T1, NUMBER, came_out=False), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(1000)


def test_an_answer_is_for_the_ticket_that_it_names() -> None:
    evening = cashing_out()
    evening.do(answered(PrinterAnswer.FAILED), Patron(T1))
    evening.do(CashOut(T1, 124), Patron(T1))
    assert evening.refused(answered(PrinterAnswer.PRINTED), Patron(T1)) == NoTicketWaiting(T1)
    late = ResolveCashOut(T1, NUMBER, came_out=True)
    assert evening.refused(late, SUPERVISOR) == NoTicketWaiting(T1)
    other = AnswerPrinter(T2, NUMBER, PrinterAnswer.PRINTED)
    assert evening.refused(other, Patron(T2)) == NoTicketWaiting(T2)


def test_no_two_tickets_have_one_number() -> None:
    evening = cashing_out()
    refusal = evening.refused(CashOut(T2, 123), Patron(T2))
    assert refusal == TicketNumberTaken(masked(NUMBER))
    for chance in (-1, 10**17):
        assert evening.refused(CashOut(T2, chance), Patron(T2)) == ChanceOutOfRange(chance)


def test_a_cash_out_needs_credits() -> None:
    evening = opened()
    evening.do(HandPay(T1, dollars(1000)), SUPERVISOR)
    assert evening.refused(CashOut(T1, 123), Patron(T1)) == NoCredits(T1)


def test_credits_are_paid_by_hand_up_to_what_is_there() -> None:
    evening = opened()
    evening.do(HandPay(T1, dollars(400)), SUPERVISOR)
    assert evening.table.credits_of(T1) == dollars(600)
    refusal = evening.refused(HandPay(T1, dollars(601)), SUPERVISOR)
    assert refusal == AmountAboveCredits(dollars(601), dollars(600))
    assert evening.refused(HandPay(T1, Cents(0)), SUPERVISOR) == AmountNotPositive(Cents(0))


def test_cash_confirmed_by_a_named_attendant_becomes_credits() -> None:
    evening = opened(credits_dollars=5)
    evening.do(TakeCash(T1, dollars(20)))
    assert evening.table.credits_of(T1) == dollars(25)
    assert evening.refused(TakeCash(T2, Cents(0))) == AmountNotPositive(Cents(0))
    stranger = TerminalId("T9")
    assert evening.refused(TakeCash(stranger, dollars(1))) == NotSeated(stranger)


def test_a_terminal_moves_to_another_table_with_its_credits() -> None:
    here, there = opened(), opened(replace(configuration(), table=OTHER))
    (left,) = here.do(MoveOut(T1, OTHER), SUPERVISOR)
    assert left == TerminalMovedOut(T1, OTHER, dollars(1000), "")
    assert T1 not in here.table.seats
    assert here.table.credits_of(T1) == 0
    assert isinstance(left, TerminalMovedOut)
    there.do(HandPay(T1, dollars(1000)), SUPERVISOR)
    seated = MoveIn(T1, HERE, MOVE, left)
    assert there.refused(seated, SUPERVISOR) == AlreadySeated(T1)
    there.do(MoveOut(T1, TableId("C3")), SUPERVISOR)
    there.do(seated, SUPERVISOR)
    assert there.table.credits_of(T1) == dollars(1000)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        TerminalMovedOut(TerminalId("T3"), TableId("C3"), dollars(1000), ""),
        TerminalMovedOut(TerminalId("T4"), TableId("A1"), dollars(1000), ""),
    ],
)
def test_nothing_arrives_that_the_other_record_has_not_sent_here(
    sent: TerminalMovedOut | None,
) -> None:
    newcomer = TerminalId("T3")
    refusal = opened().refused(MoveIn(newcomer, OTHER, MOVE, sent), SUPERVISOR)
    assert refusal == NothingWasSent(newcomer, OTHER)


def test_a_move_is_known_by_the_table_that_sent_it_too() -> None:
    evening, newcomer = opened(), TerminalId("T3")
    first = move_in(newcomer, OTHER, dollars(70), MOVE)
    evening.do(first, SUPERVISOR)
    assert evening.table.arrivals == {(OTHER, MOVE)}
    evening.do(MoveOut(newcomer, OTHER), SUPERVISOR)
    assert evening.refused(first, SUPERVISOR) == TransferTakenAlready(MOVE)
    # Two tables may have given their commands the same id.
    evening.do(move_in(newcomer, TableId("C3"), dollars(30), MOVE), SUPERVISOR)
    assert evening.table.credits_of(newcomer) == dollars(30)


def test_a_closed_table_lets_a_terminal_go_that_played_its_last_round() -> None:
    evening = betting()
    evening.bet(T1, tie=5)
    evening.play("KS 3D 9H 4C")
    assert evening.refused(MoveOut(T1, OTHER), SUPERVISOR) == RoundMayStillChange(T1, 1)
    evening.do(CloseTable(), SUPERVISOR)
    (left,) = evening.do(MoveOut(T1, OTHER), SUPERVISOR)
    assert left == TerminalMovedOut(T1, OTHER, dollars(995), "")


def test_no_ticket_number_shows_where_a_record_is_printed() -> None:
    evening = opened()
    number, chance = ticket_number(123_456_789), 123_456_789
    evening.do(CashOut(T1, chance), Patron(T1))
    printed = AnswerPrinter(T1, number, PrinterAnswer.UNKNOWN)
    resolved = ResolveCashOut(T1, number, came_out=True)
    waiting = repr((CashOut(T1, chance), printed, evening.record))
    evening.do(printed, Patron(T1))
    (fact,) = evening.do(resolved, SUPERVISOR)
    taken = TakeTicket(T2, number, dollars(1000), None, None)
    shown = waiting + repr((resolved, fact, taken, TicketTaken(T2, dollars(1000), number)))
    shown += repr(evening.record)
    assert number not in shown
    assert str(chance) not in shown


def test_a_terminal_without_credits_moves_as_well() -> None:
    evening = opened()
    evening.do(HandPay(T1, dollars(1000)), SUPERVISOR)
    evening.do(MoveOut(T1, OTHER), SUPERVISOR)
    evening.do(move_in(T1, OTHER, Cents(0), MOVE), SUPERVISOR)
    assert evening.table.seats[T1].ticket is None


@reading("A-28")
def test_a_terminal_stays_until_its_round_can_no_longer_change() -> None:
    evening = betting()
    evening.bet(T1, tie=5)
    evening.play("KS 3D 9H 4C")
    assert evening.refused(MoveOut(T1, OTHER), SUPERVISOR) == RoundMayStillChange(T1, 1)
    evening.do(MoveOut(T2, OTHER), SUPERVISOR)
    evening.do(OpenBets())
    evening.do(MoveOut(T1, OTHER), SUPERVISOR)


def test_a_terminal_stays_while_its_money_is_in_play_or_at_the_printer() -> None:
    evening = betting()
    evening.bet(T1, tie=5)
    refusal = evening.refused(MoveOut(T1, OTHER), SUPERVISOR)
    assert refusal == MoneyStillHere(T1, dollars(5))
    evening.do(CashOut(T2, 5), Patron(T2))
    refusal = evening.refused(MoveOut(T2, OTHER), SUPERVISOR)
    assert refusal == MoneyStillHere(T2, dollars(1000))

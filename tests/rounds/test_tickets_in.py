"""Tickets and banknotes that become credits at a terminal, each of them once."""

from functools import reduce

import pytest

from punto.ledger.redemptions import (
    TicketAlreadyPaid,
    TicketAmountDiffers,
    TicketExpired,
    TicketNotOnFile,
)
from punto.ledger.tickets import Ticket, TicketBook, TicketRedeemed, masked, ticket_number
from punto.rounds.betting.refusals import TerminalIsDisabled
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import AmountNotPositive, NotForThisSender, OutOfPhase
from punto.rounds.commands import Patron
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    MoveOut,
    PrinterAnswer,
    TakeBill,
    TakeTicket,
)
from punto.rounds.purse.events import (
    BillTaken,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
)
from punto.rounds.purse.evolution import ticket_step_of
from punto.rounds.purse.refusals import TransferTakenAlready
from punto.rounds.table.commands import DisableTerminal
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds.evening import DEALER, SUPERVISOR, T1, T2, configuration, move_in, opened

clause = pytest.mark.clause
reading = pytest.mark.reading

NUMBER = ticket_number(77)
TICKET = Ticket(NUMBER, dollars(40), TerminalId("B7"), Instant(0), Instant(90_000))


def take(
    terminal: TerminalId = T1, amount: int = 40, on_file: Ticket | None = TICKET
) -> TakeTicket:
    return TakeTicket(terminal, NUMBER, dollars(amount), on_file, None)


@clause("rws-etg", "1.15")
@clause("mbs", "1.1.15")
@reading("A-22")
def test_a_ticket_becomes_credits_once() -> None:
    evening = opened()
    assert evening.do(take(), Patron(T1)) == (TicketTaken(T1, dollars(40), NUMBER),)
    assert evening.table.credits_of(T1) == dollars(1040)
    assert evening.table.book.meters_of(T1).ticket_in == dollars(40)
    evening.now += 500
    # The other terminal is told where and when, whatever the register says by then.
    refusal = evening.refused(take(T2), Patron(T2))
    assert refusal == TicketAlreadyPaid(masked(NUMBER), T1, Instant(1_000))
    assert replay(evening.record.events) == evening.table


def test_a_table_and_its_events_show_no_number_of_a_ticket() -> None:
    evening = opened()
    evening.do(take(), Patron(T1))
    assert repr(evening.table) == "<Table, idle, 0 rounds>"
    assert NUMBER not in repr(evening.record.events)


def test_every_other_ticket_is_refused_with_its_own_reason() -> None:
    evening, shown = opened(), masked(NUMBER)
    assert evening.refused(take(on_file=None), Patron(T1)) == TicketNotOnFile(shown)
    differs = TicketAmountDiffers(shown, dollars(41), dollars(40))
    assert evening.refused(take(amount=41), Patron(T1)) == differs
    paid = replace(take(), ended=TicketRedeemed(NUMBER, T2, Instant(7)))
    assert evening.refused(paid, Patron(T1)) == TicketAlreadyPaid(shown, T2, Instant(7))
    evening.now = 90_000
    assert evening.refused(take(), Patron(T1)) == TicketExpired(shown, Instant(90_000))


def test_what_the_register_says_of_another_ticket_proves_nothing() -> None:
    other = replace(TICKET, number=ticket_number(78))
    refusal = opened().refused(take(on_file=other), Patron(T1))
    assert refusal == TicketNotOnFile(masked(NUMBER))


def test_a_ticket_is_put_into_a_terminal_that_may_bet_and_by_its_patron() -> None:
    evening = opened()
    assert evening.refused(take(), DEALER) == NotForThisSender(WishName("TakeTicket"), T1)
    assert evening.refused(take(amount=0), Patron(T1)) == AmountNotPositive(Cents(0))
    evening.do(DisableTerminal(T1, "screen"), SUPERVISOR)
    assert evening.refused(take(), Patron(T1)) == TerminalIsDisabled(T1, "screen")
    bill = TakeBill(T1, dollars(50), simulated=True)
    assert evening.refused(bill, Patron(T1)) == TerminalIsDisabled(T1, "screen")


def test_while_an_irregularity_waits_no_money_comes_in() -> None:
    evening = opened()
    evening.do(ReportIrregularity(Irregularity.SHORTAGE))
    bill = TakeBill(T1, dollars(50), simulated=True)
    for wish in (take(), bill):
        assert isinstance(evening.refused(wish, Patron(T1)), OutOfPhase)


@clause("rws-etg", "1.15")
@pytest.mark.parametrize("simulated", [True, False])
def test_a_banknote_becomes_credits_and_a_simulated_one_says_so(*, simulated: bool) -> None:
    evening = opened()
    taken = evening.do(TakeBill(T1, dollars(50), simulated), Patron(T1))
    assert taken == (BillTaken(T1, dollars(50), simulated),)
    assert evening.table.credits_of(T1) == dollars(1050)
    assert evening.table.book.meters_of(T1).buy_in == dollars(1050)
    wish = TakeBill(T1, Cents(0), simulated)
    assert evening.refused(wish, Patron(T1)) == AmountNotPositive(Cents(0))


def test_how_long_a_ticket_is_paid_is_the_tables_choice() -> None:
    evening = opened(replace(configuration(), ticket_ms=5_000))
    evening.do(CashOut(T1, 123), Patron(T1))
    printed = AnswerPrinter(T1, ticket_number(123), PrinterAnswer.PRINTED)
    (fact,) = evening.do(printed, Patron(T1))
    assert fact == TicketPrinted(
        T1, dollars(1000), ticket_number(123), Instant(1_000), Instant(6_000)
    )


def test_a_move_is_taken_once_and_a_disabled_terminal_arrives_disabled() -> None:
    here, there = opened(), opened()
    here.do(DisableTerminal(T1, "screen"), SUPERVISOR)
    (left,) = here.do(MoveOut(T1, TableId("B2")), SUPERVISOR)
    assert left == TerminalMovedOut(T1, TableId("B2"), dollars(1000), "screen")
    newcomer = TerminalId("T3")
    arrive = move_in(newcomer, TableId("B2"), dollars(1000), CommandId("c9"), "screen")
    moved = TerminalMovedIn(newcomer, TableId("B2"), dollars(1000), CommandId("c9"), "screen")
    assert there.do(arrive, SUPERVISOR) == (moved,)
    assert there.table.seats[newcomer].disabled == "screen"
    there.do(MoveOut(newcomer, TableId("A1")), SUPERVISOR)
    assert there.refused(arrive, SUPERVISOR) == TransferTakenAlready(CommandId("c9"))
    there.do(replace(arrive, transfer=CommandId("c10")), SUPERVISOR)


def test_the_events_of_a_table_tell_the_life_of_its_tickets() -> None:
    evening = opened()
    evening.do(CashOut(T1, 77), Patron(T1))
    evening.do(AnswerPrinter(T1, NUMBER, PrinterAnswer.PRINTED), Patron(T1))
    steps = [step for event in evening.record.events if (step := ticket_step_of(event))]
    book = reduce(TicketBook.after, steps, TicketBook())
    expires_at = Instant(1_000 + configuration().ticket_ms)
    printed = Ticket(NUMBER, dollars(1000), T1, Instant(1_000), expires_at)
    assert (book.issued, book.ended) == ({NUMBER: printed}, {})
    evening.now += 500
    evening.do(TakeTicket(T2, NUMBER, dollars(1000), printed, None), Patron(T2))
    redeemed = ticket_step_of(evening.record.events[-1])
    assert redeemed == TicketRedeemed(NUMBER, T2, Instant(1_500))
    assert book.after(redeemed).ended == {NUMBER: redeemed}

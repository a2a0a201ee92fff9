"""Terminals, funds held, tickets, opposite bets: who has money, and who had it."""

import pytest

from punto.ledger.meters import Meters
from punto.ledger.tickets import Ticket, masked, ticket_number
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsClosed, PositionTaken
from punto.rounds.commands import Patron
from punto.rounds.irregularity.events import EarlierRoundResettled
from punto.rounds.purse.commands import CashOut, MoveOut, PrinterAnswer, ResolveCashOut, TakeTicket
from punto.rounds.purse.events import CashOutReserved, TicketPrinted, TicketTaken
from punto.rounds.state import RecordDoesNotHold
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import NOTHING, Cents, dollars
from punto.views.reports.open_items import (
    FundsRow,
    IncompleteRow,
    funds_held_report,
    incomplete_rounds_report,
)
from punto.views.reports.opposite_bets import OppositeRow, opposite_bets_report
from punto.views.reports.rounds import rounds_report
from punto.views.reports.shape import Period
from punto.views.reports.shifts import shift_report
from punto.views.reports.terminals import TerminalRow, terminals_report
from punto.views.reports.tickets import TicketRow, tickets_report
from support.rounds.evening import SUPERVISOR, T1, T2, Evening, move_in, opened
from support.rounds.matters import report
from support.views.reports.busy import (
    BANKER_WINS,
    an_evening_of_corrections,
    busy_evening,
    cash_out,
    ticking,
)
from support.views.reports.one_table import one_table

A1, B2 = TableId("A1"), TableId("B2")


def when(evening: Evening, kind: type, number: int = 1) -> Instant:
    times = [event.at for event in evening.record.events if isinstance(event.fact, kind)]
    return times[number - 1]


def test_a_terminal_is_reported_with_all_its_meters() -> None:
    rows = terminals_report(one_table(busy_evening("mbs-tiger").record.events)).rows
    assert rows == (
        TerminalRow(
            A1,
            T1,
            credits_before=NOTHING,
            reserved_before=NOTHING,
            meters=Meters(
                buy_in=dollars(1500),
                ticket_out=dollars(1989),
                # 105, 250, 30, 100, 1020 and 100 in the round in progress
                wagered=dollars(1605),
                # 195 on Banker, 100 on Player, 90 on the Tie; round 5 was won no more
                won=dollars(385),
                # 20 pushed, 100 of the void round
                returned=dollars(120),
                adjusted_up=dollars(1989),
                games_played=4,
                credits=dollars(400),
            ),
            owed=dollars(1989),
        ),
        TerminalRow(
            A1,
            T2,
            credits_before=NOTHING,
            reserved_before=NOTHING,
            meters=Meters(
                buy_in=dollars(1000),
                hand_pay=dollars(45),
                reserved=dollars(1000),
                wagered=dollars(160),
                won=dollars(195),
                returned=dollars(10),
                games_played=2,
            ),
            owed=NOTHING,
        ),
    )
    assert [row.difference for row in rows] == [0, 0]


def test_meters_of_a_period_count_from_what_there_was_at_its_start() -> None:
    evening = busy_evening("mbs-tiger")
    records, start = one_table(evening.record.events), when(evening, TicketPrinted)
    first, second = terminals_report(records, Period(start)).rows
    assert first.credits_before == 0
    assert first.reserved_before == dollars(1989)
    # The correction takes back 1989 that had counted as won before the period.
    assert first.meters == Meters(
        buy_in=dollars(500),
        ticket_out=dollars(1989),
        wagered=dollars(100),
        won=dollars(-1989),
        adjusted_up=dollars(1989),
        credits=dollars(400),
    )
    assert (second.credits_before, second.meters.credits) == (dollars(950), NOTHING)
    assert (first.difference, second.difference) == (0, 0)
    before = terminals_report(records, Period(end=start)).rows
    assert [row.meters.credits for row in before] == [0, dollars(950)]


def test_a_terminal_that_left_is_still_reported_and_one_without_money_too() -> None:
    evening = ticking("mbs-tiger")
    evening.do(MoveOut(T1, B2), SUPERVISOR)
    evening.do(move_in(TerminalId("T9"), B2, NOTHING, CommandId("m1")), SUPERVISOR)
    rows = terminals_report(one_table(evening.record.events)).rows
    assert [row.terminal for row in rows] == [T1, T2, "T9"]
    assert rows[0].meters == Meters(buy_in=dollars(1000), moved_out=dollars(1000))
    (shift,) = shift_report(one_table(evening.record.events)).rows
    assert (shift.moved_in, shift.moved_out) == (0, dollars(1000))


@pytest.mark.reading("A-28", "A-29")
def test_corrections_adjustments_and_debts_are_told_apart_in_the_shift() -> None:
    evening = an_evening_of_corrections()
    (row,) = shift_report(one_table(evening.record.events)).rows
    # The earlier round finally took the 1000; 500 were written off, and 30 less 10 given.
    assert row.figures.win == dollars(1000)
    assert (row.figures.settled, row.figures.void, row.figures.corrections) == (1, 1, 1)
    assert (row.adjusted, row.written_off) == (dollars(20), dollars(500))
    assert row.house == dollars(480)
    assert row.owed == dollars(1350)
    assert (row.cash_in, row.hand_paid, row.drop) == (dollars(2400), dollars(1950), dollars(2400))
    first, second = terminals_report(one_table(evening.record.events)).rows
    assert first.owed == dollars(1350)
    assert (first.meters.adjusted_up, first.meters.adjusted_down) == (dollars(1950), dollars(100))
    assert (second.meters.adjusted_up, second.meters.adjusted_down) == (dollars(30), dollars(10))


@pytest.mark.reading("A-29")
def test_a_late_correction_stays_with_its_round_and_counts_when_it_was_made() -> None:
    evening = an_evening_of_corrections()
    records, late = one_table(evening.record.events), when(evening, EarlierRoundResettled)
    first, void = rounds_report(records).rows
    assert (first.round, first.end, first.cards) == (1, "settled", "P KS QH 9D | B 3D 4C")
    assert (first.figures.handle, first.figures.paid) == (dollars(1000), 0)
    assert first.ended_at == late
    assert (void.round, void.end) == (2, "void")
    later = rounds_report(records, Period(late)).rows[0]
    assert (later.round, later.figures.paid, later.figures.handle) == (1, dollars(-1950), 0)


def test_funds_are_what_patrons_have_here_and_what_they_owe() -> None:
    evening = busy_evening("mbs-tiger")
    records = one_table(evening.record.events)
    report_ = funds_held_report(records)
    assert report_.rows == (
        FundsRow(A1, T1, dollars(400), dollars(100), NOTHING, dollars(1989)),
        FundsRow(A1, T2, NOTHING, NOTHING, dollars(1000), NOTHING),
    )
    assert report_.total("held") == dollars(1500)
    before = funds_held_report(records, Period(end=when(evening, PositionTaken)))
    assert [row.held for row in before.rows] == [dollars(1000), dollars(1000)]


def test_who_has_and_owes_nothing_is_not_among_the_funds() -> None:
    evening = ticking("mbs-tiger")
    cash_out(evening, T1, 5, PrinterAnswer.PRINTED)
    (row,) = funds_held_report(one_table(evening.record.events)).rows
    assert row.terminal == T2


def test_a_round_in_progress_is_incomplete_with_what_is_at_risk() -> None:
    evening = busy_evening("mbs-tiger")
    records = one_table(evening.record.events)
    (row,) = incomplete_rounds_report(records).rows
    opened_at = row.opened_at
    assert row == IncompleteRow(A1, 8, opened_at, "awaiting a ruling", "5.9", 1, dollars(100))
    closed_at = when(evening, BetsClosed, 1)
    (first,) = incomplete_rounds_report(records, Period(end=closed_at)).rows
    assert first == IncompleteRow(A1, 1, first.opened_at, "closing", "", 2, dollars(155))


def test_between_rounds_only_a_matter_is_incomplete() -> None:
    evening = opened()
    assert incomplete_rounds_report(one_table(evening.record.events)).rows == ()
    assert incomplete_rounds_report(one_table(evening.record.events[:1])).rows == ()
    evening.do(report(Irregularity.SHORTAGE))
    (row,) = incomplete_rounds_report(one_table(evening.record.events)).rows
    assert row == IncompleteRow(A1, None, None, "awaiting a ruling", "5.1", 0, NOTHING)


@pytest.mark.reading("A-16")
def test_backing_both_hands_is_pointed_out_as_it_stood_at_the_close() -> None:
    evening = busy_evening("mbs-tiger")
    report_ = opposite_bets_report(one_table(evening.record.events))
    assert report_.rows == (
        OppositeRow(A1, 2, when(evening, BetsClosed, 2), T1, dollars(50), dollars(200)),
        OppositeRow(A1, 8, when(evening, BetsClosed, 8), T1, dollars(60), dollars(40)),
    )
    assert report_.total("matched") == dollars(50 + 40)
    since = opposite_bets_report(
        one_table(evening.record.events), Period(when(evening, BetsClosed, 8))
    )
    assert [row.round for row in since.rows] == [8]


@pytest.mark.reading("A-16")
def test_a_position_that_was_changed_in_time_is_not_pointed_out() -> None:
    evening = ticking("mbs-tiger")
    evening.do(OpenBets())
    evening.bet(T1, banker=50, player=50)
    evening.bet(T1, banker=50, tie=5)
    evening.bet(T2, player=10, tiger=5)
    evening.play(BANKER_WINS)
    assert opposite_bets_report(one_table(evening.record.events)).rows == ()


def shown(chance: int) -> str:
    return masked(ticket_number(chance))


def test_tickets_are_listed_by_what_became_of_them_and_never_with_their_number() -> None:
    evening = busy_evening("mbs-tiger")
    report_ = tickets_report(one_table(evening.record.events))
    first, second = report_.rows
    assert first == TicketRow(
        shown(5),
        A1,
        T1,
        when(evening, CashOutReserved),
        "outstanding",
        when(evening, TicketPrinted),
        "",
        dollars(1989),
        issued=dollars(1989),
        redeemed=NOTHING,
        outstanding=dollars(1989),
        expired=NOTHING,
        waiting=NOTHING,
        uncertain=NOTHING,
    )
    assert (second.state, second.uncertain, second.issued) == ("uncertain", dollars(1000), 0)
    assert ticket_number(5) not in str(report_)
    assert (report_.total("outstanding"), report_.total("uncertain")) == (
        dollars(1989),
        dollars(1000),
    )


def redeemed_elsewhere() -> dict[TableId, Evening]:
    """Take a ticket of T1 from one table to the other."""
    left, right = ticking("mbs-tiger"), ticking("rws-etg")
    cash_out(left, T1, 5, PrinterAnswer.PRINTED)
    printed = next(
        event.fact for event in left.record.events if isinstance(event.fact, TicketPrinted)
    )
    ticket = Ticket(printed.number, printed.amount, T1, printed.issued_at, printed.expires_at)
    right.now = left.now - 100  # so that it is taken at the same instant as it was printed
    right.do(TakeTicket(T2, printed.number, printed.amount, ticket, None), Patron(T2))
    return {B2: right, A1: left}


def test_a_ticket_is_one_whichever_tables_it_crossed() -> None:
    evenings = redeemed_elsewhere()
    report_ = tickets_report({table: each.record.events for table, each in evenings.items()})
    (row,) = report_.rows
    assert (row.table, row.terminal, row.state) == (A1, T1, "redeemed")
    assert row.taken_in_at == "B2 T2"
    assert (row.issued, row.redeemed, row.outstanding) == (dollars(1000), dollars(1000), 0)
    (foreign,) = tickets_report(one_table(evenings[B2].record.events)).rows
    assert (foreign.state, foreign.issued, foreign.redeemed) == ("redeemed", 0, dollars(1000))
    taken_at = when(evenings[B2], TicketTaken)
    later = tickets_report(one_table(evenings[B2].record.events), Period(Instant(taken_at + 1)))
    assert later.rows == ()


def test_a_ticket_expires_without_a_command() -> None:
    evening = ticking("mbs-tiger")
    cash_out(evening, T1, 5, PrinterAnswer.PRINTED)
    records = one_table(evening.record.events)
    printed = evening.record.events[-1].fact
    assert isinstance(printed, TicketPrinted)
    expires_at = printed.expires_at
    (good,) = tickets_report(records, Period(end=expires_at)).rows
    assert (good.state, good.outstanding) == ("outstanding", dollars(1000))
    (late,) = tickets_report(records, Period(end=Instant(expires_at + 1))).rows
    assert (late.state, late.changed_at) == ("expired", expires_at)
    assert (late.outstanding, late.expired) == (0, dollars(1000))
    afterwards = Period(Instant(expires_at + 1), Instant(expires_at + 9))
    assert tickets_report(records, afterwards).rows == ()
    # An open period ends with the last event of the record.
    evening.now = expires_at
    evening.do(OpenBets())
    (late,) = tickets_report(one_table(evening.record.events)).rows
    assert late.state == "expired"


def test_a_ticket_waits_for_the_printer_and_may_be_given_back() -> None:
    evening = ticking("mbs-tiger")
    evening.do(CashOut(T1, 5), Patron(T1))
    (waiting,) = tickets_report(one_table(evening.record.events)).rows
    assert (waiting.state, waiting.waiting) == ("waiting", dollars(1000))
    evening.do(ResolveCashOut(T1, ticket_number(5), came_out=False), SUPERVISOR)
    (back,) = tickets_report(one_table(evening.record.events)).rows
    assert (back.state, back.amount) == ("given back", dollars(1000))
    assert back == replace(
        waiting,
        state="given back",
        changed_at=back.changed_at,
        waiting=Cents(0),
    )
    later = Period(Instant(evening.now + 1))
    assert tickets_report(one_table(evening.record.events), later).rows == ()
    assert tickets_report({}).rows == ()


def test_an_answer_for_a_ticket_that_nobody_asked_for_is_a_broken_record() -> None:
    evening = ticking("mbs-tiger")
    cash_out(evening, T1, 5, PrinterAnswer.UNKNOWN)
    events = [e for e in evening.record.events if not isinstance(e.fact, CashOutReserved)]
    with pytest.raises(RecordDoesNotHold, match="no ticket waits at T1"):
        tickets_report(one_table(events))

"""What reports must agree on with the ledger and with each other."""

from collections.abc import Callable, Iterable

from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.ledger.meters import Meters
from punto.rounds.evolution import replay
from punto.values import field_names
from punto.values.ids import Instant
from punto.views.reports import REPORTS
from punto.views.reports.open_items import funds_held_report, incomplete_rounds_report
from punto.views.reports.rounds import dealers_report, rounds_report, shoes_report
from punto.views.reports.shape import ADDED_UP, EVER, Period, Records, ReportCell
from punto.views.reports.shifts import shift_report
from punto.views.reports.terminals import terminals_report
from punto.views.reports.tickets import tickets_report
from support.ledger.accounts import HOUSE, TICKETS

# Columns that state a level at the end of a period, perhaps reached before it: they do not add
# up over periods.
LEVELS = {
    "shoes": {"dealt"},
    "terminals": {"credits_before", "reserved_before", "reserved", "credits", "owed"},
    "irregularities": {"open"},
    "tickets": {"amount", "outstanding", "expired", "waiting", "uncertain"},
    "incomplete-rounds": {"terminals", "at_risk"},
    "funds-held": {"credits", "at_risk", "reserved", "held", "owed"},
}


def held(books: Iterable[Book], kind: AccountKind) -> int:
    return sum(
        amount
        for book in books
        for account, amount in book.balances.items()
        if account.kind is kind
    )


def metered(books: Iterable[Book], meter: Callable[[Meters], int]) -> int:
    return sum(meter(meters) for book in books for meters in book.meters.values())


def check_with_the_ledger(records: Records) -> None:
    """Check that the totals of reports equal the tables' books."""
    books = [replay(events).book for events in records.values()]
    shift = shift_report(records)
    won = metered(books, lambda m: m.wagered - m.won - m.returned) - held(books, AccountKind.STAKES)
    assert shift.total("win") == won
    assert shift.total("house") == sum(book.balance(HOUSE) for book in books)
    assert shift.total("drop") == metered(books, lambda m: m.buy_in + m.ticket_in)
    assert shift.total("tickets_out") == metered(books, lambda m: m.ticket_out)
    assert shift.total("hand_paid") == metered(books, lambda m: m.hand_pay)
    assert shift.total("moved_in") == metered(books, lambda m: m.moved_in)
    assert shift.total("moved_out") == metered(books, lambda m: m.moved_out)
    assert shift.total("owed") == -held(books, AccountKind.RECEIVABLE)
    terminals = terminals_report(records)
    assert terminals.total("difference") == 0
    for name in field_names(Meters):
        assert terminals.total(name) == metered(books, lambda m, name=name: getattr(m, name))  # type: ignore[misc]
    funds = funds_held_report(records)
    assert funds.total("credits") == held(books, AccountKind.CREDITS)
    assert funds.total("at_risk") == held(books, AccountKind.STAKES)
    assert funds.total("reserved") == held(books, AccountKind.CASH_OUT)
    assert funds.total("owed") == -held(books, AccountKind.RECEIVABLE)
    assert incomplete_rounds_report(records).total("at_risk") == funds.total("at_risk")
    tickets = tickets_report(records)
    on_paper = _int(tickets.total("issued")) - _int(tickets.total("redeemed"))
    assert on_paper == sum(book.balance(TICKETS) for book in books)
    waiting = _int(tickets.total("waiting")) + _int(tickets.total("uncertain"))
    assert waiting == held(books, AccountKind.CASH_OUT)


def check_with_each_other(records: Records) -> None:
    """Check that rounds, shoes, dealers and shifts are four sums of the same amounts."""
    shift = shift_report(records)
    for report in (rounds_report(records), shoes_report(records), dealers_report(records)):
        for name in ("settled", "void", "handle", "paid", "win", "commission", "returned"):
            assert report.total(name) == shift.total(name), (report.title, name)


def check_that_periods_add_up(records: Records, middle: Instant) -> None:
    """Check that two adjoining periods add up to the period of both."""
    parts = (Period(end=middle), Period(start=middle))
    for name, kind in REPORTS.items():
        whole, first, second = (kind.make(records, period) for period in (EVER, *parts))
        for index, column in enumerate(whole.columns):
            if column.kind in ADDED_UP and column.name not in LEVELS.get(name, ()):
                added = _int(first.totals[index]) + _int(second.totals[index])
                assert added == whole.totals[index], (name, column.name)


def _int(cell: ReportCell) -> int:
    assert isinstance(cell, int)
    return cell

"""A live table's float from its opening to its closing count: win by bets against win by count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from punto.ledger import AccountKind
from punto.rounds import Event, SlipKind, Table, worth
from punto.rounds.tray import events as tray_events
from punto.values import NOTHING, Cents, Instant, TableId
from punto.views.recall.walks import Moment, walk
from punto.views.reports.shape import EVER, Column, Kind, Period, Records, Report


@dataclass(frozen=True, slots=True)
class FloatRow:
    """The part of one float's life that lies in the period."""

    table: TableId
    opened_at: Instant
    closed_at: Instant | None = None
    """None while the float is open at the end of the period."""
    opening: Cents = NOTHING
    fills: Cents = NOTHING
    credits: Cents = NOTHING
    bought: Cents = NOTHING
    """Cash that went into the drop box."""
    closing: Cents = NOTHING
    win_by_bets: Cents = NOTHING
    rounding: Cents = NOTHING
    """What rounding to chips cost the House (A-89)."""
    owed: Cents = NOTHING
    """Won by the House and not received, less what was repaid or written off."""
    variance: Cents = NOTHING
    """What the closing count found more than the record expects; below zero what was short."""

    @property
    def win_by_count(self) -> Cents:
        """Drop, closing and credits less opening and fills: a win once the float is closed."""
        came = self.bought + self.closing + self.credits
        return Cents(came - self.opening - self.fills)

    @property
    def difference(self) -> Cents:
        """What the count shows beyond the bets: variance less rounding and debts, once closed."""
        return Cents(self.win_by_count - self.win_by_bets)


COLUMNS = (
    Column("table", Kind.TEXT),
    Column("opened_at", Kind.INSTANT),
    Column("closed_at", Kind.INSTANT),
    Column("opening", Kind.MONEY),
    Column("fills", Kind.MONEY),
    Column("credits", Kind.MONEY),
    Column("bought", Kind.MONEY),
    Column("closing", Kind.MONEY),
    Column("win_by_count", Kind.MONEY),
    Column("win_by_bets", Kind.MONEY),
    Column("difference", Kind.MONEY),
    Column("rounding", Kind.MONEY),
    Column("owed", Kind.MONEY),
    Column("variance", Kind.MONEY),
)


def floats_report(records: Records, period: Period = EVER) -> Report[FloatRow]:
    """Report every float that was open in the period, with what happened to it in the period."""
    rows = tuple(row for table, events in records.items() for row in _rows(table, events, period))
    return Report("Floats", period, COLUMNS, rows)


def _rows(table: TableId, events: Iterable[Event], period: Period) -> Iterator[FloatRow]:
    row: FloatRow | None = None
    for moment in walk(period.known(events)):
        at, counts = moment.event.at, period.has_begun(moment.event.at)
        if moment.before.chips is None and moment.after.chips is not None:
            row = FloatRow(table, at)
        if row is None:
            continue
        if counts:
            row = _with_moment(row, moment)
        if moment.after.chips is None:
            if counts:
                yield replace(row, closed_at=at)
            row = None
    if row is not None:
        yield row


def _with_moment(row: FloatRow, moment: Moment) -> FloatRow:
    fact = moment.event.fact
    row = replace(
        row,
        win_by_bets=Cents(row.win_by_bets + _change(moment, AccountKind.HOUSE)),
        rounding=Cents(row.rounding - _change(moment, AccountKind.ROUNDING)),
        owed=Cents(row.owed - _change(moment, AccountKind.RECEIVABLE)),
    )
    match fact:
        case tray_events.FloatOpened():
            return replace(row, opening=worth(fact.chips))
        case tray_events.FloatClosed():
            return replace(row, closing=worth(fact.chips), variance=fact.variance)
        case tray_events.SlipSigned() if fact.kind is SlipKind.FILL:
            return replace(row, fills=Cents(row.fills + worth(fact.chips)))
        case tray_events.SlipSigned():
            return replace(row, credits=Cents(row.credits + worth(fact.chips)))
        case tray_events.ChipsBought():
            return replace(row, bought=Cents(row.bought + fact.amount))
        case _:
            return row


def _change(moment: Moment, kind: AccountKind) -> int:
    """How much all accounts of a kind gained by an event."""
    if moment.before.book is moment.after.book:
        return 0
    return _balance(moment.after, kind) - _balance(moment.before, kind)


def _balance(table: Table, kind: AccountKind) -> int:
    return sum(purse.balance(kind) for purse in table.book.purses.values())

"""The figures of a live table's float, event by event, from its opening to its closing count."""

from punto.ledger import AccountKind
from punto.live import with_chips
from punto.rounds import Chips, SlipKind, Table, TableEvent, worth
from punto.rounds.tray import events as tray_events
from punto.values import NOTHING, Cents, Instant, TableId, Value, replace


class FloatRow(Value):
    """One float, or the part of it that falls into a period."""

    table: TableId
    opened_at: Instant
    closed_at: Instant | None = None
    """None while the float is open."""
    opening: Cents = NOTHING
    fills: Cents = NOTHING
    credits: Cents = NOTHING
    bought: Cents = NOTHING
    """Cash that went into the drop box."""
    closing: Cents = NOTHING
    win_by_bets: Cents = NOTHING
    rounding: Cents = NOTHING
    """The cost of rounding to chips for the House (A-89)."""
    owed: Cents = NOTHING
    """Won by the House and not received, less what was repaid or written off."""
    variance: Cents = NOTHING
    """The surplus of the closing count over the record; negative if chips were missing."""

    supplied: Chips = ()
    """The chips of each value from the opening count and the cage, less those that went back."""

    @property
    def win_by_count(self) -> Cents:
        """Drop, closing and credits less opening and fills: a win once the float is closed."""
        came = self.bought + self.closing + self.credits
        return Cents(came - self.opening - self.fills)

    @property
    def difference(self) -> Cents:
        """The win by count less the win by bets: variance less rounding and debts, once closed."""
        return Cents(self.win_by_count - self.win_by_bets)


def float_after(
    row: FloatRow | None, before: Table, event: TableEvent, after: Table
) -> FloatRow | None:
    """Return the open float, or the one that was closed last; None before the first."""
    if after.configuration is not None and before.chips is None and after.chips is not None:
        row = FloatRow(after.configuration.table, event.at)
    if row is None or row.closed_at is not None:
        return row
    row = with_event(row, before, event, after)
    return replace(row, closed_at=event.at) if after.chips is None else row


def with_event(row: FloatRow, before: Table, event: TableEvent, after: Table) -> FloatRow:
    """Add what an event did to an open float."""
    fact = event.fact
    if before.book is not after.book:
        row = replace(
            row,
            win_by_bets=Cents(row.win_by_bets + _change(before, after, AccountKind.HOUSE)),
            rounding=Cents(row.rounding - _change(before, after, AccountKind.ROUNDING)),
            owed=Cents(row.owed - _change(before, after, AccountKind.RECEIVABLE)),
        )
    match fact:
        case tray_events.FloatOpened():
            return replace(row, opening=worth(fact.chips), supplied=fact.chips)
        case tray_events.FloatClosed():
            return replace(row, closing=worth(fact.chips), variance=fact.variance)
        case tray_events.SlipSigned():
            return _with_slip(row, fact)
        case tray_events.ChipsBought():
            return replace(row, bought=Cents(row.bought + fact.amount))
        case _:
            return row


def _with_slip(row: FloatRow, slip: tray_events.SlipSigned) -> FloatRow:
    amount = worth(slip.chips)
    if slip.kind is SlipKind.FILL:
        supplied = _supplied(row, slip.chips, 1)
        return replace(row, fills=Cents(row.fills + amount), supplied=supplied)
    supplied = _supplied(row, slip.chips, -1)
    return replace(row, credits=Cents(row.credits + amount), supplied=supplied)


def _supplied(row: FloatRow, chips: Chips, sign: int) -> Chips:
    moved = {value: sign * number for value, number in chips}
    return tuple(with_chips(dict(row.supplied), moved).items())


def _change(before: Table, after: Table, kind: AccountKind) -> int:
    """Return the gain of all accounts of a kind."""
    return _balance(after, kind) - _balance(before, kind)


def _balance(table: Table, kind: AccountKind) -> int:
    return sum(purse.balance(kind) for purse in table.book.purses.values())

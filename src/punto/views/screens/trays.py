"""A live table's tray: chips by value, slips that wait for signatures, and figures."""

from punto.live import Chip, Tray, value_of, with_chips
from punto.rounds import (
    Chips,
    FloatCount,
    NumberedStack,
    Phase,
    SlipKind,
    Table,
    on_layout,
    worth,
)
from punto.values import Cents, Instant, PersonId, Value
from punto.views.watched_table import Watched


class TrayRow(Value):
    """The chips of one value."""

    value: Cents
    number: int
    worth: Cents


class SlipShown(Value):
    """A fill or a credit that waits for its signatures."""

    number: int
    kind: SlipKind
    chips: Chips
    worth: Cents
    requested_by: PersonId
    carrier: PersonId | None
    """None until the person who carries the chips has signed."""


class CountWaiting(Value):
    """A first count; the second person does not see its figures."""

    count: FloatCount
    counted_by: PersonId


class TrayShown(Value):
    """The tray as the Dealer and the pit see it."""

    open: bool
    """Whether the float was counted by two people."""
    rows: tuple[TrayRow, ...]
    """Every kind of chip of the table, the largest value first; empty while not open."""
    worth: Cents
    to_take: Cents
    """Lost bets that the Dealer has not ticked off; the books have them in the tray."""
    to_pay: Cents
    """Payments that the Dealer has not ticked off; the books have them paid."""
    count: CountWaiting | None
    slips: tuple[SlipShown, ...]


class FloatFigures(Value):
    """The open float by the record, or the one that was closed last."""

    opened_at: Instant
    closed_at: Instant | None
    """None while it is open; the wins by count and the difference are known once it is closed."""
    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    """Cash of buy-ins, in the drop box."""
    closing: Cents | None
    win_by_bets: Cents
    win_by_count: Cents | None
    difference: Cents | None
    """The difference of the count from the bets: the surplus less rounding and debts."""
    rounding: Cents
    owed: Cents
    fill_soon: tuple[Cents, ...]
    """The values of which little is left."""


def tray_shown(table: Table, kinds: tuple[Chip, ...]) -> TrayShown:
    """Return the chips in the tray, and the papers about them."""
    tray, first = in_tray(table), table.papers.first_count
    open_stacks = _open_stacks(table)
    numbers = [] if tray is None else [(chip.value, tray.get(chip.value, 0)) for chip in kinds]
    return TrayShown(
        tray is not None,
        tuple(TrayRow(value, number, Cents(value * number)) for value, number in numbers),
        value_of(tray or {}),
        Cents(sum(worth(stack.chips) for stack in open_stacks if not stack.is_paid)),
        Cents(sum(worth(stack.chips) for stack in open_stacks if stack.is_paid)),
        None if first is None else CountWaiting(first.count, first.counted_by),
        tuple(
            SlipShown(
                number, slip.kind, slip.chips, worth(slip.chips), slip.requested_by, slip.carrier
            )
            for number, slip in table.papers.slips.items()
        ),
    )


def in_tray(table: Table) -> Tray | None:
    """Return the chips in the tray, which change stack by stack as the Dealer hands them over."""
    tray = table.tray
    if tray is None:
        return None
    for stack in _open_stacks(table):
        sign = 1 if stack.is_paid else -1
        tray = with_chips(tray, {value: sign * count for value, count in stack.chips})
    return tray


def _open_stacks(table: Table) -> tuple[NumberedStack, ...]:
    """Return the stacks that the Dealer has not ticked off; the next round begins without any."""
    now = table.round
    if table.tray is None or now is None or table.phase is not Phase.SETTLED:
        return ()
    layout = on_layout(now)
    return tuple(stack for number, stack in enumerate(layout.stacks) if number not in layout.handed)


def float_figures(watched: Watched) -> FloatFigures | None:
    """Return the figures of a live table's float; None before the first opening count."""
    row = watched.float_row
    if row is None:
        return None
    closed = row.closed_at is not None
    return FloatFigures(
        opened_at=row.opened_at,
        closed_at=row.closed_at,
        opening=row.opening,
        fills=row.fills,
        credits=row.credits,
        drop=row.bought,
        closing=row.closing if closed else None,
        win_by_bets=row.win_by_bets,
        win_by_count=row.win_by_count if closed else None,
        difference=row.difference if closed else None,
        rounding=row.rounding,
        owed=row.owed,
        fill_soon=fill_soon(watched),
    )


def fill_soon(watched: Watched) -> tuple[Cents, ...]:
    """Return the values of which few chips are left, compared with the chips supplied."""
    tray, configuration = in_tray(watched.table), watched.table.configuration
    row = watched.float_row
    if row is None or tray is None or configuration is None or configuration.layout is None:
        return ()
    per_cent = configuration.layout.fill_soon_per_cent
    return tuple(
        value for value, number in row.supplied if tray.get(value, 0) * 100 < number * per_cent
    )

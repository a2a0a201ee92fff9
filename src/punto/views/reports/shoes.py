from collections.abc import Iterator, Mapping, Sequence

from punto.rounds import CardsCounted, ShoeLoaded, ShoeRetired, TableEvent
from punto.values import Instant, TableId, Value, replace
from punto.views.recall.walks import Moment
from punto.views.reports.endings import Endings
from punto.views.reports.figures import MONEY, Figures
from punto.views.reports.shape import EVER, Number, Period, Records, Report, columns_of


class ShoeRow(Value):
    """A shoe in play in the period, or with a round corrected in it."""

    table: TableId
    shoe: Number
    decks: Number
    source: str
    loaded_at: Instant
    retired_at: Instant | None = None
    reason: str = ""
    """The reason for retiring it."""
    dealt: int = 0
    """Cards out of the shoe at the end of the period, burned ones included."""
    counted: Number | None = None
    """The result of the last count of its cards."""
    figures: Figures = Figures()


COLUMNS = columns_of(
    ShoeRow,
    "table shoe decks source loaded_at retired_at reason dealt counted",
    "figures.settled figures.void figures.player figures.banker figures.tie figures.cards",
    MONEY,
)


def shoes_report(records: Records, period: Period = EVER) -> Report[ShoeRow]:
    """Report each shoe's figures, from the rounds that ended in the period."""
    rows = (row for table, events in records.items() for row in _rows(table, events, period))
    return Report("Shoes", period, COLUMNS, tuple(rows))


def _rows(table: TableId, events: Sequence[TableEvent], period: Period) -> Iterator[ShoeRow]:
    rows: dict[int, ShoeRow] = {}
    played: set[int] = set()
    endings = Endings(table)
    for moment in period.moments(events):
        row = _changed(table, moment, rows)
        if row is not None:
            rows[row.shoe] = row
        ending = endings.take(moment)
        if ending is not None and period.has_begun(ending.at):
            shoe = ending.shoe_number
            rows[shoe] = replace(rows[shoe], figures=rows[shoe].figures + ending.change)
            played.add(shoe)
    for shoe, row in rows.items():
        if shoe in played or row.retired_at is None or period.has_begun(row.retired_at):
            yield row


def _changed(table: TableId, moment: Moment, rows: Mapping[int, ShoeRow]) -> ShoeRow | None:
    """Return the row of the shoe that an event loaded, counted, retired or drew from.

    Also None for a shoe loaded before the first event: it left before the period.
    """
    fact, at, before = moment.event.fact, moment.event.at, moment.before.shoe
    if isinstance(fact, ShoeLoaded):
        return ShoeRow(table, fact.shoe_number, fact.decks, fact.source.value, at)
    shoe = before if isinstance(fact, ShoeRetired | CardsCounted) else moment.after.shoe
    row = None if shoe is None else rows.get(shoe.number)
    if shoe is None or row is None:
        return None
    match fact:
        case ShoeRetired():
            return replace(row, retired_at=at, reason=fact.reason)
        case CardsCounted():
            return replace(row, counted=fact.counted)
        case _:
            return None if shoe is before else replace(row, dealt=shoe.dealt_count)

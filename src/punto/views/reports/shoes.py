from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from punto.rounds import CardsCounted, ShoeLoaded, ShoeRetired, TableEvent
from punto.values import Instant, TableId, replace
from punto.views.recall.walks import Moment, walk
from punto.views.reports.endings import endings
from punto.views.reports.figures import MONEY_COLUMNS, RESULT_COLUMNS, Figures
from punto.views.reports.shape import EVER, Column, ColumnKind, Period, Records, Report


@dataclass(frozen=True, slots=True)
class ShoeRow:
    """A shoe in play in the period, or with a round corrected in it."""

    table: TableId
    shoe: int
    decks: int
    source: str
    loaded_at: Instant
    retired_at: Instant | None = None
    reason: str = ""
    """The reason for retiring it."""
    dealt: int = 0
    """Cards out of the shoe at the end of the period, burned ones included."""
    counted: int | None = None
    """The result of the last count of its cards."""
    figures: Figures = field(default_factory=Figures)


COLUMNS = (
    Column("table", ColumnKind.TEXT),
    Column("shoe", ColumnKind.NUMBER),
    Column("decks", ColumnKind.NUMBER),
    Column("source", ColumnKind.TEXT),
    Column("loaded_at", ColumnKind.INSTANT),
    Column("retired_at", ColumnKind.INSTANT),
    Column("reason", ColumnKind.TEXT),
    Column("dealt", ColumnKind.COUNT),
    Column("counted", ColumnKind.NUMBER),
    Column("figures.settled", ColumnKind.COUNT),
    Column("figures.void", ColumnKind.COUNT),
    *RESULT_COLUMNS,
    Column("figures.cards", ColumnKind.COUNT),
    *MONEY_COLUMNS,
)


def shoes_report(records: Records, period: Period = EVER) -> Report[ShoeRow]:
    """Report each shoe's figures, from the rounds that ended in the period."""
    rows = {
        (table, shoe): row
        for table, events in records.items()
        for shoe, row in _shoes(table, period.known(events)).items()
    }
    played = set()
    for ending in endings(records, period):
        key = ending.table, ending.shoe_number
        rows[key] = replace(rows[key], figures=rows[key].figures + ending.change)
        played.add(key)
    shown = (
        row
        for key, row in rows.items()
        if key in played or row.retired_at is None or period.has_begun(row.retired_at)
    )
    return Report("Shoes", period, COLUMNS, tuple(shown))


def _shoes(table: TableId, events: Iterable[TableEvent]) -> dict[int, ShoeRow]:
    rows: dict[int, ShoeRow] = {}
    for moment in walk(events):
        row = _changed(table, moment, rows)
        if row is not None:
            rows[row.shoe] = row
    return rows


def _changed(table: TableId, moment: Moment, rows: Mapping[int, ShoeRow]) -> ShoeRow | None:
    """Return the row of the shoe that an event loaded, counted, retired or drew from."""
    fact, at = moment.event.fact, moment.event.at
    match fact:
        case ShoeLoaded():
            return ShoeRow(table, fact.shoe_number, fact.decks, fact.source.value, at)
        case ShoeRetired():
            row = rows[moment.before.shoe_now.number]
            return replace(row, retired_at=at, reason=fact.reason)
        case CardsCounted():
            return replace(rows[moment.before.shoe_now.number], counted=fact.counted)
        case _:
            shoe = moment.after.shoe
            if shoe is None or shoe is moment.before.shoe:
                return None
            return replace(rows[shoe.number], dealt=shoe.dealt_count)

from collections import defaultdict

from punto.values import Instant, PersonId, TableId, Value
from punto.views.reports.endings import Ending, endings
from punto.views.reports.figures import MONEY_COLUMNS, Figures, total_figures
from punto.views.reports.shape import EVER, Column, ColumnKind, Period, Records, Report


class RoundRow(Value):
    """A round that ended or was corrected in the period."""

    table: TableId
    round: int
    shoe: int
    dealer: PersonId
    opened_at: Instant
    ended_at: Instant
    """The instant of the ending now in force."""
    end: str
    cards: str
    figures: Figures
    """The round's figures in the period; only the difference if it ended before."""


COLUMNS = (
    Column("table", ColumnKind.TEXT),
    Column("round", ColumnKind.NUMBER),
    Column("shoe", ColumnKind.NUMBER),
    Column("dealer", ColumnKind.TEXT),
    Column("opened_at", ColumnKind.INSTANT),
    Column("ended_at", ColumnKind.INSTANT),
    Column("end", ColumnKind.TEXT),
    Column("cards", ColumnKind.TEXT),
    Column("figures.settled", ColumnKind.COUNT),
    Column("figures.void", ColumnKind.COUNT),
    Column("figures.corrections", ColumnKind.COUNT),
    Column("figures.bets", ColumnKind.COUNT),
    *MONEY_COLUMNS,
)


def rounds_report(records: Records, period: Period = EVER) -> Report[RoundRow]:
    """Report every round that ended in a period, without rounds in progress."""
    by_round: dict[tuple[TableId, int], list[Ending]] = defaultdict(list)
    for ending in endings(records, period):
        by_round[ending.table, ending.round_number].append(ending)
    rows = tuple(map(_row, by_round.values()))
    return Report("Rounds", period, COLUMNS, rows)


def _row(of_round: list[Ending]) -> RoundRow:
    last = of_round[-1]
    return RoundRow(
        last.table,
        last.round_number,
        last.shoe_number,
        last.dealer,
        last.opened_at,
        last.at,
        "void" if last.figures.void else "settled",
        str(last.coup),
        total_figures(ending.change for ending in of_round),
    )

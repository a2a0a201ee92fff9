from collections import defaultdict
from dataclasses import dataclass

from punto.values.ids import Instant, PersonId, TableId
from punto.views.reports.endings import Ending, endings
from punto.views.reports.figures import MONEY_COLUMNS, Figures, total_figures
from punto.views.reports.records import EVER, Period, Records
from punto.views.reports.shape import Column, Kind, Report


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round that ended in the period, or was corrected in it."""

    table: TableId
    round: int
    shoe: int
    dealer: PersonId
    opened_at: Instant
    ended_at: Instant
    """When it came to the end that holds now."""
    end: str
    cards: str
    figures: Figures
    """What the round brought in the period; of one that ended before it, only the difference."""


COLUMNS = (
    Column("table", Kind.TEXT),
    Column("round", Kind.NUMBER),
    Column("shoe", Kind.NUMBER),
    Column("dealer", Kind.TEXT),
    Column("opened_at", Kind.INSTANT),
    Column("ended_at", Kind.INSTANT),
    Column("end", Kind.TEXT),
    Column("cards", Kind.TEXT),
    Column("figures.settled", Kind.COUNT),
    Column("figures.void", Kind.COUNT),
    Column("figures.corrections", Kind.COUNT),
    Column("figures.bets", Kind.COUNT),
    *MONEY_COLUMNS,
)


def rounds_report(records: Records, period: Period = EVER) -> Report[RoundRow]:
    """Every round that ended in a period; one in progress is in none yet."""
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

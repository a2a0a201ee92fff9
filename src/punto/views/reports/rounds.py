from collections import defaultdict

from punto.values import Instant, PersonId, TableId, Value
from punto.views.reports.endings import Ending, endings
from punto.views.reports.figures import MONEY, Figures, total_figures
from punto.views.reports.shape import EVER, Number, Period, Records, Report, columns_of


class RoundRow(Value):
    """A round that ended or was corrected in the period."""

    table: TableId
    round: Number
    shoe: Number
    dealer: PersonId
    opened_at: Instant
    ended_at: Instant
    """The instant of the ending now in force."""
    end: str
    cards: str
    figures: Figures
    """The round's figures in the period; only the difference if it ended before."""


COLUMNS = columns_of(
    RoundRow,
    "table round shoe dealer opened_at ended_at end cards",
    "figures.settled figures.void figures.corrections figures.bets",
    MONEY,
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

from collections import Counter

from punto.rounds import IrregularityReported
from punto.values import PersonId, Value
from punto.views.recall.walks import walk
from punto.views.reports.endings import dealer_of, endings
from punto.views.reports.figures import MONEY_COLUMNS, Figures
from punto.views.reports.shape import EVER, Column, ColumnKind, Period, Records, Report


class DealerRow(Value):
    """One Dealer's figures in the period, over all tables."""

    dealer: PersonId
    irregularities: int
    """Reported while this person dealt."""
    figures: Figures


COLUMNS = (
    Column("dealer", ColumnKind.TEXT),
    Column("figures.rounds", ColumnKind.COUNT),
    Column("figures.hands", ColumnKind.COUNT),
    Column("figures.settled", ColumnKind.COUNT),
    Column("figures.void", ColumnKind.COUNT),
    Column("figures.corrections", ColumnKind.COUNT),
    Column("irregularities", ColumnKind.COUNT),
    *MONEY_COLUMNS,
)


def dealers_report(records: Records, period: Period = EVER) -> Report[DealerRow]:
    """Report rounds, hands and voids by Dealer; a round counts for the Dealer who ended it."""
    figures: dict[PersonId, Figures] = {}
    for ending in endings(records, period):
        figures[ending.dealer] = figures.get(ending.dealer, Figures()) + ending.change
    reported = _reported(records, period)
    rows = (
        DealerRow(dealer, reported[dealer], figures.get(dealer, Figures()))
        for dealer in sorted({*figures, *reported})
    )
    return Report("Dealers", period, COLUMNS, tuple(rows))


def _reported(records: Records, period: Period) -> Counter[PersonId]:
    return Counter(
        dealer_of(moment.before)
        for events in records.values()
        for moment in walk(period.known(events))
        if isinstance(moment.event.fact, IrregularityReported) and period.has_begun(moment.event.at)
    )

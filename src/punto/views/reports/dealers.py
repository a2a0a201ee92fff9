from collections import Counter, defaultdict

from punto.rounds import IrregularityReported
from punto.values import PersonId, Value
from punto.views.reports.endings import Endings, dealer_of
from punto.views.reports.figures import MONEY, Figures
from punto.views.reports.shape import EVER, Period, Records, Report, columns_of


class DealerRow(Value):
    """One Dealer's figures in the period, over all tables."""

    dealer: PersonId
    irregularities: int
    """Reported while this person dealt."""
    figures: Figures


COLUMNS = columns_of(
    DealerRow,
    "dealer figures.rounds figures.hands figures.settled figures.void figures.corrections",
    "irregularities",
    MONEY,
)


def dealers_report(records: Records, period: Period = EVER) -> Report[DealerRow]:
    """Report rounds, hands and voids by Dealer; a round counts for the Dealer who ended it."""
    figures: defaultdict[PersonId, Figures] = defaultdict(Figures)
    reported: Counter[PersonId] = Counter()
    for table, events in records.items():
        endings = Endings(table)
        for moment in period.moments(events):
            ending = endings.take(moment)
            if not period.has_begun(moment.event.at):
                continue
            if ending is not None:
                figures[ending.dealer] += ending.change
            if isinstance(moment.event.fact, IrregularityReported):
                reported[dealer_of(moment.before)] += 1
    dealers = sorted({*figures, *reported})
    rows = tuple(DealerRow(dealer, reported[dealer], figures[dealer]) for dealer in dealers)
    return Report("Dealers", period, COLUMNS, rows)

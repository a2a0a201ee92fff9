"""Reports of what was played: by round, by shoe and by Dealer."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from punto.rounds import CardsCounted, IrregularityReported, ShoeLoaded, ShoeRetired, TableEvent
from punto.values import Instant, PersonId, TableId, Value, replace
from punto.views.recall.walks import Moment
from punto.views.reports.figures import (
    MONEY,
    Ending,
    Endings,
    Figures,
    dealer_of,
    endings,
    total_figures,
)
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


ROUND_COLUMNS = columns_of(
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
    rows = tuple(map(_round_row, by_round.values()))
    return Report("Rounds", period, ROUND_COLUMNS, rows)


def _round_row(of_round: list[Ending]) -> RoundRow:
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


SHOE_COLUMNS = columns_of(
    ShoeRow,
    "table shoe decks source loaded_at retired_at reason dealt counted",
    "figures.settled figures.void figures.player figures.banker figures.tie figures.cards",
    MONEY,
)


def shoes_report(records: Records, period: Period = EVER) -> Report[ShoeRow]:
    """Report each shoe's figures, from the rounds that ended in the period."""
    rows = (row for table, events in records.items() for row in _shoe_rows(table, events, period))
    return Report("Shoes", period, SHOE_COLUMNS, tuple(rows))


def _shoe_rows(table: TableId, events: Sequence[TableEvent], period: Period) -> Iterator[ShoeRow]:
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


class DealerRow(Value):
    """One Dealer's figures in the period, over all tables."""

    dealer: PersonId
    irregularities: int
    """Reported while this person dealt."""
    figures: Figures


DEALER_COLUMNS = columns_of(
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
    return Report("Dealers", period, DEALER_COLUMNS, rows)

from collections.abc import Iterable, Iterator

from punto.rounds import EarlierRoundResettled, RecordDoesNotHold, Round, Table, TableEvent
from punto.rules import Coup
from punto.values import Instant, PersonId, TableId, Value
from punto.views.recall.audiences import EndingFact
from punto.views.recall.steps import corrected_round
from punto.views.recall.walks import Moment, walk
from punto.views.reports.figures import Figures, figures_of
from punto.views.reports.shape import Period, Records


class Ending(Value):
    """The end of a round, or a change of its end."""

    table: TableId
    round_number: int
    shoe_number: int
    dealer: PersonId
    """The Dealer under whom the round first ended, also for corrections."""
    opened_at: Instant
    at: Instant
    coup: Coup
    figures: Figures
    """The round's figures from now on."""
    change: Figures
    """The change from the figures before.

    For the first ending this is the whole. A correction adds only the difference, at its own time:
    so a round counts once, with its final payments, and every period matches the money that moved
    in it.
    """


def endings(records: Records, period: Period) -> tuple[Ending, ...]:
    """Return every ending of a period, table by table."""
    return tuple(
        ending
        for table, events in records.items()
        for ending in _of_table(table, period.known(events))
        if period.has_begun(ending.at)
    )


def _of_table(table: TableId, events: Iterable[TableEvent]) -> Iterator[Ending]:
    known: dict[int, Ending] = {}
    for moment in walk(events):
        if not isinstance(moment.event.fact, EndingFact):
            continue
        ended = _ended_round(moment, moment.event.fact)
        first = known.get(ended.number)
        dealer = dealer_of(moment.before) if first is None else first.dealer
        before = Figures() if first is None else first.figures
        figures = figures_of(ended, 0 if first is None else before.corrections + 1)
        known[ended.number] = Ending(
            table,
            ended.number,
            ended.shoe_number,
            dealer,
            ended.opened_at,
            moment.event.at,
            ended.coup,
            figures,
            figures - before,
        )
        yield known[ended.number]


def _ended_round(moment: Moment, fact: EndingFact) -> Round:
    if isinstance(fact, EarlierRoundResettled):
        return corrected_round(moment.after, fact)
    return moment.after.round_now


def dealer_of(table: Table) -> PersonId:
    """Return the Dealer of an open table."""
    if table.dealer is None:
        raise RecordDoesNotHold(f"no Dealer while {table.phase.value}")
    return table.dealer.person

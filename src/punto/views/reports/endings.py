from collections.abc import Iterator

from punto.rounds import ROUNDS_KEPT, EndingFact, RecordDoesNotHold, Table
from punto.rules import Coup
from punto.values import Instant, PersonId, TableId, Value
from punto.views.past_rounds import ended_round
from punto.views.recall.walks import Moment
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


def endings(records: Records, period: Period) -> Iterator[Ending]:
    """Yield every ending of a period, table by table."""
    for table, events in records.items():
        found = Endings(table)
        for moment in period.moments(events):
            ending = found.take(moment)
            if ending is not None and period.has_begun(ending.at):
                yield ending


class Endings:
    """The endings at one table, moment by moment; it knows the rounds within reach of a change."""

    def __init__(self, table: TableId) -> None:
        self._table = table
        self._known: dict[int, Ending] = {}

    def take(self, moment: Moment) -> Ending | None:
        """Return the ending that a moment brings, if any."""
        if not isinstance(moment.event.fact, EndingFact):
            return None
        ended = ended_round(moment.after, moment.event.fact)
        first = self._known.get(ended.number)
        dealer = dealer_of(moment.before) if first is None else first.dealer
        before = Figures() if first is None else first.figures
        figures = figures_of(ended, 0 if first is None else before.corrections + 1)
        ending = self._known[ended.number] = Ending(
            self._table,
            ended.number,
            ended.shoe_number,
            dealer,
            ended.opened_at,
            moment.event.at,
            ended.coup,
            figures,
            figures - before,
        )
        self._let_go(moment.after)
        return ending

    def _let_go(self, table: Table) -> None:
        """Forget rounds that no correction can reach any more (A-29)."""
        if len(self._known) > 2 * ROUNDS_KEPT:
            oldest = oldest_round(table)
            self._known = {each: end for each, end in self._known.items() if each >= oldest}


def oldest_round(table: Table) -> int:
    """Return the number of the oldest round whose ending may still change."""
    numbers = (each.number for each in (*table.past, table.round) if each is not None)
    return min(numbers, default=table.rounds_count + 1)


def dealer_of(table: Table) -> PersonId:
    """Return the Dealer of an open table."""
    if table.dealer is None:
        raise RecordDoesNotHold(f"no Dealer while {table.phase.value}")
    return table.dealer.person

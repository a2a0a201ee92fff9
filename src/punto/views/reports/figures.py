from collections.abc import Iterable, Iterator
from functools import reduce
from operator import add, attrgetter, sub

from punto.rounds import ROUNDS_KEPT, EndingFact, RecordDoesNotHold, Round, Table
from punto.rules import Coup, Result
from punto.values import NOTHING, Cents, Instant, PersonId, TableId, Value, Winner, field_names
from punto.views.past_rounds import ended_round
from punto.views.recall.walks import Moment
from punto.views.reports.shape import Period, Records


class Figures(Value):
    """The figures of rounds, counted so that parts add up to the whole."""

    settled: int = 0
    void: int = 0
    corrections: int = 0
    """Number of times that a paid round was paid again or made void."""
    player: int = 0
    banker: int = 0
    tie: int = 0
    cards: int = 0
    hands: int = 0
    """Player and Banker Hands dealt: two for a complete coup."""
    bets: int = 0
    """Bets with a result; returned bets do not count."""
    handle: Cents = NOTHING
    """The stakes of those bets, including pushes; zero for a void round."""
    paid: Cents = NOTHING
    """The money returned to patrons on those bets, stakes included."""
    commission: Cents = NOTHING
    """The deduction in the odds of winning bets, a memo (A-20); already part of the win."""
    returned: Cents = NOTHING
    """The stakes of void rounds, returned unplayed (A-38)."""

    @property
    def rounds(self) -> int:
        """Rounds that ended, void ones included."""
        return self.settled + self.void

    @property
    def win(self) -> Cents:
        """The House's share of the handle; negative when patrons won."""
        return Cents(self.handle - self.paid)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*map(add, _parts(self), _parts(other)))

    def __sub__(self, other: "Figures") -> "Figures":
        return Figures(*map(sub, _parts(self), _parts(other)))


_parts = attrgetter(*field_names(Figures))

MONEY = "figures.handle figures.paid figures.win figures.commission figures.returned"
"""The money of a row's figures, as columns of a report."""


def total_figures(parts: Iterable[Figures]) -> Figures:
    """Return the sum of these figures."""
    return reduce(add, parts, Figures())


def figures_of(ended: Round, corrections: int) -> Figures:
    """Return a round's figures by its last ending; earlier endings no longer count."""
    results = tuple(result for _, each in ended.results for result in each)
    played = tuple(result for result in results if result.result is not Result.RETURNED)
    winner = None if ended.void else ended.coup.outcome.winner
    return Figures(
        settled=int(not ended.void),
        void=int(ended.void),
        corrections=corrections,
        player=int(winner is Winner.PLAYER),
        banker=int(winner is Winner.BANKER),
        tie=int(winner is Winner.TIE),
        cards=len(ended.cards),
        hands=sum(map(bool, (ended.coup.player, ended.coup.banker))),
        bets=len(played),
        handle=_sum(result.stake for result in played),
        paid=_sum(result.returned for result in played),
        commission=_sum(result.commission for result in played),
        returned=_sum(result.stake for result in results if result.result is Result.RETURNED),
    )


def _sum(amounts: Iterable[Cents]) -> Cents:
    return Cents(sum(amounts))


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

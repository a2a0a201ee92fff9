from collections.abc import Iterable
from functools import reduce
from operator import add, attrgetter, sub

from punto.rounds import Round
from punto.rules import Result
from punto.values import NOTHING, Cents, Value, Winner, field_names


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

"""Counts of the results of a shoe."""

from collections.abc import Iterable

from punto.values import Side, Value, Winner
from punto.views.past_rounds import FinishedRound
from punto.views.roads.big_road import Run
from punto.views.roads.results import Tally
from punto.views.roads.scoreboard import Roads

TOTALS = range(10)


class WinsOn(Value):
    """How often each hand won with a Point Total, and how often both tied on it."""

    total: int
    player: int
    banker: int
    tie: int


class Statistics(Value):
    """The counts of a shoe; like its roads they only inform (R 5.10, M 6.3)."""

    tally: Tally
    void: int
    """Rounds without a result."""
    wins_on: tuple[WinsOn, ...]
    """One for each Point Total, from 0 to 9."""
    streak: Run | None
    """The run that is still going on."""
    longest_player: int
    longest_banker: int


def statistics_of(rounds: Iterable[FinishedRound], roads: Roads) -> Statistics:
    """Count the rounds that the roads are drawn from."""
    counted = tuple(rounds)
    return Statistics(
        roads.tally,
        sum(each.result is None for each in counted),
        tuple(_wins_on(total, counted) for total in TOTALS),
        roads.streak,
        _longest(roads, Side.PLAYER),
        _longest(roads, Side.BANKER),
    )


def _wins_on(total: int, rounds: tuple[FinishedRound, ...]) -> WinsOn:
    won = [
        each.result.winner
        for each in rounds
        if each.result is not None and max(each.player_total, each.banker_total) == total
    ]
    return WinsOn(total, won.count(Winner.PLAYER), won.count(Winner.BANKER), won.count(Winner.TIE))


def _longest(roads: Roads, side: Side) -> int:
    return max((run.length for run in roads.runs if run.side is side), default=0)

"""Liability: the most that the House can lose to the bets of one round."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, reduce
from operator import mul

from punto.rules.first_decision import completions
from punto.rules.games import BetKey, Game
from punto.rules.pay_tables import LOSES, PayTable, Push
from punto.values import Cents, Value


class Cases(Value):
    """The profit per stake of every bet of a game, for each possible case."""

    profits: frozenset[tuple[int, ...]]
    """In the order of the game file, in whole parts of a stake."""
    parts: int
    """The number of parts in a stake, chosen so that every profit is whole."""


def liability(game: Game, stakes: Mapping[BetKey, Cents]) -> Cents:
    """Return the House's loss at its worst Outcome: payments less collected stakes."""
    return _worst(stakes, game, _cases(game))


def liability_while_open(game: Game, stakes: Mapping[BetKey, Cents]) -> Cents:
    """Return the House's payments at its worst Outcome, as if losing bets were taken back.

    While bets are open a patron may always lower one (A-26). So no bet offsets another, and
    taking one back never raises the figure.
    """
    return _worst(stakes, game, _payments(game))


def _worst(stakes: Mapping[BetKey, Cents], game: Game, cases: Cases) -> Cents:
    totals = [stakes.get(bet.key, 0) for bet in game.bets]
    worst = max(sum(map(mul, totals, case)) for case in cases.profits)
    return Cents(max(0, worst // cases.parts))


@cache
def _payments(game: Game) -> Cases:
    """Return the same cases without losses."""
    cases = _cases(game)
    paid = (tuple(max(0, each) for each in case) for case in cases.profits)
    return Cases(frozenset(paid), cases.parts)


@cache
def _cases(game: Game) -> Cases:
    """Return the distinct profits of all bets over the possible Outcomes; most coincide."""
    reachable = completions(game.table, ())
    profits = {
        tuple(_profit(bet.pays, index) for bet in game.bets)
        for index in range(reachable.bit_length())
        if reachable >> index & 1
    }
    parts = reduce(mul, {each.denominator for case in profits for each in case})
    return Cases(frozenset(tuple(int(each * parts) for each in case) for case in profits), parts)


def _profit(pays: PayTable, outcome_index: int) -> Fraction:
    number = pays.row_numbers[outcome_index]
    if number == LOSES:
        return Fraction(-1)
    odds = pays.rows[number - 1].pays
    return Fraction(0) if isinstance(odds, Push) else Fraction(odds.win, odds.per)

"""Liability: the most that the House can lose to the bets of one round."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from punto.rules.first_decision import completions
from punto.rules.games import BetKey, Game
from punto.rules.pay_tables import LOSES, PayTable, Push
from punto.values.money import Cents

Profits = tuple[Fraction, ...]
"""The profit per stake of every bet of a game, in the order of its file."""


def liability(game: Game, stakes: Mapping[BetKey, Cents]) -> Cents:
    """What the worst Outcome costs the House: all it pays, less all it collects."""
    return _worst(stakes, game, _cases(game))


def liability_while_open(game: Game, stakes: Mapping[BetKey, Cents]) -> Cents:
    """What the worst Outcome makes the House pay, if every losing bet were taken back first.

    While bets are open a patron may always lower one (A-26); so no bet counts as a cover for
    another, and taking one back never raises the figure.
    """
    return _worst(stakes, game, _payments(game))


def _worst(stakes: Mapping[BetKey, Cents], game: Game, cases: frozenset[Profits]) -> Cents:
    totals = [stakes.get(bet.key, 0) for bet in game.bets]
    worst = max(
        sum((stake * profit for stake, profit in zip(totals, case, strict=True)), Fraction(0))
        for case in cases
    )
    return Cents(max(0, int(worst)))


@cache
def _payments(game: Game) -> frozenset[Profits]:
    """The same cases, as if nobody lost."""
    return frozenset(tuple(max(Fraction(0), each) for each in case) for case in _cases(game))


@cache
def _cases(game: Game) -> frozenset[Profits]:
    """What all bets pay together, for each Outcome that cards can show; most Outcomes agree."""
    reachable = completions(game.table, ())
    return frozenset(
        tuple(_profit(bet.pays, index) for bet in game.bets)
        for index in range(reachable.bit_length())
        if reachable >> index & 1
    )


def _profit(pays: PayTable, outcome_index: int) -> Fraction:
    number = pays.row_numbers[outcome_index]
    if number == LOSES:
        return Fraction(-1)
    odds = pays.rows[number - 1].pays
    return Fraction(0) if isinstance(odds, Push) else Fraction(odds.win, odds.per)

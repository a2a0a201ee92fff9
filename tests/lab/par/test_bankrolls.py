from fractions import Fraction
from math import comb

import pytest

from punto.lab import exact_odds
from punto.lab.par.bankrolls import LEVELS, fan_of, pay_distribution
from punto.rules.games import Game

HALF = Fraction(1, 2)


def test_four_throws_of_a_coin() -> None:
    fan = fan_of({Fraction(-1): HALF, Fraction(1): HALF}, rounds=4, every=2)
    assert list(fan.rounds) == [0, 2, 4]
    # One, five, eleven, fifteen and sixteen sixteenths are at -4, -2, 0, 2 and 4 or below.
    assert [line[-1] for line in fan.lines] == [-4, -4, -2, 0, 2, 4, 4]
    assert list(fan.expected) == [0, 0, 0]
    assert fan.ahead == 5 / 16
    assert fan.kept == 1


def test_the_fan_of_a_long_shot_is_binomial() -> None:
    chance, rounds = Fraction(1, 20), 100
    fan = fan_of({Fraction(-1): 1 - chance, Fraction(19, 20): chance}, rounds, every=rounds)
    masses = [comb(rounds, won) * 0.05**won * 0.95 ** (rounds - won) for won in range(rounds + 1)]
    below, found = 0.0, []
    for won, mass in enumerate(masses):
        found += [1.95 * won - rounds for level in LEVELS if below < level <= below + mass]
        below += mass
    assert [line[-1] for line in fan.lines] == pytest.approx(found)
    assert fan.expected[-1] == pytest.approx(rounds * (1.95 * 0.05 - 1))
    assert fan.ahead == pytest.approx(0, abs=1e-12)
    assert fan.kept == pytest.approx(1, abs=1e-12)


def test_rows_that_pay_alike_are_one_profit(games: dict[str, Game]) -> None:
    bet = exact_odds(games["mbs-fortune-six"])["player-dragon-bonus"]
    found = pay_distribution(bet)
    assert list(found) == sorted(found)
    assert sum(found.values()) == 1
    assert sum(profit * share for profit, share in found.items()) == bet.expectation
    assert len(found) < len(bet.rows) + 1


def test_a_bet_that_never_moves_stays_where_it_is() -> None:
    fan = fan_of({Fraction(0): Fraction(1)}, rounds=3, every=3)
    assert {line[-1] for line in fan.lines} == {0}
    assert fan.ahead == 0

"""Patrons of the past, who differ in their bets, their stakes, and the length of their visits."""

from random import Random

from punto import rounds
from punto.rules import Terms
from punto.values import Cents, Value, dollars


class Habit(Value):
    """How a patron plays."""

    on_first: float
    """The share of bets on the first of the two hands."""
    beside: float
    """The share of rounds with another bet beside it."""
    sits_out: float
    """The share of rounds without a bet."""
    stakes: tuple[int, int]
    """The least and the most, in minimum stakes of the table."""
    raises: bool
    """Whether a lost stake is doubled."""
    rounds: tuple[int, int]
    """The least and the most rounds of a visit."""
    brings: int
    """The patron's money at the start, in minimum stakes of the table."""


HABITS = (
    Habit(0.5, 0.30, 0.10, (1, 4), raises=False, rounds=(20, 60), brings=60),
    Habit(0.9, 0.00, 0.35, (5, 5), raises=False, rounds=(40, 120), brings=120),
    Habit(0.2, 0.60, 0.05, (2, 8), raises=False, rounds=(10, 40), brings=100),
    Habit(0.5, 0.10, 0.05, (1, 1), raises=True, rounds=(15, 50), brings=130),
    Habit(0.6, 0.20, 0.15, (20, 80), raises=False, rounds=(20, 70), brings=800),
)
"""The careful, the waiting, the hopeful, the doubling and the high-stakes patron."""

_MOST_DOUBLINGS = 5


class Visit:
    """A patron's visit to a table."""

    def __init__(self, habit: Habit, chance: Random) -> None:
        self.habit, self._chance = habit, chance
        self.rounds_left = chance.randint(*habit.rounds)
        self._lost_in_a_row = 0

    def note(self, *, won: bool) -> None:
        """Note whether a round with a bet was won."""
        self._lost_in_a_row = 0 if won else self._lost_in_a_row + 1

    def stakes(self, terms: Terms, most: Cents) -> rounds.Stakes:
        """Return the bets of the next round, of at most this sum; none if the patron waits."""
        self.rounds_left -= 1
        if self._chance.random() < self.habit.sits_out:
            return ()
        offered = terms.offered_keys
        main = offered[0 if self._chance.random() < self.habit.on_first else 1]
        bets = {main: self._main_stake(terms)}
        if self._chance.random() < self.habit.beside:
            bets.setdefault(self._chance.choice(offered), _whole(terms, terms.limits.minimum))
        while bets and sum(bets.values()) > most:
            bets.popitem()
        return tuple(bets.items())

    def _main_stake(self, terms: Terms) -> Cents:
        times = self._chance.randint(*self.habit.stakes)
        if self.habit.raises:
            times *= 2 ** min(self._lost_in_a_row, _MOST_DOUBLINGS)
        return _whole(terms, terms.limits.minimum * times)

    def brings(self, terms: Terms) -> Cents:
        """Return the money with which the visit begins, in whole hundreds of dollars."""
        hundred = dollars(100)
        money = terms.limits.minimum * self.habit.brings
        return Cents(max(money - money % hundred, hundred))


def _whole(terms: Terms, stake: int) -> Cents:
    """Return a stake that the limits of the table allow."""
    limits = terms.limits
    most = stake if limits.maximum is None else min(stake, limits.maximum)
    return Cents(max(most - most % limits.step, limits.minimum))

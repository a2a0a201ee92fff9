"""Limits of the stakes on a bet, and the limits and steps that a table may not have."""

from punto.rules import refusals
from punto.rules.games import Bet
from punto.rules.pay_tables import PayRow
from punto.values import Cents, Odds, Value, dollars

WHOLE_DOLLAR = dollars(1)
"""The default bet step, at which every payout is exact (A-18)."""


USUAL_MAXIMUM = dollars(100_000)
"""The maximum of a table that names no other; every table needs one (A-74)."""


class Limits(Value):
    """The stakes that one patron may place on one bet of a round (A-17)."""

    minimum: Cents = WHOLE_DOLLAR
    maximum: Cents | None = USUAL_MAXIMUM
    """None settles bets of any amount; no table is opened so (A-74)."""
    step: Cents = WHOLE_DOLLAR


def limits_refusal(limits: Limits) -> refusals.LimitsContradict | None:
    """Refuse limits between which no stake fits."""
    contradiction = refusals.LimitsContradict(limits.minimum, limits.maximum, limits.step)
    if limits.step <= 0 or limits.minimum <= 0:
        return contradiction
    least_stake = -(-limits.minimum // limits.step) * limits.step
    if limits.maximum is not None and least_stake > limits.maximum:
        return contradiction
    return None


def step_refusal(bet: Bet, step: Cents) -> refusals.StepInexact | None:
    """Refuse a step at which a profit or commission could have fractions of a cent."""
    for row in bet.pays.rows:
        for odds in _odds_of(row):
            if step * odds.win % odds.per:
                return refusals.StepInexact(step, bet.key, odds)
    return None


def _odds_of(row: PayRow) -> tuple[Odds, ...]:
    return tuple(odds for odds in (row.pays, row.commission) if isinstance(odds, Odds))

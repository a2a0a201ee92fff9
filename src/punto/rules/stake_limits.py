"""Bets that a table refuses: unknown, not on offer, off the step, or outside the limits."""

from collections.abc import Mapping

from punto.rules import refusals
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.terms import Terms
from punto.values import Cents


def bet_refusals(terms: Terms, stakes: Mapping[BetKey, Cents]) -> tuple[refusals.BetRefusal, ...]:
    """Return a refusal for each stake that the table cannot take."""
    found, offered = [], terms.limits_by_offer
    for key, stake in stakes.items():
        limits = offered.get(key)
        if limits is None:
            found.append(_not_offered(terms, key))
        elif (refusal := stake_refusal(key, stake, limits)) is not None:
            found.append(refusal)
    return tuple(found)


def _not_offered(terms: Terms, key: BetKey) -> refusals.BetRefusal:
    known = terms.game.bet(key) is not None
    return refusals.BetNotOffered(key) if known else refusals.unknown_bet(terms.game, key)


def stake_refusal(bet: BetKey, stake: Cents, limits: Limits) -> refusals.BetRefusal | None:
    """Refuse a stake that is not positive, off the step, or outside the limits, in this order."""
    if stake <= 0:
        return refusals.StakeNotPositive(bet, stake)
    if stake % limits.step:
        return refusals.StakeOffStep(bet, stake, limits.step)
    if stake < limits.minimum:
        return refusals.StakeBelowMinimum(bet, stake, limits.minimum)
    if limits.maximum is not None and stake > limits.maximum:
        return refusals.StakeAboveMaximum(bet, stake, limits.maximum)
    return None

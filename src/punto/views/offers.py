"""The bets that a table takes, each with its own limits."""

from dataclasses import dataclass

from punto.rounds.state import Table
from punto.rules.games import BetKey, Name
from punto.rules.terms import Terms
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class Offer:
    """A bet on offer, and what one patron may stake on it (R 3.4, M 2.2)."""

    bet: BetKey
    name: Name
    clause: str
    minimum: Cents
    maximum: Cents | None
    """None where the table sets none."""
    step: Cents


def offers_of(terms: Terms) -> tuple[Offer, ...]:
    """Every bet on offer, in the order of the layout."""
    return tuple(
        Offer(bet.key, bet.name, bet.clause, limits.minimum, limits.maximum, limits.step)
        for bet in terms.offered
        for limits in (terms.limits_of(bet.key),)
    )


def coming_offers_of(table: Table, terms: Terms) -> tuple[Offer, ...] | None:
    """The offers with the limits that wait for the next round; None when these stay."""
    if table.next_limits is None:
        return None
    return offers_of(terms.with_limits(*table.next_limits))

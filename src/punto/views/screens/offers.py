"""The bets that a table takes, each with what it pays and with its own limits."""

from punto.rounds import Table
from punto.rules import Bet, BetKey, Limits, Name, PayRow, Push, Requirement, Terms
from punto.values import Cents, Odds, Side, Value


class PayLine(Value):
    """One line of a bet's pay table; the first line that applies decides."""

    when: tuple[Requirement, ...]
    """All of them must be met; as data, so that a screen can say them in any language."""
    odds: Odds | None
    """None where the line is a push: the stake comes back."""
    pays: str
    """The odds as the layout prints them, or push."""
    commission: Odds | None
    """The part of the stake that the odds already leave out (A-20)."""
    clause: str


class Offer(Value):
    """A bet on offer, and what one patron may stake on it (R 3.4, M 2.2)."""

    bet: BetKey
    name: Name
    clause: str
    hand: Side | None
    """The hand that an Original Bet backs; None for every other bet."""
    lines: tuple[PayLine, ...]
    minimum: Cents
    maximum: Cents | None
    """None where the table sets none."""
    step: Cents


def offers_of(terms: Terms) -> tuple[Offer, ...]:
    """Return every bet on offer, in the order of the layout."""
    return tuple(_offer(bet, terms.limits_of(bet.key)) for bet in terms.offered)


def _offer(bet: Bet, limits: Limits) -> Offer:
    return Offer(
        bet.key,
        bet.name,
        bet.clause,
        bet.hand,
        tuple(map(_line, bet.pays.rows)),
        limits.minimum,
        limits.maximum,
        limits.step,
    )


def _line(row: PayRow) -> PayLine:
    odds = None if isinstance(row.pays, Push) else row.pays
    pays = "push" if odds is None else odds.words
    return PayLine(row.when.requirements, odds, pays, row.commission, row.clause)


def coming_offers_of(table: Table, terms: Terms) -> tuple[Offer, ...] | None:
    """Return the offers with the limits of the next round; None if the limits stay."""
    if table.next_limits is None:
        return None
    return offers_of(terms.with_limits(*table.next_limits))

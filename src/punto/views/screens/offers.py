"""The bets that a table takes, each with what it pays and with its own limits.

Also a change of limits at many tables, worked out for each before any command is sent.
"""

from punto.rounds import Table
from punto.rounds.table import commands as table_commands
from punto.rules import Bet, BetKey, Limits, Name, PayRow, Push, Requirement, Terms
from punto.values import Cents, Choice, Odds, Side, Value


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


class LimitsScope(Choice):
    """The bets whose limits change."""

    ALL = "all"
    ORIGINAL = "original"
    """Player and Banker."""
    OTHER = "other"


class LimitsAsked(Value):
    """The wanted limits; None leaves a limit as it is."""

    scope: LimitsScope
    minimum: Cents | None = None
    maximum: Cents | None = None
    step: Cents | None = None


class BetLimits(Value):
    """The limits of a bet before and after a change."""

    bet: BetKey
    name: Name
    before: Limits
    """Those of the next round, as they stand."""
    after: Limits


class LimitsChange(Value):
    """The effect of a change at one table."""

    bets: tuple[BetLimits, ...]
    """Every bet that the change concerns; at a live table Player and Banker follow its layout."""
    wish: table_commands.ChangeLimits

    @property
    def changes(self) -> bool:
        """Whether any limit would change."""
        return any(each.before != each.after for each in self.bets)


def limits_change(table: Table, asked: LimitsAsked) -> LimitsChange | None:
    """Work out a change of limits for a table; None before the table has a game."""
    if table.configuration is None:
        return None
    terms, is_live = table.configuration.terms, table.is_live
    if table.next_limits is not None:
        terms = terms.with_limits(*table.next_limits)
    bets = tuple(
        BetLimits(bet.key, bet.name, limits, _after(limits, asked))
        for bet in terms.offered
        if _concerns(asked.scope, is_original=bet.hand is not None, is_live=is_live)
        for limits in (terms.limits_of(bet.key),)
    )
    return LimitsChange(bets, _wish(terms, bets))


def _concerns(scope: LimitsScope, *, is_original: bool, is_live: bool) -> bool:
    if is_original:
        return scope is not LimitsScope.OTHER and not is_live
    return scope is not LimitsScope.ORIGINAL


def _after(limits: Limits, asked: LimitsAsked) -> Limits:
    return Limits(
        limits.minimum if asked.minimum is None else asked.minimum,
        limits.maximum if asked.maximum is None else asked.maximum,
        limits.step if asked.step is None else asked.step,
    )


def _wish(terms: Terms, bets: tuple[BetLimits, ...]) -> table_commands.ChangeLimits:
    changed = {each.bet: each.after for each in bets}
    own = tuple((key, changed.get(key, terms.limits_of(key))) for key in terms.offered_keys)
    return table_commands.ChangeLimits(terms.limits, own)

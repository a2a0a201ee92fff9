"""A usual position at any table, for examples and for rounds without a patron."""

from punto.rules.games import Bet
from punto.rules.terms import Terms
from punto.values.money import Cents, dollars
from punto.values.sides import Side

MAIN_STAKE = dollars(25)
SIDE_STAKE = dollars(5)


def sample_bets(terms: Terms) -> list[tuple[Bet, Cents]]:
    """The Banker and a side bet, or what comes nearest to them on this layout."""
    main = min(terms.offered, key=lambda bet: bet.hand is not Side.BANKER)
    others = [bet for bet in terms.offered if bet.hand is None and bet is not main]
    # A bet that only may be available shows most of what sets its game apart.
    side_bets = sorted(others, key=lambda bet: not bet.optional)[:1]
    return [(main, MAIN_STAKE), *((bet, SIDE_STAKE) for bet in side_bets)]

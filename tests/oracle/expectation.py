"""The exact expectation of a bet per unit of stake."""

from fractions import Fraction

from oracle.enumerator import Composition, counts_of, full_shoe, pair_chances, tiger_pair_chances
from oracle.odds import ODDS
from oracle.settlement import facts_of_totals, profit


def expectation(game: str, bet: str, decks: int, *, natural_stops: bool = True) -> Fraction:
    """Return the expected profit, negative where the house has the edge."""
    if "pair" in bet:
        chances = tiger_pair_chances(decks) if bet == "tiger-pair" else pair_chances(decks)
        table = ODDS[game][bet]
        return sum(
            (chance * table.get(label, Fraction(-1)) for label, chance in chances.items()),
            Fraction(),
        )
    return expectation_from(game, bet, full_shoe(decks), natural_stops=natural_stops)


def expectation_from(
    game: str, bet: str, shoe: Composition, *, natural_stops: bool = True
) -> Fraction:
    """Return the same from any shoe, for bets that depend only on totals and card counts."""
    counts = counts_of(shoe, natural_stops=natural_stops)
    won = sum(number * profit(game, bet, facts_of_totals(*key)) for key, number in counts.items())
    return Fraction(won) / sum(counts.values())


def win_chance(game: str, bet: str, decks: int) -> Fraction:
    """Return the chance that the bet wins, for bets that depend only on totals and card counts."""
    counts = counts_of(full_shoe(decks))
    won = sum(
        number for key, number in counts.items() if profit(game, bet, facts_of_totals(*key)) > 0
    )
    return Fraction(won, sum(counts.values()))

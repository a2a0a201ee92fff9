"""Effects of removal: how one card less in the shoe changes each bet."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from punto.lab.distributions import CARDS_OF_A_COUP, Distribution, ShoeRefused
from punto.lab.game_odds import GameOdds
from punto.values import DECK, Card, Composition, Rank


@dataclass(frozen=True, repr=False)
class Removal:
    """The rise of a patron's expectation of one bet when a card has left the shoe."""

    bet: str
    shoe: Composition
    effects: Mapping[Card, Fraction]
    """For each card that the shoe holds. Weighted by their number, they add up to zero."""

    def of_rank(self, rank: Rank) -> Fraction | None:
        """Return the mean effect of a card of this rank; None if there is none."""
        cards = [card for card in self.effects if card.rank is rank]
        held = sum(map(self.shoe.count, cards))
        if not held:
            return None
        return sum((self.shoe.count(c) * self.effects[c] for c in cards), Fraction(0)) / held

    def __repr__(self) -> str:
        ranks = ((rank, self.of_rank(rank)) for rank in Rank)
        told = (
            f"{rank.value} {float(effect):+.6f}" for rank, effect in ranks if effect is not None
        )
        return f"<removal, {self.bet}: {', '.join(told)}>"


def effects_of_removal(odds: GameOdds) -> dict[str, Removal]:
    """Return the effects of every card on every bet of a game."""
    if odds.shoe.cards_count <= CARDS_OF_A_COUP:
        raise ShoeRefused(
            f"shoe of {odds.shoe.cards_count} cards:"
            f" expected at least {CARDS_OF_A_COUP + 1}, one of them to be removed"
        )
    held = [card for card in DECK if odds.shoe.count(card)]
    fewer = {card: _without(odds, card) for card in held}
    return {
        key: Removal(
            key,
            odds.shoe,
            {card: less[key].expectation - bet.expectation for card, less in fewer.items()},
        )
        for key, bet in odds.items()
    }


def _without(odds: GameOdds, card: Card) -> GameOdds:
    found = odds.distribution
    less = Distribution(found.shoe.without([card]), found.table, found.pair_rule)
    return GameOdds(odds.game, less, odds.plan)

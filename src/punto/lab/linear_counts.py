"""Effects of removal, and the linear counts that follow from them.

An effect says how one card less in the shoe changes a bet. A linear count is a small whole number
for each card, summed as the cards leave the shoe.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from punto.lab.bet_odds import GameOdds
from punto.lab.distributions import CARDS_OF_A_COUP, Distribution, ShoeRefused
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


LARGEST_TAG = 4
"""The largest tag that a person can add up at a table."""

WORTH_CORRECTING = 0.02
"""How much better an unbalanced count must fit, because players must correct it for depth."""

OFFSETS = (0.0, -0.25, 0.25, -0.5, 0.5)
"""Offsets by which an unbalanced count may be moved before it is rounded."""


@dataclass(frozen=True, repr=False)
class LinearCount:
    """Tags whose sum over the removed cards grows as the bet gets better."""

    bet: str
    tags: Mapping[Card, int]
    betting_correlation: float | None
    """How well the count follows the effects of removal: 1 is perfect, None if none differ."""

    @property
    def balanced(self) -> bool:
        """Whether the tags of a whole deck add up to zero."""
        return sum(self.tags.values()) == 0

    def of_rank(self, rank: Rank) -> tuple[int, ...]:
        """Return the tags of a rank, in the order of the suits."""
        return tuple(tag for card, tag in self.tags.items() if card.rank is rank)

    def __repr__(self) -> str:
        by_rank = {rank.value: self.of_rank(rank) for rank in Rank}
        if all(len(set(tags)) == 1 for tags in by_rank.values()):
            told = {name: tags[0] for name, tags in by_rank.items()}
        else:
            told = {str(card): tag for card, tag in self.tags.items()}
        tags = " ".join(f"{name}{tag:+d}" for name, tag in told.items() if tag)
        return f"<count, {self.bet}: {tags or 'no tags'}; correlation {self.betting_correlation}>"


def betting_correlation(removal: Removal, tags: Mapping[Card, int]) -> float | None:
    """Return the correlation of tags with effects of removal over the cards of the shoe."""
    cards = tuple(removal.effects)
    weights = np.array([removal.shoe.count(card) for card in cards], float)
    effects = np.array([float(removal.effects[card]) for card in cards])
    return _correlation(weights, effects, np.array([float(tags[card]) for card in cards]))


def _correlation(
    weights: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]
) -> float | None:
    first = one - np.average(one, weights=weights)
    second = two - np.average(two, weights=weights)
    spread = float((weights * first**2).sum() * (weights * second**2).sum())
    return float((weights * first * second).sum()) / sqrt(spread) if spread > 0 else None


def best_count(
    removal: Removal, *, by_suit: bool = False, largest: int = LARGEST_TAG
) -> LinearCount:
    """Return the count, by rank or by card, that follows the effects best.

    Takes the tags nearest to the effects at several scales, and returns those with the best
    correlation; among equals, those of the smallest scale. Prefers a balanced count to an
    unbalanced one.
    """
    effects = _by_card(removal) if by_suit else _by_rank(removal)
    groups = _groups(removal, effects)
    peak = max(abs(float(group.effect)) for group in groups)
    if peak == 0:
        return LinearCount(removal.bet, dict.fromkeys(DECK, 0), None)
    scales = [halves / 2 / peak for halves in range(2, 3 * largest + 1)]
    balanced = _best(removal, groups, [_nearest_balanced(groups, s, largest) for s in scales])
    finer = product(np.arange(1, 1.5 * largest + 0.25, 0.25) / peak, OFFSETS)
    free = _best(removal, groups, [_nearest(groups, s, offset, largest) for s, offset in finer])
    fit = balanced.betting_correlation or 0
    return free if (free.betting_correlation or 0) > fit + WORTH_CORRECTING else balanced


def _best(
    removal: Removal, groups: Sequence["_Group"], choices: Iterable[tuple[int, ...]]
) -> LinearCount:
    """Return the best of these choices of a tag for each group."""
    best = LinearCount(removal.bet, dict.fromkeys(DECK, 0), None)
    for chosen in choices:
        paired = zip(groups, chosen, strict=True)
        tags = {card: tag for group, tag in paired for card in group.cards}
        found = betting_correlation(removal, tags)
        if found is not None and found > (best.betting_correlation or 0) + _EQUAL:
            best = LinearCount(removal.bet, {card: tags[card] for card in DECK}, found)
    return best


_EQUAL = 1e-9
"""Correlations that differ by less are equal, and the smaller tags win."""


class _Group(NamedTuple):
    """Cards that get one tag, because their removal has one effect."""

    cards: tuple[Card, ...]
    effect: Fraction
    held: int


def _by_card(removal: Removal) -> dict[Card, Fraction]:
    return {card: removal.effects.get(card, Fraction(0)) for card in DECK}


def _by_rank(removal: Removal) -> dict[Card, Fraction]:
    means = {rank: removal.of_rank(rank) or Fraction(0) for rank in Rank}
    return {card: means[card.rank] for card in DECK}


def _groups(removal: Removal, effects: Mapping[Card, Fraction]) -> tuple[_Group, ...]:
    alike: dict[Fraction, list[Card]] = {}
    for card, effect in effects.items():
        alike.setdefault(effect, []).append(card)
    return tuple(
        _Group(tuple(cards), effect, sum(map(removal.shoe.count, cards)))
        for effect, cards in alike.items()
    )


def _nearest(
    groups: Sequence[_Group], scale: float, offset: float, largest: int
) -> tuple[int, ...]:
    """Return the tags nearest to the scaled effects, all moved by an offset."""
    rounded = (round(scale * float(group.effect) + offset) for group in groups)
    return tuple(max(-largest, min(largest, tag)) for tag in rounded)


def _nearest_balanced(groups: Sequence[_Group], scale: float, largest: int) -> tuple[int, ...]:
    """Return the balanced tags with the least squared distance from the scaled effects.

    ``least`` has the cost of the cheapest tags so far, for every sum of tags over a deck.
    """
    reach = len(DECK) * largest
    least = np.full(2 * reach + 1, np.inf)
    least[reach] = 0
    choices: list[NDArray[np.int64]] = []
    tags = range(-largest, largest + 1)
    for group in groups:
        costs = [group.held * (scale * float(group.effect) - tag) ** 2 for tag in tags]
        options = np.array(
            [
                _shifted(least, tag * len(group.cards)) + cost
                for tag, cost in zip(tags, costs, strict=True)
            ]
        )
        choices.append(options.argmin(axis=0) - largest)
        least = options.min(axis=0)
    return _walk_back(groups, choices, reach)


def _shifted(least: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    """Return the costs after every sum has grown; sums beyond the ends cost infinity."""
    moved = np.full_like(least, np.inf)
    if by >= 0:
        moved[by:] = least[: least.size - by]
    else:
        moved[:by] = least[-by:]
    return moved


def _walk_back(
    groups: Sequence[_Group], choices: Sequence[NDArray[np.int64]], balanced: int
) -> tuple[int, ...]:
    tags: list[int] = []
    place = balanced
    for group, chosen in zip(reversed(groups), reversed(choices), strict=True):
        tags.append(int(chosen[place]))
        place -= tags[-1] * len(group.cards)
    return tuple(reversed(tags))

"""Linear counts at the table: tags, the true count, and when it says to bet."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from punto.lab.draw_table import Counts
from punto.values import DECK, BadNotation, Card, Rank

STEP = 0.5
"""The distance between tried triggers."""

LARGEST = 120.0
"""The largest tried trigger."""

STEPS_COUNT = round(2 * LARGEST / STEP) + 1

NEVER = float("inf")
"""The trigger of a count that never says to bet."""

_TAGGED = "A23456789T"


def tags_of(counts: Sequence[Mapping[Card, int]]) -> Counts:
    """Return the tags of several counts, in the order of ``DECK``."""
    return np.array([[tags[card] for card in DECK] for tags in counts], np.int64)


def true_counts(tags: Counts, unseen: Counts) -> NDArray[np.float64]:
    """Return the true count for every round and count.

    If the tags of a whole deck add up to S, and those of the unseen cards to L, the true count of U
    unseen cards is S - 52 L / U. This corrects an unbalanced count for the average contribution of
    the cards that left.
    """
    held = unseen.sum(axis=1, keepdims=True)
    exact: NDArray[np.float64] = tags.sum(axis=1) - len(DECK) * (unseen @ tags.T) / held
    return exact


def steps_of(counts: NDArray[np.float64]) -> Counts:
    """Return the highest trigger that each true count reaches, as a number from 0."""
    reached = np.floor(counts.clip(-LARGEST, LARGEST) / STEP) + round(LARGEST / STEP)
    return reached.astype(np.int64)


def best_triggers(brought: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each count the trigger with the greatest profit; ``NEVER`` if each one loses.

    ``brought`` is the profit of betting at each step, ``[step, count]``.
    """
    from_here_on = brought[::-1].cumsum(axis=0)[::-1]
    best = from_here_on.argmax(axis=0)
    triggers: NDArray[np.float64] = np.where(
        from_here_on.max(axis=0) > 0, best * STEP - LARGEST, NEVER
    )
    return triggers


def parse_tags(text: str) -> dict[Card, int]:
    """Parse tags for ace to nine and for all ten-value cards: ``0 0 -1 -1 -1 -2 1 2 2 0``."""
    words = text.replace(",", " ").split()
    try:
        tags = [int(word) for word in words]
    except ValueError:
        tags = []
    if len(tags) != len(_TAGGED):
        raise BadNotation(
            f"tags {text!r}: expected ten whole numbers, for A 2 3 4 5 6 7 8 9 and for T to K"
        )
    by_rank = {rank: tags[(rank.points - 1) % 10] for rank in Rank}
    return {card: by_rank[card.rank] for card in DECK}

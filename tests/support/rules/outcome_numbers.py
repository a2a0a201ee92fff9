"""The Outcomes by their numbers."""

from punto.rules.outcomes import ALL_POINTS, Outcome
from punto.rules.pairs import ALL_HAND_PAIRS


def outcome_at(index: int) -> Outcome:
    """Return the Outcome with this number."""
    pairs_index, points_index = divmod(index, len(ALL_POINTS))
    return Outcome(ALL_POINTS[points_index], ALL_HAND_PAIRS[pairs_index])

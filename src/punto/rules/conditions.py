"""Conditions: the questions about an Outcome on which a row of a pay table may depend."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from operator import and_

from punto.rules.outcomes import (
    ALL_OUTCOMES,
    ALL_POINTS,
    ANY_PAIRS,
    ANY_POINTS,
    Points,
    outcomes_with,
)
from punto.rules.pairs import ALL_HAND_PAIRS, HandPairs, Pair, PairRank, PairSuits
from punto.values import Value, Winner

Trait = str | int | bool


class PointsQuestion(Value):
    """A question about totals and card counts, with its possible answers."""

    answers: tuple[Trait, ...]
    ask: Callable[[Points], Trait]


class PairsQuestion(Value):
    """A question about the pairs of the first four cards, with its possible answers."""

    answers: tuple[Trait, ...]
    ask: Callable[[HandPairs], Trait]


_TOTALS = tuple(range(10))
_YES_NO = (True, False)
_NO_PAIR = "none"
_RANKS = (_NO_PAIR, *(rank.value for rank in PairRank))
_SUITS = (_NO_PAIR, *(suits.value for suits in PairSuits))


def _rank_of(pair: Pair | None) -> str:
    return _NO_PAIR if pair is None else pair.rank.value


def _suits_of(pair: Pair | None) -> str:
    return _NO_PAIR if pair is None else pair.suits.value


QUESTIONS: Mapping[str, PointsQuestion | PairsQuestion] = {
    "winner": PointsQuestion(tuple(w.value for w in Winner), lambda points: points.winner.value),
    "player_total": PointsQuestion(_TOTALS, lambda points: points.player_total),
    "banker_total": PointsQuestion(_TOTALS, lambda points: points.banker_total),
    "margin": PointsQuestion(_TOTALS, lambda points: points.margin),
    "player_cards": PointsQuestion((2, 3), lambda points: points.player_cards),
    "banker_cards": PointsQuestion((2, 3), lambda points: points.banker_cards),
    "player_natural": PointsQuestion(_YES_NO, lambda points: points.player_natural),
    "banker_natural": PointsQuestion(_YES_NO, lambda points: points.banker_natural),
    "player_pair": PairsQuestion(_YES_NO, lambda pairs: pairs.player is not None),
    "banker_pair": PairsQuestion(_YES_NO, lambda pairs: pairs.banker is not None),
    "player_pair_rank": PairsQuestion(_RANKS, lambda pairs: _rank_of(pairs.player)),
    "banker_pair_rank": PairsQuestion(_RANKS, lambda pairs: _rank_of(pairs.banker)),
    "player_pair_suits": PairsQuestion(_SUITS, lambda pairs: _suits_of(pairs.player)),
    "banker_pair_suits": PairsQuestion(_SUITS, lambda pairs: _suits_of(pairs.banker)),
    "pairs": PairsQuestion((0, 1, 2), lambda pairs: pairs.count),
    "twin": PairsQuestion(_YES_NO, lambda pairs: pairs.twin),
}
"""Every question that a game file's ``when`` may ask."""


class Requirement(Value):
    """One question and its accepted answers."""

    question: str
    accepted: tuple[Trait, ...]

    def outcomes(self) -> int:
        """Return the Outcomes that meet the requirement, as a set of bits."""
        question = QUESTIONS[self.question]
        if isinstance(question, PointsQuestion):
            fits = (question.ask(points) in self.accepted for points in ALL_POINTS)
            return outcomes_with(points=_bits(fits), pairs=ANY_PAIRS)
        fits = (question.ask(pairs) in self.accepted for pairs in ALL_HAND_PAIRS)
        return outcomes_with(points=ANY_POINTS, pairs=_bits(fits))


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)


_requirement_outcomes = cache(Requirement.outcomes)  # the same few recur in every game


class Condition(Value):
    """Requirements that must all be met; without any, every Outcome fits."""

    requirements: tuple[Requirement, ...]

    def outcomes(self) -> int:
        """Return the Outcomes that meet every requirement, as a set of bits."""
        return reduce(and_, map(_requirement_outcomes, self.requirements), ALL_OUTCOMES)

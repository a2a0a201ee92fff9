"""A study from its beginning to its findings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from punto.lab.distributions import Distribution
from punto.lab.game_odds import odds_of
from punto.lab.linear_counts import LinearCount, best_count, betting_correlation
from punto.lab.removals import effects_of_removal
from punto.lab.studies.counting import NEVER, best_triggers, tags_of
from punto.lab.studies.expectations import expecting
from punto.lab.studies.findings import BetFound, Found, at_cuts, at_depths
from punto.lab.studies.shoe_rules import ShoeRules
from punto.lab.studies.tallies import ROUNDS, StudyPlan, Tally
from punto.lab.studies.workers import Play, batches, played
from punto.rules.games import Bet, Game
from punto.values.cards import Card
from punto.values.compositions import full_shoe

FIRST_OF_THE_SWEEP = 2**63
"""Triggers are found on shoes that no study plays: their numbers are beyond."""

SHARE_OF_THE_SWEEP = 10
LEAST_SWEPT = 256
MOST_SWEPT = 8_192
"""A trigger gets no better by more, and nothing can be told before it is found."""


class NothingPlayed(Exception):
    """A study that was stopped before any shoe was through."""


@dataclass(frozen=True)
class Study:
    """What is to be studied."""

    game: Game
    rules: ShoeRules
    shoes: int
    seed: int = 1
    bets: Sequence[str] = ()
    """Their keys; all of the game where none is named."""
    triggers: Mapping[str, float] = field(default_factory=dict)
    """The true count from which on a bet's count tells to bet; the best one for the others."""
    tags: Mapping[str, Mapping[Card, int]] = field(default_factory=dict)
    """Counts of somebody's own, by bet; the others are counted by the best small tags."""

    @property
    def chosen(self) -> tuple[Bet, ...]:
        """The bets that are studied, in the order of the game."""
        return tuple(bet for bet in self.game.bets if not self.bets or bet.key in self.bets)

    @property
    def shoes_swept(self) -> int:
        """The shoes on which triggers are tried."""
        if all(bet.key in self.triggers for bet in self.chosen):
            return 0
        return min(max(LEAST_SWEPT, self.shoes // SHARE_OF_THE_SWEEP), MOST_SWEPT)


def _always(_shoes: int) -> bool:
    return True


def study(asked: Study, play: Play, go_on: Callable[[int], bool] = _always) -> Found:
    """Play all shoes, and say what they showed.

    ``go_on`` is told of shoes as they are through. When it says no, the study ends with what was
    played by then, or with ``NothingPlayed`` where triggers were not yet found.
    """
    counts = _counts(asked)
    plan = _plan(asked, counts)
    if asked.shoes_swept:
        swept = played(play, plan, batches(FIRST_OF_THE_SWEEP, asked.shoes_swept), go_on)
        if swept.stopped or swept.tally is None:
            raise NothingPlayed
        best = best_triggers(swept.tally.brought).tolist()
        plan = replace(plan, triggers=_triggers(asked, counts, best))
    found = played(play, plan, batches(0, asked.shoes), go_on)
    if found.tally is None:
        raise NothingPlayed
    return _found(asked, plan, counts, found.tally, stopped=found.stopped)


def _counts(asked: Study) -> tuple[LinearCount, ...]:
    odds = odds_of(asked.game, Distribution(full_shoe(asked.rules.decks), asked.game.table))
    effects = effects_of_removal(odds)
    counts = []
    for bet in asked.chosen:
        removal = effects[bet.key]
        if own := asked.tags.get(bet.key):
            counts.append(LinearCount(bet.key, own, betting_correlation(removal, own)))
        else:
            counts.append(best_count(removal))
    return tuple(counts)


def _plan(asked: Study, counts: Sequence[LinearCount]) -> StudyPlan:
    ready = expecting(asked.game.table, asked.chosen)
    full = np.array([full_shoe(asked.rules.decks).counts], np.int64)
    return StudyPlan(
        seed=asked.seed,
        rules=asked.rules,
        expecting=ready,
        tags=tags_of([count.tags for count in counts]),
        triggers=_triggers(asked, counts, [NEVER] * len(counts)),
        centres=ready.of(full)[0],
    )


def _triggers(
    asked: Study, counts: Sequence[LinearCount], best: Sequence[float]
) -> NDArray[np.float64]:
    """Those that were told, else the best; a count that follows nothing never tells to bet."""
    return np.array(
        [
            NEVER if count.betting_correlation is None else asked.triggers.get(count.bet, found)
            for count, found in zip(counts, best, strict=True)
        ]
    )


def _found(
    asked: Study, plan: StudyPlan, counts: Sequence[LinearCount], tally: Tally, *, stopped: bool
) -> Found:
    bets = tuple(
        BetFound(
            key=bet.key,
            name=bet.name.en,
            edge=-float(plan.centres[number]),
            tags=count.tags,
            betting_correlation=count.betting_correlation,
            trigger=None if plan.triggers[number] == NEVER else float(plan.triggers[number]),
            cuts=at_cuts(plan, tally, number),
            depths=at_depths(plan, tally, number),
        )
        for number, (bet, count) in enumerate(zip(asked.chosen, counts, strict=True))
    )
    rounds = int(tally.sums[-1, 0, ROUNDS])
    game = asked.game
    return Found(
        game.key, game.name.en, asked.seed, asked.rules, tally.shoes, rounds, stopped, bets
    )

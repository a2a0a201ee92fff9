"""A study from its beginning to its findings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from punto.lab.bet_odds import odds_of
from punto.lab.distributions import Distribution
from punto.lab.linear_counts import LinearCount, best_count, betting_correlation, effects_of_removal
from punto.lab.studies.card_counts import NEVER, best_triggers, tags_of
from punto.lab.studies.expectations import expecting
from punto.lab.studies.findings import BetFound, StudyFindings, at_cuts, at_depths
from punto.lab.studies.shoes import ShoeRules
from punto.lab.studies.tallies import ROUNDS, StudyPlan, StudyTally
from punto.lab.studies.workers import PlayBatches, batches, played
from punto.rules import Bet, Game
from punto.values import Card, full_shoe, replace

FIRST_OF_THE_SWEEP = 2**63
"""Triggers are found on shoes with numbers beyond those that studies play."""

SHARE_OF_THE_SWEEP = 10
LEAST_SWEPT = 256
MOST_SWEPT = 8_192
"""More shoes do not improve a trigger, and the study reports nothing before it is found."""


class NothingPlayed(Exception):
    """A study that was stopped before any shoe was finished."""


@dataclass(frozen=True)
class Study:
    """The subject and size of a study."""

    game: Game
    rules: ShoeRules
    shoes: int
    seed: int = 1
    bets: Sequence[str] = ()
    """Their keys; all bets of the game if empty."""
    triggers: Mapping[str, float] = field(default_factory=dict)
    """The true count from which a bet's count says to bet; the best one for other bets."""
    tags: Mapping[str, Mapping[Card, int]] = field(default_factory=dict)
    """The user's own counts by bet; other bets use the best small tags."""

    @property
    def chosen(self) -> tuple[Bet, ...]:
        """The studied bets, in the order of the game."""
        return tuple(bet for bet in self.game.bets if not self.bets or bet.key in self.bets)

    @property
    def shoes_swept(self) -> int:
        """The number of shoes on which triggers are tried."""
        if all(bet.key in self.triggers for bet in self.chosen):
            return 0
        return min(max(LEAST_SWEPT, self.shoes // SHARE_OF_THE_SWEEP), MOST_SWEPT)


def study(
    asked: Study, play: PlayBatches, go_on: Callable[[int], bool] = lambda _: True
) -> StudyFindings:
    """Play all shoes, and return the findings.

    ``go_on`` receives the number of shoes as they finish. If it returns false, the study ends with
    the results so far, or with ``NothingPlayed`` if triggers were not yet found.
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
    """Return the given triggers, or else the best; a count that follows nothing never bets."""
    return np.array(
        [
            NEVER if count.betting_correlation is None else asked.triggers.get(count.bet, found)
            for count, found in zip(counts, best, strict=True)
        ]
    )


def _found(
    asked: Study,
    plan: StudyPlan,
    counts: Sequence[LinearCount],
    tally: StudyTally,
    *,
    stopped: bool,
) -> StudyFindings:
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
    return StudyFindings(
        game.key, game.name.en, asked.seed, asked.rules, tally.shoes, rounds, stopped, bets
    )

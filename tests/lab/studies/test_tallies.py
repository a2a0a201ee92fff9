import numpy as np
import pytest

from punto.lab.draw_table import drawing_of
from punto.lab.studies.card_counts import parse_tags, tags_of, true_counts
from punto.lab.studies.expectations import expecting
from punto.lab.studies.findings import Estimate, Moments, moments
from punto.lab.studies.shoes import ShoeBatch, ShoeRules, dealt, shuffled
from punto.lab.studies.tallies import (
    BETS,
    COUNTED,
    FAVOURED,
    PERFECT,
    ROUNDS,
    StudyPlan,
    StudyTally,
    tally_of,
)
from punto.rules.games import Game
from punto.values import replace

SHOES = 12
TAGS = parse_tags("0 0 -1 -1 -1 -2 1 2 2 0")


def plan_of(games: dict[str, Game], rules: ShoeRules) -> StudyPlan:
    game = games["mbs-tiger"]
    bets = [bet for bet in game.bets if bet.key in {"big-tiger", "tiger-pair"}]
    ready = expecting(game.table, bets)
    centres = ready.of(np.full((1, 52), rules.decks, np.int64))[0]
    return StudyPlan(7, rules, ready, tags_of([TAGS, TAGS]), np.array([4.0, 6.0]), centres)


def same(one: StudyTally, two: StudyTally) -> bool:
    return all(
        np.allclose(getattr(one, name), getattr(two, name), rtol=1e-12, atol=1e-12)
        for name in one.__dataclass_fields__
    )


def test_what_is_added_up_is_what_each_round_brings(games: dict[str, Game]) -> None:
    plan = plan_of(games, ShoeRules(8, 20, burns=True))
    tally = tally_of(plan, ShoeBatch(0, SHOES))
    shoes = shuffled(7, ShoeBatch(0, SHOES), 8)
    rounds = dealt(shoes, plan.rules, drawing_of(plan.expecting.table))
    expected = plan.expecting.of(rounds.unseen)
    told = true_counts(plan.tags, rounds.unseen) >= plan.triggers
    for bet in range(2):
        by_shoe = np.zeros((SHOES, 5))
        for shoe, value, bets in zip(rounds.shoes, expected[:, bet], told[:, bet], strict=True):
            by_shoe[shoe] += (1, value > 0, max(value, 0), bets, value * bets)
        assert tally.sums[-1, bet] == pytest.approx(by_shoe.sum(axis=0))
        assert tally.products[-1, bet] == pytest.approx(by_shoe.T @ by_shoe)
    assert tally.rounds.sum() == len(rounds.shoes) == tally.sums[-1, 0, ROUNDS]
    assert tally.favoured.sum(axis=0) == pytest.approx(tally.sums[-1, :, FAVOURED])
    assert tally.expected.sum(axis=0) == pytest.approx(expected.sum(axis=0))
    assert tally.brought.sum(axis=0) == pytest.approx(expected.sum(axis=0))
    assert (tally.spread.sum(axis=2) == tally.rounds[:, None]).all()
    assert tally.best.max(axis=0) == pytest.approx(expected.max(axis=0))


@pytest.mark.parametrize("one_more", [False, True])
def test_a_cut_card_higher_up_is_the_same_shoe_ended_earlier(
    games: dict[str, Game], *, one_more: bool
) -> None:
    deep = plan_of(games, ShoeRules(6, 14, burns=True, one_more=one_more))
    whole = tally_of(deep, ShoeBatch(0, SHOES))
    for front in (52, 130, 221):
        shallow = replace(deep, rules=replace(deep.rules, behind=312 - front))
        alone = tally_of(shallow, ShoeBatch(0, SHOES))
        cut = deep.cuts.index(front)
        assert whole.sums[cut] == pytest.approx(alone.sums[-1])
        assert whole.products[cut] == pytest.approx(alone.products[-1])


def test_tallies_of_some_shoes_and_of_others_make_one_of_all(games: dict[str, Game]) -> None:
    plan = plan_of(games, ShoeRules(4, 14))
    parts = tally_of(plan, ShoeBatch(0, 5)) + tally_of(plan, ShoeBatch(5, SHOES - 5))
    assert same(parts, tally_of(plan, ShoeBatch(0, SHOES)))


def test_estimates_know_how_far_off_they_may_be() -> None:
    rounds = np.array([80, 82, 81, 79, 83.0])
    profit = np.array([0.1, 0, 0.4, 0, 0.2])
    both = np.stack([rounds, profit], axis=1)
    found = Moments(5, both.sum(axis=0), both.T @ both)
    mean = found.per_shoe(1)
    assert mean.value == pytest.approx(0.14)
    assert mean.error == pytest.approx(profit.std(ddof=1) / np.sqrt(5))
    assert mean.high == pytest.approx(0.14 + 1.959964 * profit.std(ddof=1) / np.sqrt(5))
    assert mean.low == pytest.approx(0.28 - (mean.high or 0))
    ratio = found.ratio(1, 0)
    assert ratio is not None
    assert ratio.value == pytest.approx(0.7 / 405)
    left = profit - 0.7 / 405 * rounds
    assert ratio.error == pytest.approx(np.sqrt((left**2).sum() / 4 / 5) / 81)
    assert ratio.times(100).value == pytest.approx(70 / 405)


def test_one_shoe_has_no_other_to_be_compared_with(games: dict[str, Game]) -> None:
    tally = tally_of(plan_of(games, ShoeRules(4, 14)), ShoeBatch(0, 1))
    mean = moments(tally, -1, 0).per_shoe(PERFECT)
    assert (mean.error, mean.low, mean.high) == (None, None, None)
    assert mean.times(2) == Estimate(2 * mean.value, None)


def test_a_bet_that_was_never_made_has_no_advantage(games: dict[str, Game]) -> None:
    plan = replace(plan_of(games, ShoeRules(4, 14)), triggers=np.array([np.inf, np.inf]))
    found = moments(tally_of(plan, ShoeBatch(0, 2)), -1, 0)
    assert found.ratio(COUNTED, BETS) is None

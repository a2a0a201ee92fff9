"""A small study for the lab's page."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from punto.lab.studies import AtDepth, Study, Verdict, on_this_machine, shoe_rules, study, verdicts
from punto.lab_worker.odds import game_of
from punto.lab_worker.simulations import spare_cores

Json = dict[str, Any]


def study_answer(asked: Json, tell: Callable[[Json], None]) -> Json:
    """Play so many shoes, reporting progress."""
    game = game_of(asked["game"])
    plan = Study(game, shoe_rules(game, asked["decks"]), asked["size"], asked["seed"])
    # The shoes on which triggers are tried come first, and count as work.
    share = plan.shoes / (plan.shoes + plan.shoes_swept)
    through = 0

    def noticed(shoes: int) -> bool:
        nonlocal through
        through += shoes
        tell({"done": int(through * share)})
        return True

    began = perf_counter()
    found = study(plan, on_this_machine(spare_cores()), noticed)
    return {
        "shoes": found.shoes,
        "rounds": found.rounds,
        "seconds": perf_counter() - began,
        "behind": found.rules.behind,
        "bets": [_bet(verdict) for verdict in verdicts(found)],
    }


def _bet(verdict: Verdict) -> Json:
    bet, played = verdict.bet, verdict.bet.played
    return {
        "bet": bet.key,
        "favourable": played.perfect.bets.value,
        "perfect": played.perfect.per_100.value,
        "perfect_error": played.perfect.per_100.error,
        "counted": played.counted.per_100.value,
        "counted_error": played.counted.per_100.error,
        "grade": verdict.grade.value,
        "depths": [_depth(depth) for depth in bet.depths],
    }


def _depth(depth: AtDepth) -> Json:
    """Return house edges, which the page shows everywhere."""
    return {
        "gone": depth.end,
        "mean": -depth.mean,
        "low": -depth.high,
        "high": -depth.low,
        "favourable": depth.favourable,
    }

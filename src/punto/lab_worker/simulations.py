"""A simulation for the lab's page, beside the exact edges of the full shoe."""

import os
from collections.abc import Callable
from time import perf_counter
from typing import Any

from punto.lab.simulation import Plan, Played, Simulation, deal_rounds, make_ready
from punto.lab_worker.odds import full_odds, game_of

Json = dict[str, Any]


def simulation_answer(asked: Json, tell: Callable[[Json], None]) -> Json:
    """Deal so many rounds, reporting progress."""
    game, full = game_of(asked["game"]), full_odds(asked["game"], asked["decks"])
    plan = Plan(full.shoe, game.table, seed=asked["seed"])

    def watch(played: Played) -> bool:
        tell({"done": played.rounds})
        return True

    make_ready()
    began = perf_counter()
    _, played = deal_rounds(plan, asked["size"], spare_cores(), Played(), watch)
    found = Simulation(game, played, perf_counter() - began)
    return {
        "rounds": played.rounds,
        "shoes": played.shoes,
        "seconds": found.seconds,
        "bets": [
            {
                "bet": key,
                "edge": bet.edge,
                "stderr": bet.stderr,
                "interval": list(bet.interval),
                "exact": float(full[key].edge),
            }
            for key, bet in found.bets.items()
        ],
    }


def spare_cores() -> int:
    """Return the number of cores but one, which is left for the tables."""
    return max(1, (os.cpu_count() or 1) - 1)

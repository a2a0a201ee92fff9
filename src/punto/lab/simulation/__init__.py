"""Simulation: shoe after shoe of a game, every bet from one run.

>>> import punto
>>> punto.simulate("mbs-tiger", 1_000_000, seed=7).bets["tiger"]
<tiger: edge 15.9127%, 15.2041% to 16.6213%>
"""

from time import perf_counter

from punto.lab.distributions import shoe_of
from punto.lab.simulation.progress_files import ProgressRefused, read_progress, write_progress
from punto.lab.simulation.results import Simulation
from punto.lab.simulation.shoe_runs import (
    PlanRefused,
    ShoesPlayed,
    SimulationPlan,
    deal_rounds,
    make_ready,
)
from punto.rules import Game


def simulate(
    game: Game, rounds: int, *, decks: int | None = None, seed: int = 1, workers: int = 1
) -> Simulation:
    """Deal so many rounds of a game.

    The result depends on the seed, not on the number of workers.
    """
    plan = SimulationPlan(shoe_of(game, decks), game.table, seed=seed)
    make_ready()
    start = perf_counter()
    _, played = deal_rounds(plan, rounds, workers, ShoesPlayed(), lambda _: True)
    return Simulation(game, played, perf_counter() - start)

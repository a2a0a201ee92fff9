"""The lab: simulated rounds beside hand-written C, and exact odds.

PYTHONPATH=tools .venv/bin/python tools/bench_lab.py [--rounds 1e9]
"""

import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from punto.bootstrap.rule_book import GAME_KEYS, shipped_game
from punto.lab import Distribution
from punto.lab.rows import plan_rows
from punto.lab.simulation import ShoesPlayed, SimulationPlan, deal_rounds, make_ready
from punto.rules.games import Game
from punto.values.compositions import full_shoe

REFERENCE = Path(__file__).parent.parent / "bench" / "reference.c"
C_TALLY = 98 * 400
TURNS = 15
SHOES = 2**16
DECKS = 8
LONG = 1_000_000_000


def measure_lab(rounds: int = LONG) -> None:
    """Run all measurements of the lab, the long run last."""
    make_ready()
    measure_against_c()
    measure_growth()
    measure_exact()
    measure_long_run(rounds)


def measure_against_c() -> None:
    """Compare with C on one core, in turns, so that other load on the machine affects all alike."""
    plan = SimulationPlan(full_shoe(DECKS), seed=7)
    rounds = int(plan.deal(0, SHOES).sum())
    runs: dict[str, Callable[[], object]] = {"punto simulate": lambda: plan.deal(0, SHOES)}
    with TemporaryDirectory(prefix="punto-bench-") as folder:
        library = compiled(Path(folder))
        if library is None:
            print("C reference: no compiler found (cc, gcc or clang), so nothing to compare with")
        else:
            tally = np.zeros(C_TALLY, np.uint32)
            for name in ("reference", "plain"):
                runs[f"C, {name}"] = _c_run(library, name, rounds, tally)
        rates = _rates(runs, rounds)
    print(f"\nsimulation, {DECKS} decks, one core, {TURNS} turns of {rounds:,} rounds each")
    print(f"{'':<20}{'M rounds/s, median':>20}{'best':>10}{'ratio of medians':>20}")
    against = rates.get("C, reference")
    for name, found in rates.items():
        middle = statistics.median(found)
        ratio = "" if against is None else f"{middle / statistics.median(against):.2f}"
        print(f"{name:<20}{middle / 1e6:>20.1f}{max(found) / 1e6:>10.1f}{ratio:>20}")
    if against is not None:
        times = statistics.median(against) / statistics.median(rates["C, plain"])
        print(f"the reference is {times:.2f} times the plain loop; it proves nothing below 1.8")


def compiled(folder: Path) -> ctypes.CDLL | None:
    """Compile the hand-written simulators; return None without a compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return None
    built = folder / "reference.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", str(built), str(REFERENCE)], check=True)  # noqa: S603
    library = ctypes.CDLL(str(built))
    library.make_tables()
    return library


def _c_run(
    library: ctypes.CDLL,
    name: str,
    rounds: int,
    tally: "np.ndarray[tuple[int], np.dtype[np.uint32]]",
) -> Callable[[], object]:
    function = getattr(library, name)
    function.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p]
    return lambda: function(rounds, 7, tally.ctypes.data)


def _rates(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Return the rounds per second of processor time, for each turn."""
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(TURNS):
        for name, run in runs.items():
            start = time.thread_time()
            run()
            rates[name].append(rounds / (time.thread_time() - start))
    return rates


def measure_growth() -> None:
    """Measure the cost of more rounds, decks and workers."""
    print("\nsimulation, growth")
    for decks in (4, 6, 8, 10):
        plan = SimulationPlan(full_shoe(decks), seed=7)
        start = time.thread_time()
        dealt = int(plan.deal(0, SHOES).sum())
        rate = dealt / (time.thread_time() - start)
        print(f"  {decks:>2} decks       {rate / 1e6:>8.1f} M rounds/s")
    plan = SimulationPlan(full_shoe(DECKS), seed=7)
    for rounds in (10**5, 10**6, 10**7, 10**8):
        print(f"  {rounds:>11,} rounds {_wall_seconds(plan, rounds, 1):>8.3f} s, one worker")
    cores = len(os.sched_getaffinity(0))
    print(f"  {10**8:>11,} rounds {_wall_seconds(plan, 10**8, cores):>8.3f} s, {cores} workers")


def _wall_seconds(plan: SimulationPlan, rounds: int, workers: int) -> float:
    start = time.perf_counter()
    deal_rounds(plan, rounds, workers, ShoesPlayed(), lambda _: True)
    return time.perf_counter() - start


def measure_exact() -> None:
    """Measure the counts of every pay row of a composition, with a new distribution each time."""
    print("\nexact odds, integer counts of all pay rows of one composition, warm")
    games = [game for key in GAME_KEYS if (game := shipped_game(key)) is not None]
    for name, chosen in (("one game", games[:1]), ("all nine games", games)):
        for decks in (4, 8, 10):
            bets = sum(len(game.bets) for game in chosen)
            took = _exact_seconds(chosen, decks)
            print(f"  {name:<15}{bets:>4} bets, {decks:>2} decks {took * 1e6:>8.1f} µs")


def _exact_seconds(games: list[Game], decks: int) -> float:
    plan = plan_rows([bet.pays for game in games for bet in game.bets])
    shoe = full_shoe(decks)
    plan.count(Distribution(shoe))
    times = []
    for _ in range(50):
        start = time.thread_time()
        plan.count(Distribution(shoe))
        times.append(time.thread_time() - start)
    return statistics.median(times)


def measure_long_run(rounds: int) -> None:
    """Compare a long run on all cores with the exact distribution."""
    shoe, cores = full_shoe(DECKS), len(os.sched_getaffinity(0))
    start = time.perf_counter()
    _, played = deal_rounds(
        SimulationPlan(shoe, seed=7), rounds, cores, ShoesPlayed(), lambda _: True
    )
    took = time.perf_counter() - start
    exact = Distribution(shoe)
    expected = exact.outcomes.astype(np.float64) / exact.total * played.rounds
    often = expected >= 5  # noqa: PLR2004 (the usual least for a chi-square)
    found = np.append(played.outcomes[often], played.outcomes[~often].sum())
    wanted = np.append(expected[often], expected[~often].sum())
    chi = float(((found - wanted) ** 2 / wanted).sum())
    freedom = len(wanted) - 1
    print(f"\n{played.rounds:,} rounds on {cores} cores in {took:.1f} s,", end=" ")
    print(f"{played.rounds / took / 1e6:.1f} M rounds/s")
    print(
        f"chi-square over {len(wanted)} classes of Outcome: {chi:.1f},"
        f" {(chi - freedom) / sqrt(2 * freedom):+.2f} standard deviations from its mean"
    )


def main() -> None:
    """Measure the lab alone."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=float, default=LONG, help="of the long run")
    measure_lab(int(options.parse_args().rounds))


if __name__ == "__main__":
    main()

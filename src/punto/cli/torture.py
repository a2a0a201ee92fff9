"""punto torture: run a whole floor while everything goes wrong, and check that nothing is lost."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import click

from punto.cli.inputs import fail, json_option, number_option
from punto.cli.screens import show_json
from punto.torture.faults import FaultPlace
from punto.torture.runs import RunFailure, TortureRun, shrunk, torture

BROKEN = 1
STORY_LINES = 30
LINE_MAX = 160
"""The part of the story that fits on a screen; --json has all of it."""


def _names(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> frozenset[str] | None:
    """Parse the faults of --only; an empty list means none, a missing one means all."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    places = {place.value for place in FaultPlace}
    for name in names:
        place, _, number = name.partition(":")
        if place not in places or not number.isdecimal():
            fail([f"fault {name!r}: expected one of {' '.join(sorted(places))}, and :NUMBER"])
    return frozenset(names)


@click.command(name="torture")
@number_option("--seed", "N", 1, click.IntRange(min=0))
@number_option("--rounds", "M", 8, click.IntRange(min=1))
@number_option(
    "--seeds", "COUNT", 1, click.IntRange(min=1), "The number of seeds, from the first on."
)
@number_option("--workers", "COUNT", 1, click.IntRange(min=1), "The number of seeds run at once.")
@click.option(
    "--only",
    callback=_names,
    metavar="FAULTS",
    help="Let only these faults happen, such as write:12,step:40.",
)
@json_option
def command(
    seed: int, rounds: int, seeds: int, workers: int, only: frozenset[str] | None, as_json: bool
) -> None:
    """Run a whole floor while everything goes wrong, and check that nothing is lost.

    Two electronic tables and a live one, their terminals, printers, consoles and the pit, on two
    nodes and one SQLite file, in one process: messages are lost, doubled and late, the power fails
    between any two steps and within a write, the disk fills up and fails, people report
    irregularities and rule on them. A run depends on the seed alone, and ends after --rounds
    rounds. Exit 0 if every promise held; 1 at the first that broke, with its seed and a shortened
    story.

    \b
    Examples:
      punto torture --seed 7 --rounds 8
      punto torture --seed 1 --seeds 10000 --workers 2
      punto torture --seed 7 --rounds 2 --only write:12,step:40
    """
    totals: Counter[str] = Counter()
    for run in _runs(range(seed, seed + seeds), rounds, only, workers):
        totals.update(run.counts)
        if run.failure is not None:
            _tell_broken(shrunk(run) if only is None else run, as_json=as_json)
            sys.exit(BROKEN)
    if as_json:
        show_json(
            {
                "held": True,
                "seed": seed,
                "seeds": seeds,
                "rounds": rounds,
                "counts": dict(totals),
                "failure": None,
            }
        )
        return
    last = f" to {seed + seeds - 1}" if seeds > 1 else ""
    click.echo(f"Held: seed {seed}{last}, {rounds} rounds each.")
    for name, count in totals.items():
        click.echo(f"  {name:38}{count:>12,}")


def _runs(
    seeds: range, rounds: int, only: frozenset[str] | None, workers: int
) -> Iterator[TortureRun]:
    one = partial(torture, rounds=rounds, only=only)
    if workers == 1:
        yield from map(one, seeds)
        return
    # Spawned, so that they do not inherit the open files of this process.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(one, seeds, chunksize=4)


def _tell_broken(run: TortureRun, *, as_json: bool) -> None:
    failure = run.failure
    if failure is None:
        return
    faults = [fault.name for fault in run.happened]
    again = f"punto torture --seed {run.seed} --rounds {run.rounds} --only '{','.join(faults)}'"
    if as_json:
        show_json({"held": False, **_failure_data(run, failure), "again": again})
        return
    click.echo(f"Broken: {failure.promise.value}.")
    click.echo(f"  seen    {failure.seen}")
    click.echo(f"  seed    {run.seed}, {run.rounds} rounds")
    click.echo(f"  again   {again}")
    click.echo(f"Faults needed ({len(faults)})")
    for fault in run.happened:
        click.echo(f"  {fault.sentence}")
    click.echo("End of the story")
    for line in failure.story[-STORY_LINES:]:
        click.echo(f"  {line if len(line) <= LINE_MAX else line[: LINE_MAX - 1] + '…'}")


def _failure_data(run: TortureRun, failure: RunFailure) -> dict[str, object]:
    return {
        "seed": run.seed,
        "rounds": run.rounds,
        "counts": dict(run.counts),
        "failure": {
            "promise": failure.promise.value,
            "seen": failure.seen,
            "faults": [{"name": fault.name, "what": fault.trouble.value} for fault in run.happened],
            "story": list(failure.story),
        },
    }

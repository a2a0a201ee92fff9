"""A simulation on the command line: its progress, shown and kept in a file, and its results."""

from contextlib import nullcontext
from pathlib import Path
from threading import Event
from time import perf_counter

from rich import progress
from rich.console import Console
from rich.text import Text

from punto.cli.lab_inputs import announce_compiling
from punto.cli.screens import add_figure_columns, console, plain_table, show_json
from punto.lab import Distribution, odds_of, simulation
from punto.rules import Game
from punto.values import Value

PROGRESS_SECONDS = 10.0


class SimulationRequest(Value):
    """The simulation that the user wants."""

    game: Game
    decks: int
    plan: simulation.SimulationPlan
    rounds: int
    workers: int
    progress: Path | None


class RateColumn(progress.ProgressColumn):
    """Millions of rounds a second."""

    def render(self, task: progress.Task) -> Text:
        """Return the recent rate."""
        rate = task.finished_speed or task.speed
        return Text("" if rate is None else f"{rate / 1e6:.1f} M rounds/s")


class Keeper:
    """Shows the progress while shoes are dealt, and saves it in a file."""

    def __init__(
        self, asked: SimulationRequest, stop: Event, bar: progress.Progress | None
    ) -> None:
        self.asked, self.stop, self.bar = asked, stop, bar
        self.so_far, self.seconds_before = simulation.ShoesPlayed(), 0.0
        if asked.progress is not None:
            kept = simulation.read_progress(asked.progress, asked.game.key, asked.plan)
            self.so_far, self.seconds_before = kept
            if self.so_far.rounds > asked.rounds:
                raise simulation.ProgressRefused(
                    f"progress file {asked.progress}: it has {self.so_far.rounds} rounds already,"
                    " expected --rounds to be no fewer"
                )
        self.start = self.kept_at = perf_counter()
        self.task = None if bar is None else bar.add_task("", total=asked.rounds)
        self.keep(self.so_far)

    @property
    def seconds(self) -> float:
        """The dealing time, before the progress file was read and after it."""
        return self.seconds_before + perf_counter() - self.start

    def watch(self, whole: simulation.ShoesPlayed) -> bool:
        """Show the complete shoes so far; returns whether to go on."""
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=whole.rounds)
        if perf_counter() - self.kept_at > PROGRESS_SECONDS:
            self.keep(whole)
        return not self.stop.is_set()

    def keep(self, whole: simulation.ShoesPlayed) -> None:
        """Write a progress file, if one is wanted."""
        asked = self.asked
        if asked.progress is not None:
            simulation.write_progress(
                asked.progress, asked.game.key, asked.plan, whole, self.seconds
            )
        self.kept_at = perf_counter()


def run_to_the_end(asked: SimulationRequest, stop: Event, *, as_json: bool) -> None:
    """Deal all rounds, or until interrupted, and show the results."""
    announce_compiling()
    simulation.make_ready()
    bar = _progress()
    with bar or nullcontext():
        keeper = Keeper(asked, stop, bar)
        whole, played = simulation.deal_rounds(
            asked.plan, asked.rounds, asked.workers, keeper.so_far, keeper.watch
        )
        keeper.keep(whole)
    found = simulation.Simulation(asked.game, played, keeper.seconds)
    if as_json:
        show_json(simulation_data(asked, found))
    else:
        print_simulation(asked, found)


def _progress() -> progress.Progress | None:
    """Return a bar on stderr, if that is a terminal."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        return None
    return progress.Progress(
        progress.TextColumn("dealing"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        RateColumn(),
        progress.TimeRemainingColumn(),
        console=screen,
        transient=True,
    )


def simulation_data(asked: SimulationRequest, found: simulation.Simulation) -> dict[str, object]:
    """Return the results for programs.

    ``outcomes`` counts rounds by the number of their Outcome.
    """
    return {
        "game": asked.game.key,
        "decks": asked.decks,
        "seed": asked.plan.seed,
        "rounds": found.played.rounds,
        "shoes": found.played.shoes,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "outcomes": found.played.outcomes.ravel().tolist(),
        "bets": {
            key: {
                "edge": bet.edge,
                "stderr": bet.stderr,
                "hits": bet.hits,
                "interval": list(bet.interval),
            }
            for key, bet in found.bets.items()
        }
        if found.played.rounds
        else {},
    }


def print_simulation(asked: SimulationRequest, found: simulation.Simulation) -> None:
    """Print the results for people, with the exact edge of a fresh shoe beside each bet."""
    screen, played = console(), found.played
    rate = f"{found.rounds_per_second / 1e6:.1f} million rounds a second"
    words = f"{played.rounds:,} rounds, {played.shoes:,} shoes, {found.seconds:.1f} s, {rate}"
    screen.print(Text(f"{asked.game.key}, {asked.decks} decks, seed {asked.plan.seed}", "bold"))
    screen.print(Text(words))
    if played.rounds < asked.rounds:
        screen.print(Text(f"Interrupted: {asked.rounds:,} rounds were requested.", "yellow"))
    if not played.rounds:
        return
    exact = odds_of(asked.game, Distribution(asked.plan.shoe, asked.plan.table))
    table = plain_table()
    table.add_column("Bet", no_wrap=True)
    add_figure_columns(table, "House edge", "± 95 %", "Exact", "Hits")
    for key, bet in found.bets.items():
        half = (bet.interval[1] - bet.interval[0]) / 2
        shares = (f"{share:.4%}" for share in (bet.edge, half, float(exact[key].edge)))
        table.add_row(key, *shares, f"{bet.hits:,}")
    screen.print(table)

"""A study on the command line: its workers, progress and findings."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event
from time import perf_counter

from rich import progress
from rich.console import Console

from punto.cli.inputs import fail, in_one_sentence
from punto.cli.lab_inputs import INTERRUPTED, announce_compiling, cores, interrupted
from punto.cli.screens import show_json
from punto.cli.study_answers import show_study, study_json
from punto.lab import ShoeRefused, studies
from punto.rules import Game
from punto.storage.new_files import FOR_EVERYBODY, CannotWrite, new_file
from punto.values import BadNotation, Cents, Value


class StudyRequest(Value):
    """The study that the user wants, as given."""

    game: Game
    house: tuple[int | None, str | None, bool, bool]
    """Decks, the cut card, whether cards are burned, and whether another round follows."""
    bets: tuple[str, ...]
    shoes: int
    seed: int
    trigger: float | None
    tags: str | None

    @property
    def study(self) -> studies.Study:
        """The validated study; raises ``ShoeRefused`` or ``BadNotation``."""
        decks, cut_card, burns, one_more = self.house
        rules = studies.shoe_rules(self.game, decks, cut_card, burns=burns, one_more=one_more)
        tags = {} if self.tags is None else {self.bets[0]: studies.parse_tags(self.tags)}
        every = () if self.trigger is None else self.game.bets
        told = {str(bet.key): self.trigger or 0.0 for bet in every}
        return studies.Study(self.game, rules, self.shoes, self.seed, self.bets, told, tags)


def run_study(
    asked: StudyRequest,
    players: tuple[int | None, str | None],
    wanted: tuple[Cents | None, Path | None],
    *,
    as_json: bool,
) -> None:
    """Play it on some cores or on a cluster; show it, with limits and a picture if wanted."""
    exposure, picture = wanted
    announce_compiling()
    with in_one_sentence(ShoeRefused, BadNotation, CannotWrite):
        whole = asked.study
        with _picture(picture) as unfinished, _players(*players) as play, interrupted() as stop:
            start = perf_counter()
            found = _played(whole, play, stop)
            seconds = perf_counter() - start
            if unfinished is not None:
                unfinished.write_text(studies.plot(found), "utf-8")
    if as_json:
        show_json(study_json(found, exposure, seconds))
    else:
        show_study(found, exposure, seconds, closely=bool(asked.bets))
    if found.stopped:
        sys.exit(INTERRUPTED)


@contextmanager
def _picture(path: Path | None) -> Iterator[Path | None]:
    """Open a new file for the picture, so that a refusal comes before hours of play, not after."""
    with nullcontext() if path is None else new_file(path, FOR_EVERYBODY) as unfinished:
        yield unfinished


@contextmanager
def _players(workers: int | None, scheduler: str | None) -> Iterator[studies.PlayBatches]:
    if scheduler is None:
        yield studies.on_this_machine(workers or cores())
        return
    try:
        from punto.lab.studies.clusters import ClusterRefused, on_cluster  # noqa: PLC0415
    except ModuleNotFoundError as error:
        fail([f"a cluster needs {error.name}, expected punto with its extra cluster"])
    with in_one_sentence(ClusterRefused), on_cluster(scheduler) as play:
        yield play


def _played(asked: studies.Study, play: studies.PlayBatches, stop: Event) -> studies.StudyFindings:
    """Play it, with a progress bar on stderr if that is a terminal."""
    screen = Console(stderr=True)
    bar = progress.Progress(
        progress.TextColumn("playing"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("shoes"),
        progress.TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )
    task = bar.add_task("", total=asked.shoes + asked.shoes_swept)

    def go_on(shoes: int) -> bool:
        bar.advance(task, shoes)
        return not stop.is_set()

    with bar:
        try:
            return studies.study(asked, play, go_on)
        except studies.NothingPlayed:
            bar.stop()
            screen.print("punto: stopped before the first shoes were finished", highlight=False)
            sys.exit(INTERRUPTED)

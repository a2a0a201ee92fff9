"""Plays the shoes of a study: on threads of this machine, or elsewhere."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing

from punto.lab.studies.shoes import ShoeBatch
from punto.lab.studies.tallies import StudyPlan, StudyTally, tally_of
from punto.values import Value

SHOES_OF_A_BATCH = 32
"""The same for every study, so that sums are rounded alike everywhere."""

PlayBatches = Callable[[StudyPlan, Iterator[ShoeBatch]], Generator[StudyTally, None, None]]
"""Plays batches of shoes and yields their tallies, in the order of the batches."""


def batches(first: int, shoes: int) -> Iterator[ShoeBatch]:
    """Divide shoes into batches."""
    for start in range(0, shoes, SHOES_OF_A_BATCH):
        yield ShoeBatch(first + start, min(SHOES_OF_A_BATCH, shoes - start))


def on_this_machine(workers: int) -> PlayBatches:
    """Play with so many threads; the kernels release Python's lock."""

    def play(plan: StudyPlan, given: Iterator[ShoeBatch]) -> Generator[StudyTally, None, None]:
        pool = ThreadPoolExecutor(workers)

        try:
            yield from in_order(lambda one: pool.submit(tally_of, plan, one), given, 2 * workers)
        finally:
            pool.shutdown(cancel_futures=True)

    return play


def in_order(
    submit: Callable[[ShoeBatch], Future[StudyTally]], given: Iterator[ShoeBatch], ahead: int
) -> Iterator[StudyTally]:
    """Yield the tallies of batches in order, while more are being computed."""
    waiting: deque[Future[StudyTally]] = deque()
    for batch in given:
        waiting.append(submit(batch))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class BatchPlayed(Value):
    """The tally of the shoes played, and whether it was stopped."""

    tally: StudyTally | None
    stopped: bool


def played(
    play: PlayBatches, plan: StudyPlan, given: Iterator[ShoeBatch], go_on: Callable[[int], bool]
) -> BatchPlayed:
    """Add up the tallies as long as ``go_on``, given the shoes of each, returns true."""
    total: StudyTally | None = None
    with closing(play(plan, given)) as tallies:
        for tally in tallies:
            total = tally if total is None else total + tally
            if not go_on(tally.shoes):
                return BatchPlayed(total, stopped=True)
    return BatchPlayed(total, stopped=False)

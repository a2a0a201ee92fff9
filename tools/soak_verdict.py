"""The verdict on growth: whether what a server holds grows with time, beyond noise and tolerance.

A pure function of the samples. After the warm-up each figure gets a straight line by least squares;
it has grown if even two standard errors below its slope lies above what is tolerated. So one leak
among noise is found in a long run, and noise alone is not taken for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

WARM_ROUNDS = 250
"""A table keeps its last 200 rounds, and its memory grows until it has them."""
WARM_RECORD_KIB = 80 * 1_024
"""SQLite keeps 64 MiB of a record in memory, which grows with the record until then; the files
also include its log."""
ENOUGH = 6
"""The fewest samples after the warm-up that say anything."""
_SURE = 2.0


class Sample(NamedTuple):
    """A server between two stretches of play, while no terminal is connected."""

    seconds: float
    rounds: int
    """Of all tables."""
    memory_kib: float
    blocks: int
    """What Python has allocated and not freed: unlike the memory, it has no holes."""
    descriptors: int
    threads: int
    record_kib: float
    bets: int
    """Acknowledged in the stretch before."""
    answer_p50_ms: float
    answer_p99_ms: float


@dataclass(frozen=True, slots=True)
class Watched:
    """A figure that must not grow, and how much growth is explained."""

    field: str
    unit: str
    per: str
    """The figure against which it is drawn."""
    times: int
    """The growth is reported for this many of them."""
    tolerance: float
    because: str
    fills_caches: bool = False
    """Whether it also grows with the record, until SQLite's cache is full."""


WATCHED = (
    Watched("blocks", "blocks", "rounds", 1, 5.0, "what a snapshot in progress holds"),
    Watched(
        "memory_kib", "KiB", "rounds", 1, 2.0, "holes between freed and kept", fills_caches=True
    ),
    Watched("descriptors", "descriptors", "rounds", 1_000, 2.0, "files of the record"),
    Watched("threads", "threads", "rounds", 1_000, 2.0, "threads that start when first needed"),
    Watched("answer_p50_ms", "ms", "rounds", 1_000, 5.0, "deeper trees of the record"),
)


@dataclass(frozen=True, slots=True)
class Growth:
    """How one figure grows, and whether that is more than is tolerated."""

    watched: Watched
    slope: float
    error: float
    """The standard error of the slope."""

    @property
    def is_too_much(self) -> bool:
        return self.slope - _SURE * self.error > self.watched.tolerance

    @property
    def sentence(self) -> str:
        about, found = self.watched, f"{self.slope:+.2f} ± {self.error:.2f} {self.watched.unit}"
        count = "a round" if about.times == 1 else f"{about.times:,} rounds"
        judged = "GROWS" if self.is_too_much else "does not grow"
        tolerated = f"tolerated {about.tolerance:g}, for {about.because}"
        return f"{about.field}: {judged}, {found} for {count} ({tolerated})"


class TooShort(ValueError):
    """Too few samples after the warm-up."""


def warmed_up(samples: Sequence[Sample], tables: int, watched: Watched) -> Sequence[Sample]:
    """Return the samples after the warm-up: at least a third of the run is left out."""
    rounds, record = WARM_ROUNDS * tables, WARM_RECORD_KIB if watched.fills_caches else 0
    late = [s for s in samples if s.rounds >= rounds and s.record_kib >= record]
    kept = late[-(2 * len(samples) // 3) :] if samples else ()
    if len(kept) < ENOUGH:
        said = f"{len(kept)} samples with {WARM_ROUNDS} rounds at each table"
        said += f" and a record of {record // 1_024} MiB" if record else ""
        raise TooShort(f"{said}, expected {ENOUGH} or more: let it run longer")
    return kept


def growth(samples: Sequence[Sample], tables: int, watched: Watched) -> Growth:
    """Return how a watched figure grows; raises TooShort."""
    kept = warmed_up(samples, tables, watched)
    along = [getattr(each, watched.per) / watched.times for each in kept]
    values = [float(getattr(each, watched.field)) for each in kept]
    return Growth(watched, *_line(along, values))


def _line(along: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return the slope of the straight line through these points, and its standard error."""
    count = len(values)
    middle, mean = sum(along) / count, sum(values) / count
    width = sum((x - middle) ** 2 for x in along)
    if width == 0:
        raise TooShort("no round was played after the warm-up")
    pairs = list(zip(along, values, strict=True))
    slope = sum((x - middle) * (y - mean) for x, y in pairs) / width
    left = sum((y - mean - slope * (x - middle)) ** 2 for x, y in pairs)
    return slope, (left / (count - 2) / width) ** 0.5

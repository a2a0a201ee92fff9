"""Faults: what goes wrong in a run and when; each has a place and a number from the seed.

Leaving out a fault does not move the others, so a long story can be shortened.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum

from punto.torture.chance import numbered, word
from punto.values import Value


class FaultPlace(Enum):
    """Where faults happen; each place counts its own operations, which number its faults."""

    MESSAGE = "message"
    """Each message sent."""
    DEVICE = "device"
    """Each time that a terminal or a console decides what to do."""
    STEP = "step"
    """Each step of the run; the machine may stop before it."""
    WRITE = "write"
    """Each write to disk, and each truncation of a file."""
    SYNC = "sync"
    READ = "read"
    BATCH = "batch"
    """Each transaction; another node may have been first."""
    DEALING = "dealing"
    """Each step of a Dealer; something may be wrong with the cards."""


class FaultEffect(Enum):
    """The effect of a fault."""

    LOST = "lost"
    DOUBLED = "doubled"
    DELAYED = "delayed"
    CUT_OFF = "cut off from the network"
    STARTED_ANEW = "restarted with an empty memory"
    POWER = "the power fails"
    NODE = "a node dies"
    STOPPED = "the server is stopped and started"
    FULL = "disk full"
    WRITE_ERROR = "I/O error in writing"
    SYNC_ERROR = "I/O error in a sync"
    READ_ERROR = "I/O error in reading"
    OVERTAKEN = "another node was first"
    IRREGULARITY = "irregularity"


_OUT_OF = 1_000_000

# Rates per million, before the seed's factor.
RATES: Mapping[FaultPlace, tuple[tuple[FaultEffect, int], ...]] = {
    FaultPlace.MESSAGE: (
        (FaultEffect.LOST, 20_000),
        (FaultEffect.DOUBLED, 20_000),
        (FaultEffect.DELAYED, 20_000),
    ),
    FaultPlace.DEVICE: ((FaultEffect.CUT_OFF, 4_000), (FaultEffect.STARTED_ANEW, 2_000)),
    FaultPlace.STEP: ((FaultEffect.POWER, 120), (FaultEffect.NODE, 240), (FaultEffect.STOPPED, 80)),
    FaultPlace.WRITE: (
        (FaultEffect.POWER, 120),
        (FaultEffect.FULL, 100),
        (FaultEffect.WRITE_ERROR, 80),
    ),
    FaultPlace.SYNC: ((FaultEffect.POWER, 1_500), (FaultEffect.SYNC_ERROR, 1_500)),
    FaultPlace.READ: ((FaultEffect.READ_ERROR, 80),),
    FaultPlace.BATCH: ((FaultEffect.OVERTAKEN, 50_000),),
    FaultPlace.DEALING: ((FaultEffect.IRREGULARITY, 60_000),),
}

_WEATHER = (0, 1, 1, 3)


class PlannedFault(Value):
    """One fault."""

    place: FaultPlace
    number: int
    trouble: FaultEffect
    size: int
    """Its own random bits, which decide its duration, its extent or its victim."""

    @property
    def name(self) -> str:
        """The name by which it can be selected."""
        return f"{self.place.value}:{self.number}"

    @property
    def sentence(self) -> str:
        """A description for people."""
        return f"{self.place.value} {self.number}: {self.trouble.value}"


class FaultPlan:
    """The faults of a seed, each computed when its operation comes."""

    def __init__(self, seed: int, only: frozenset[str] | None = None) -> None:
        self.seed = seed
        self.only = only
        """The names of the faults that may happen; None allows all."""
        self.happened: list[PlannedFault] = []
        self.is_over = False
        """Whether there are no more faults, so that everything can finish."""
        self.is_looking_away = False
        self.tell: Callable[[PlannedFault], None] = lambda _: None
        """Receives each fault as it happens."""

    @contextmanager
    def looking_away(self) -> Iterator[None]:
        """Suspend faults and counting: inspections must not change the run."""
        self.is_looking_away = True
        try:
            yield
        finally:
            self.is_looking_away = False

    def happens(self, fault: PlannedFault) -> PlannedFault | None:
        """Let a fault happen, unless it is left out."""
        if self.only is not None and fault.name not in self.only:
            return None
        self.happened.append(fault)
        self.tell(fault)
        return fault


class FaultRates:
    """The faults of one place, drawn at each operation there."""

    def __init__(self, plan: FaultPlan, place: FaultPlace) -> None:
        self._plan, self._place, self._count = plan, place, 0
        # Seeds differ: in some a place has no faults at all, in others three times as many.
        own = word(plan.seed, place.value)
        weather = _WEATHER[own % len(_WEATHER)]
        self._own, self._rates = own, [(trouble, n * weather) for trouble, n in RATES[place]]
        self._all = sum(rate for _, rate in self._rates)

    def next(self) -> PlannedFault | None:
        """Return the fault of this operation, if any."""
        plan = self._plan
        if plan.is_looking_away:
            return None
        self._count += 1
        drawn = numbered(self._own, self._count)
        left = drawn % _OUT_OF
        if left >= self._all or plan.is_over:
            return None
        for trouble, rate in self._rates:
            if left < rate:
                return plan.happens(
                    PlannedFault(self._place, self._count, trouble, drawn // _OUT_OF)
                )
            left -= rate
        return None

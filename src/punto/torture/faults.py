"""Faults: what goes wrong in a run and when; each has a place and a number from the seed.

A fault can be left out without moving the others, so that a long story can be shortened.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from punto.torture.chance import numbered, word


class Place(Enum):
    """Where faults happen; those of a place are numbered by what is counted there."""

    MESSAGE = "message"
    """Each message sent."""
    DEVICE = "device"
    """Each time that a terminal or a console decides what to do."""
    STEP = "step"
    """Each step of the run, before which the machine may stop."""
    WRITE = "write"
    """Each write to disk, and each truncation of a file."""
    SYNC = "sync"
    READ = "read"
    BATCH = "batch"
    """Each transaction, before which another node may have been first."""
    DEALING = "dealing"
    """Each step of a Dealer, at which something may be wrong with the cards."""


class Trouble(Enum):
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

# Rates per million, before the seed's own weather.
RATES: Mapping[Place, tuple[tuple[Trouble, int], ...]] = {
    Place.MESSAGE: (
        (Trouble.LOST, 20_000),
        (Trouble.DOUBLED, 20_000),
        (Trouble.DELAYED, 20_000),
    ),
    Place.DEVICE: ((Trouble.CUT_OFF, 4_000), (Trouble.STARTED_ANEW, 2_000)),
    Place.STEP: ((Trouble.POWER, 120), (Trouble.NODE, 240), (Trouble.STOPPED, 80)),
    Place.WRITE: ((Trouble.POWER, 120), (Trouble.FULL, 100), (Trouble.WRITE_ERROR, 80)),
    Place.SYNC: ((Trouble.POWER, 1_500), (Trouble.SYNC_ERROR, 1_500)),
    Place.READ: ((Trouble.READ_ERROR, 80),),
    Place.BATCH: ((Trouble.OVERTAKEN, 50_000),),
    Place.DEALING: ((Trouble.IRREGULARITY, 60_000),),
}

_WEATHER = (0, 1, 1, 3)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault."""

    place: Place
    number: int
    trouble: Trouble
    size: int
    """Its own random bits, which decide how long, how much, which."""

    @property
    def name(self) -> str:
        """The name by which it can be selected."""
        return f"{self.place.value}:{self.number}"

    @property
    def sentence(self) -> str:
        """A description for people."""
        return f"{self.place.value} {self.number}: {self.trouble.value}"


class Plan:
    """The faults of a seed, each found when its number comes."""

    def __init__(self, seed: int, only: frozenset[str] | None = None) -> None:
        self.seed = seed
        self.only = only
        """The names of the faults that may happen; None allows all."""
        self.happened: list[Fault] = []
        self.is_over = False
        """Whether nothing more goes wrong, so that everything can finish."""
        self.is_looking_away = False
        self.tell: Callable[[Fault], None] = lambda _: None
        """Receives each fault as it happens."""

    @contextmanager
    def looking_away(self) -> Iterator[None]:
        """Suspend faults and counting: inspections must not change the run."""
        self.is_looking_away = True
        try:
            yield
        finally:
            self.is_looking_away = False

    def happens(self, fault: Fault) -> Fault | None:
        """Let a fault happen, unless it is left out."""
        if self.only is not None and fault.name not in self.only:
            return None
        self.happened.append(fault)
        self.tell(fault)
        return fault


class Odds:
    """The faults of one place, drawn at each operation there."""

    def __init__(self, plan: Plan, place: Place) -> None:
        self._plan, self._place, self._count = plan, place, 0
        # Seeds differ: in some a place has no faults at all, in others three times as many.
        own = word(plan.seed, place.value)
        weather = _WEATHER[own % len(_WEATHER)]
        self._own, self._rates = own, [(trouble, n * weather) for trouble, n in RATES[place]]
        self._all = sum(rate for _, rate in self._rates)

    def next(self) -> Fault | None:
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
                return plan.happens(Fault(self._place, self._count, trouble, drawn // _OUT_OF))
            left -= rate
        return None

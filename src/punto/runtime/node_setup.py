"""The surroundings of a node: its name, clock, shoes, keys, and callbacks for trouble."""

from collections.abc import Callable
from dataclasses import dataclass, field

from punto.rules import NO_ODDS, HouseOdds
from punto.runtime.ports import Journal, Listening, Stream
from punto.runtime.snapshot_check import Confirmed
from punto.runtime.snapshot_keeper import SIGN_AFTER_MS, SNAPSHOT_EVERY, Sign, SnapshotKeeper
from punto.runtime.timers import Shoes
from punto.values import Instant

Listen = Callable[[], Listening]
"""Starts listening for what other nodes append."""

OnHalt = Callable[[Stream, str], None]
"""Receives a halted stream and the reason."""


def tell_nobody(stream: Stream, reason: str) -> None:
    """Ignore a halt, which the table's screens show anyway."""
    del stream, reason


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a node needs besides the record."""

    name: str
    """Identifies this process; no other live process has the same name."""
    now: Callable[[], Instant]
    fold: str
    """The number of the fold here; snapshots made by another fold are not used."""
    shoes: Shoes
    on_trouble: Callable[[str], None]
    """Receives a sentence about problems that stop no table but need attention."""
    on_halt: OnHalt = tell_nobody
    listen: Listen | None = None
    """Starts listening to other nodes; None for a file, which has only one writer."""
    sign: Sign | None = None
    """Signs a checkpoint. Without it no snapshots are kept, since nothing would vouch for them."""
    beat_ms: int = 1_000
    """The interval at which a node notes its service while rounds are in progress."""
    snapshot_every: int = SNAPSHOT_EVERY
    sign_after_ms: int = SIGN_AFTER_MS
    odds: HouseOdds = NO_ODDS
    """Rates the takings of tables, in screens and in the replay that confirms them."""
    confirmed: Confirmed = field(default_factory=dict)
    """How far this process has confirmed each stream.

    A table that comes up again continues there.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may serve the same tables."""
        return self.listen is not None


def keeper_of(journal: Journal, setup: Setup) -> SnapshotKeeper | None:
    """Return the keeper of a node's snapshots; None if no key signs them."""
    if setup.sign is None:
        return None
    every, after_ms = setup.snapshot_every, setup.sign_after_ms
    return SnapshotKeeper(journal, setup.fold, setup.sign, every, after_ms)

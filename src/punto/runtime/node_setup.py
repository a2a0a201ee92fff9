"""What a node has from outside: its name, time, shoes, keys, and whom it tells of trouble."""

from collections.abc import Callable
from dataclasses import dataclass, field

from punto.runtime.ports import Journal, Listening, Stream
from punto.runtime.snapshot_check import Confirmed
from punto.runtime.snapshot_keeper import SIGN_AFTER_MS, SNAPSHOT_EVERY, Sign, SnapshotKeeper
from punto.runtime.timer_steps import Shoes
from punto.values.ids import Instant

Listen = Callable[[], Listening]
"""Begin to hear of what other nodes append."""

OnHalt = Callable[[Stream, str], None]
"""Told of a stream that takes nothing more, and of what was seen."""


def tell_nobody(stream: Stream, reason: str) -> None:
    """What becomes of a halt where nobody asked to be told; the table's screens show it."""
    del stream, reason


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a node needs beside the record."""

    name: str
    """Which process this is; no other that is alive has the same."""
    now: Callable[[], Instant]
    fold: str
    """Which code folds events here; a snapshot of other code is not used."""
    shoes: Shoes
    on_trouble: Callable[[str], None]
    """Told, in a sentence, of what stops no table and somebody should know."""
    on_halt: OnHalt = tell_nobody
    listen: Listen | None = None
    """How to hear of other nodes. None where there can be none: one writer for one file."""
    sign: Sign | None = None
    """Signs a checkpoint. Without it there are no snapshots, since nothing would vouch for them."""
    beat_ms: int = 1_000
    """How often a node notes that it is there, while rounds are in progress."""
    snapshot_every: int = SNAPSHOT_EVERY
    sign_after_ms: int = SIGN_AFTER_MS
    confirmed: Confirmed = field(default_factory=dict)
    """How far this process has confirmed each stream; a table that comes up again continues."""

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may serve the same tables."""
        return self.listen is not None


def keeper_of(journal: Journal, setup: Setup) -> SnapshotKeeper | None:
    """What keeps the snapshots of a node; None where nobody signs them."""
    if setup.sign is None:
        return None
    every, after_ms = setup.snapshot_every, setup.sign_after_ms
    return SnapshotKeeper(journal, setup.fold, setup.sign, every, after_ms)

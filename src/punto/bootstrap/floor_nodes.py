"""A node on a record, wired as in production."""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from uuid import uuid4

from punto.bootstrap.rule_book import shipped_house_odds
from punto.devices import Clock, KeyedShoes, SystemClock
from punto.runtime import SIGN_AFTER_MS, Listen, Node, OnHalt, Setup, tell_nobody
from punto.storage.addresses import is_postgresql
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal


@dataclass(frozen=True, slots=True)
class Secrets:
    """Secrets of a node that no record holds."""

    shoe_key: bytes = field(repr=False)
    """Opens the seals of virtual shoes; 32 bytes, the same on every node."""
    signing_key: SigningKey | None = None
    """Signs checkpoints; without one there are no snapshots."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Options of a node."""

    clock: Clock = field(default_factory=SystemClock)
    on_halt: OnHalt = tell_nobody
    sign_after_ms: int = SIGN_AFTER_MS


USUAL = Habits()


def node_on(
    journal: StoredJournal,
    address: str,
    secrets: Secrets,
    on_trouble: Callable[[str], None],
    habits: Habits = USUAL,
) -> Node:
    """Make a node on an open record, inside the event loop that serves it."""
    setup = Setup(
        name=_process_name(),
        now=habits.clock.now,
        fold=FOLD,
        shoes=KeyedShoes(secrets.shoe_key),
        on_trouble=on_trouble,
        on_halt=habits.on_halt,
        listen=_listening(address),
        sign=_signing(journal, secrets.signing_key, habits.clock),
        sign_after_ms=habits.sign_after_ms,
        odds=shipped_house_odds(),
    )
    return Node(journal, setup)


def _process_name() -> str:
    """Return the machine and the process id, with a part that no later process repeats."""
    return f"{socket.gethostname()} {os.getpid()} {uuid4().hex[:8]}"


def _listening(address: str) -> Listen | None:
    if not is_postgresql(address):
        return None  # a file has one writer, so there are no others to hear of
    # Imported only on demand: an embedded record works without the driver.
    from punto.storage.postgresql.notices import Listener  # noqa: PLC0415

    return partial(Listener, address)


def _signing(
    journal: StoredJournal, key: SigningKey | None, clock: Clock
) -> Callable[[], object] | None:
    if key is None:
        return None
    return lambda: sign_checkpoint(journal.database, key, clock.now())

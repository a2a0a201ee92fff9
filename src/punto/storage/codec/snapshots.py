"""Encodes snapshots. They cache one version of the code, so they have no older forms."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from punto.rounds import Table
from punto.runtime import RecordBroken, Snapshot, Stream
from punto.storage.codec.bodies import BodyForm, Unrecordable
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit
from punto.storage.codec.stored_kinds import SHARED_IN_SNAPSHOTS, TAGS
from punto.values import Value
from punto.views.memories import Screens

FOLD = "17"
"""Numbers the way this program folds events into a table and its screens, and encodes them.

A snapshot with another number is not used. Increase it whenever the same events lead to another
state or to other bytes; ``tests/storage/test_golden_evening.py`` fails until then.
"""


class _Heading(Value):
    """Identifies the stream, position and history of a snapshot."""

    stream: str
    position: int
    chain: str
    """The hash of the event at that position, in hex; another history has another hash."""
    fold: str


_BODY = BodyForm(
    Compiler(TAGS, SHARED_IN_SNAPSHOTS),
    {"snapshot": _Heading, "table": Table, "screens": Screens | None},
)


def encode_snapshot(snapshot: Snapshot, chain: bytes) -> bytes:
    """Encode a snapshot taken after the event with this hash."""
    heading = _Heading(snapshot.stream, snapshot.position, chain.hex(), snapshot.fold)
    try:
        with _no_collecting():
            return _BODY.encode((heading, snapshot.table, snapshot.screens))
    except Misfit as fault:
        raise Unrecordable(f"snapshot of {snapshot.stream}: {fault}") from None


def decode_snapshot(written: bytes) -> tuple[Snapshot, bytes]:
    """Decode a snapshot, and the hash of the event after which it was taken."""
    try:
        with _no_collecting():
            heading, table, screens = _BODY.decode(written)
        chain = bytes.fromhex(heading.chain)
    except (Misfit, ValueError) as fault:
        raise RecordBroken(f"snapshot: {fault}") from None
    place = Stream(heading.stream), heading.position, heading.fold
    return Snapshot(*place, table, screens), chain


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Pause garbage collection, which would look at all objects while every thread waits.

    Decoding makes millions of objects that all stay alive, encoding as many that do not; neither
    makes garbage.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Move them to the oldest generation; otherwise the next young collection scans them
            # all.
            gc.freeze()
            gc.unfreeze()
            gc.enable()

"""The streams that are played on, and a digest of a state."""

from hashlib import sha256

from punto.identity.floors import Floor
from punto.rounds.state import Table
from punto.runtime.ports import FLOOR, Snapshot, Stream, stream_of
from punto.storage.codec.snapshots import encode_snapshot
from punto.values.ids import TableId

A1, B2 = TableId("A1"), TableId("B2")
TABLES = (stream_of(A1), stream_of(B2))
STREAMS = (FLOOR, *TABLES)

BEGAN_AT = 1_760_000_000_000
"""The first moment of every story. A node's own clock stands there, so that no timer is ever due:
the tests could not foresee what a table's timer does, and when.
"""


def digest_of(state: Table | Floor) -> str:
    """Return a hash of everything in a state, including the order of its mappings."""
    if isinstance(state, Table):
        written = encode_snapshot(Snapshot(Stream("any"), 0, "", state), b"")
    else:
        written = repr(state).encode()
    return sha256(written).hexdigest()

r"""The chain: each event's hash holds all that came before it in its stream.

Over the bytes as they are stored, so that nobody needs our code to check it::

    hash(0) = SHA-256("punto record 1\n" + the name of the stream, in UTF-8)
    hash(n) = SHA-256(hash(n - 1) + n in 8 bytes, the highest first + the body of event n)
"""

from hashlib import sha256

from punto.tables.ports import Stream

_HEADING = b"punto record 1\n"
_POSITION_BYTES = 8


def first_hash(stream: Stream) -> bytes:
    """The hash before the first event of a stream."""
    return sha256(_HEADING + stream.encode()).digest()


def next_hash(before: bytes, position: int, body: bytes) -> bytes:
    """The hash of an event."""
    return sha256(before + position.to_bytes(_POSITION_BYTES, "big") + body).digest()

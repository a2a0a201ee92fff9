"""Shapes: how a value of one type is written in JSON and read back, and nothing else is.

Both ways check what they get. What does not fit its declared type is not written either, because
it could not be read again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punto.storage.codec.pools import Pool

Encode = Callable[[object, Pool], object]
Decode = Callable[[object, Sequence[object]], object]
"""The values shared within one body come along, for those that are written as a number."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How one type is written and read."""

    encode: Encode
    decode: Decode
    python: type
    """What the value is an instance of, by which a union tells its members apart."""
    json: type
    """What it looks like in JSON, by which a union tells them apart again."""
    passes: type | None = None
    """What needs no call at all, neither way, because JSON has the same; None matches nothing."""

"""Shapes: how a value of one type is written in JSON and read back, and nothing else is.

Both ways check what they get. What does not fit its declared type is not written either, because
it could not be read again.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from punto.storage.codec.pools import Pool

Encode = Callable[[object, Pool], object]
Decode = Callable[[object, Sequence[object]], object]
"""The values shared within one body come along, for those that are written as a number."""
EncodeAll = Callable[[Collection[object], Pool], Collection[object] | None]
DecodeAll = Callable[[Collection[object], Sequence[object]], Collection[object] | None]
"""None when one of them does not fit; to look at each in turn will show which."""


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
    encode_all: "EncodeAll | None" = None
    decode_all: "DecodeAll | None" = None
    """Many at once, where that saves a call for each."""

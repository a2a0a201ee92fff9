"""A body: one JSON object in UTF-8 without spaces, its keys in the order they were put in."""

from collections.abc import Mapping, Sequence

import msgspec

from punto.storage.codec.errors import Misfit, misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape
from punto.storage.codec.structure_shapes import one_of

Body = dict[str, object]

SHARED = "shared"
"""The last key of a body that has shared values: a list in which each uses only earlier ones."""

_NONE_SHARED: Sequence[object] = ()

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Unrecordable(ValueError):
    """A value that has no place in the record: a fault of the program, which writes nothing."""


def to_bytes(body: Body, pool: Pool) -> bytes:
    """The bytes of a body, with what is shared in it at its end."""
    if pool.entries:
        body[SHARED] = pool.entries
    try:
        return _encode(body)
    except UnicodeEncodeError as fault:
        raise Misfit(f"a text with half a character: {fault.reason}") from None


def from_bytes(written: bytes) -> Body:
    """The body that these bytes say."""
    try:
        body = _decode(written)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Misfit(f"no JSON: {fault}") from None
    if type(body) is not dict:
        raise misfit(body, "an object")
    return body


class SharedValues:
    """Reads the shared values of a body."""

    def __init__(self, entries: Mapping[str, Shape]) -> None:
        self._entry = one_of((), entries)

    def of(self, body: Body) -> Sequence[object]:
        """All of them, in order; the key is gone from the body after it."""
        found = body.pop(SHARED, None)
        if found is None:
            return _NONE_SHARED
        if not isinstance(found, list) or not found:
            raise misfit(found, "a list").within(f".{SHARED}")
        values: list[object] = []
        try:
            for each in found:
                values.append(self._entry.decode(each, values))
        except Misfit as fault:
            raise fault.within(f".{SHARED}[{len(values)}]") from None
        return values


def has_keys(body: Body, names: frozenset[str]) -> None:
    """Refuse a body that has other keys than these."""
    if body.keys() != names:
        found, expected = " ".join(sorted(body)), " ".join(sorted(names))
        raise Misfit(f"keys {found}: expected {expected}")

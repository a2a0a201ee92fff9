"""Values made of several others that have no names."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import cast

from punto.storage.codec.misfits import Misfit, misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape


def _encoded(values: Iterable[object], shape: Shape, pool: Pool) -> list[object]:
    found: list[object] = []
    encode = shape.encode
    try:
        # A loop and not a list made in one go, so that a misfit can say at which place it is.
        for value in values:
            found.append(encode(value, pool))  # noqa: PERF401
    except Misfit as fault:
        raise fault.within(f"[{len(found)}]") from None
    return found


def _decoded(found: object, shape: Shape, pool: Sequence[object]) -> list[object]:
    if type(found) is not list:
        raise misfit(found, "a list")
    values: list[object] = []
    decode = shape.decode
    try:
        for each in found:
            values.append(decode(each, pool))  # noqa: PERF401
    except Misfit as fault:
        raise fault.within(f"[{len(values)}]") from None
    return values


def row_shape(item: Shape) -> Shape:
    """Any number of values of one type, in their order."""

    def encode(value: object, pool: Pool) -> object:
        if not isinstance(value, tuple):
            raise misfit(value, "a tuple")
        return _encoded(value, item, pool)

    def decode(found: object, pool: Sequence[object]) -> object:
        return tuple(_decoded(found, item, pool))

    return Shape(encode, decode, tuple, list)


def fixed_shape(items: tuple[Shape, ...]) -> Shape:
    """So many values, each of its own type."""
    count = len(items)
    plain = [item.passes for item in items]
    encoders = [item.encode for item in items]
    decoders = [item.decode for item in items]

    def encode(value: object, pool: Pool) -> object:
        if not isinstance(value, tuple) or len(value) != count:
            raise misfit(value, f"a tuple of {count}")
        found: list[object] = []
        try:
            for each, passes, part in zip(value, plain, encoders, strict=True):
                found.append(each if type(each) is passes else part(each, pool))
        except Misfit as fault:
            raise fault.within(f"[{len(found)}]") from None
        return found

    def decode(found: object, pool: Sequence[object]) -> object:
        if type(found) is not list or len(found) != count:
            raise misfit(found, f"a list of {count}")
        values: list[object] = []
        try:
            for each, passes, part in zip(found, plain, decoders, strict=True):
                values.append(each if type(each) is passes else part(each, pool))
        except Misfit as fault:
            raise fault.within(f"[{len(values)}]") from None
        return tuple(values)

    return Shape(encode, decode, tuple, list)


def set_shape(item: Shape) -> Shape:
    """A set, in ascending order, because a set has none of its own."""

    def encode(value: object, pool: Pool) -> object:
        if not isinstance(value, frozenset):
            raise misfit(value, "a frozenset")
        return sorted(cast("list[str]", _encoded(value, item, pool)))

    def decode(found: object, pool: Sequence[object]) -> object:
        values = frozenset(_decoded(found, item, pool))
        written = cast("list[str]", found)
        if not all(one < other for one, other in pairwise(written)):
            raise misfit(found, "each once, in ascending order")
        return values

    return Shape(encode, decode, frozenset, list)


def mapping_shape(key: Shape, value: Shape) -> Shape:
    """Pairs of key and value in the mapping's own order.

    A replay makes the same order again, and what a table does next may follow it: so it is kept,
    and not sorted away.
    """
    pair = fixed_shape((key, value))

    def encode(found: object, pool: Pool) -> object:
        if not isinstance(found, Mapping):
            raise misfit(found, "a mapping")
        return _encoded(found.items(), pair, pool)

    def decode(found: object, pool: Sequence[object]) -> object:
        pairs = _decoded(found, pair, pool)
        values = dict(cast("list[tuple[object, object]]", pairs))
        if len(values) != len(pairs):
            raise misfit(found, "each key once")
        return values

    return Shape(encode, decode, Mapping, list)

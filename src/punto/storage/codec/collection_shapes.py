"""Values made of several others that have no names."""

from collections.abc import Collection, Mapping, Sequence
from itertools import repeat
from typing import cast

from punto.storage.codec.columns import MANY, many_fixed, many_rows
from punto.storage.codec.errors import Misfit, misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape


def _encoded(values: Collection[object], shape: Shape, pool: Pool) -> Collection[object]:
    if shape.encode_all is not None and len(values) >= MANY:
        at_once = shape.encode_all(values, pool)
        if at_once is not None:
            return at_once
    found: list[object] = []
    try:
        # Extended and not made in one go, so that a misfit can say at which place it is.
        found.extend(map(shape.encode, values, repeat(pool)))
    except Misfit as fault:
        raise fault.within(f"[{len(found)}]") from None
    return found


def _decoded(found: object, shape: Shape, pool: Sequence[object]) -> Collection[object]:
    if type(found) is not list:
        raise misfit(found, "a list")
    if shape.decode_all is not None and len(found) >= MANY:
        at_once = shape.decode_all(found, pool)
        if at_once is not None:
            return at_once
    values: list[object] = []
    try:
        values.extend(map(shape.decode, found, repeat(pool)))
    except Misfit as fault:
        raise fault.within(f"[{len(values)}]") from None
    return values


def row_shape(item: Shape) -> Shape:
    """Any number of values of one type, in their order."""

    def encode(value: object, pool: Pool) -> object:
        if type(value) is not tuple:
            raise misfit(value, "a tuple")
        return _encoded(value, item, pool)

    def decode(found: object, pool: Sequence[object]) -> object:
        return tuple(_decoded(found, item, pool))

    return Shape(encode, decode, tuple, list, None, *many_rows(item))


def fixed_shape(items: tuple[Shape, ...]) -> Shape:
    """So many values, each of its own type."""
    count = len(items)
    plain = tuple(item.passes for item in items)
    encoders = [item.encode for item in items]
    decoders = [item.decode for item in items]

    def encode(value: object, pool: Pool) -> object:
        if type(value) is not tuple or len(value) != count:
            raise misfit(value, f"a tuple of {count}")
        if tuple(map(type, value)) == plain:
            return value
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

    return Shape(encode, decode, tuple, list, None, *many_fixed(items))


def set_shape(item: Shape) -> Shape:
    """A set, in ascending order, because a set has none of its own."""

    def encode(value: object, pool: Pool) -> object:
        if not isinstance(value, frozenset):
            raise misfit(value, "a frozenset")
        return sorted(cast("list[str]", _encoded(value, item, pool)))

    def decode(found: object, pool: Sequence[object]) -> object:
        values = frozenset(_decoded(found, item, pool))
        written = cast("list[str]", found)
        if len(values) != len(written) or sorted(written) != written:
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
        return _encoded(tuple(found.items()), pair, pool)

    def decode(found: object, pool: Sequence[object]) -> object:
        pairs = _decoded(found, pair, pool)
        values = dict(cast("list[tuple[object, object]]", pairs))
        if len(values) != len(pairs):
            raise misfit(found, "each key once")
        return values

    return Shape(encode, decode, Mapping, list)

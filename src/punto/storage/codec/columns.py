"""Rows of thousands, written and read column by column, with the checks of each made together.

A table keeps hundreds of rounds with the bets of a thousand terminals. To call two functions for
each bet takes seconds; here the whole of a round takes a few calls. Whatever does not fit makes
None, and is then looked at one by one, which finds the place.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from typing import cast

from punto.storage.codec.errors import Misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Decode, DecodeAll, Encode, EncodeAll, Shape

MANY = 8
"""From how many on it is worth while."""


def of_kind(values: Iterable[object], kind: type) -> bool:
    """Whether all values are of one kind and of no other."""
    return set(map(type, values)) <= {kind}


def many_rows(item: Shape) -> tuple[EncodeAll | None, DecodeAll | None]:
    """Many rows at once: all of their values in one row, and apart again."""
    encode_items, decode_items = item.encode_all, item.decode_all
    if encode_items is None or decode_items is None:
        return None, None

    def encode_all(values: Collection[object], pool: Pool) -> Collection[object] | None:
        if not of_kind(values, tuple):
            return None
        rows = cast("Collection[tuple[object, ...]]", values)
        flat = list(chain.from_iterable(rows))
        found = encode_items(flat, pool)
        if found is flat:
            return values  # JSON has them in the same form
        return None if found is None else list(_apart(found, rows))

    def decode_all(found: Collection[object], pool: Sequence[object]) -> Collection[object] | None:
        if not of_kind(found, list):
            return None
        rows = cast("Collection[list[object]]", found)
        values = decode_items(list(chain.from_iterable(rows)), pool)
        return None if values is None else list(_apart(values, rows))

    return encode_all, decode_all


def _apart(
    values: Iterable[object], rows: Iterable[Collection[object]]
) -> Iterable[tuple[object, ...]]:
    left = iter(values)
    return (tuple(islice(left, len(row))) for row in rows)


def many_fixed(items: tuple[Shape, ...]) -> tuple[EncodeAll | None, DecodeAll | None]:
    """Many of so many values each: one column for each place."""
    encoders = [item.encode_all for item in items]
    decoders = [item.decode_all for item in items]
    if None in encoders or None in decoders:
        return None, None
    known_encoders = cast("list[EncodeAll]", encoders)
    known_decoders = cast("list[DecodeAll]", decoders)

    def encode_all(values: Collection[object], pool: Pool) -> Collection[object] | None:
        columns = _columns(values, tuple, len(items))
        if columns is None:
            return None
        found = [one(column, pool) for one, column in zip(known_encoders, columns, strict=True)]
        if None in found:
            return None
        if all(one is other for one, other in zip(found, columns, strict=True)):
            return values
        return list(zip(*cast("list[Collection[object]]", found), strict=True))

    def decode_all(found: Collection[object], pool: Sequence[object]) -> Collection[object] | None:
        columns = _columns(found, list, len(items))
        if columns is None:
            return None
        values = [one(column, pool) for one, column in zip(known_decoders, columns, strict=True)]
        if None in values:
            return None
        return list(zip(*cast("list[Collection[object]]", values), strict=True))

    return encode_all, decode_all


def _columns(
    rows: Collection[object], kind: type, count: int
) -> Sequence[tuple[object, ...]] | None:
    if not of_kind(rows, kind):
        return None
    known = cast("Collection[Sequence[object]]", rows)
    if not set(map(len, known)) <= {count}:
        return None
    return list(zip(*known, strict=True)) or [()] * count


def many_alike(encode: Encode, decode: Decode) -> tuple[EncodeAll, DecodeAll]:
    """Many structures at once: those that are the same are written, and read, only once."""

    def encode_all(values: Collection[object], pool: Pool) -> Collection[object] | None:
        by_id: dict[int, object] = {}
        try:
            for value in values:
                if id(value) not in by_id:
                    by_id[id(value)] = encode(value, pool)
        except Misfit:
            return None
        return [by_id[id(value)] for value in values]

    def decode_all(found: Collection[object], pool: Sequence[object]) -> Collection[object] | None:
        if not of_kind(found, dict):
            return None
        by_parts: dict[object, object] = {}
        values = []
        try:
            for each in cast("Collection[dict[str, object]]", found):
                # With their types, because Python takes 1 and true for the same.
                said = (*each.items(), *map(type, each.values()))
                if said not in by_parts:
                    by_parts[said] = decode(each, pool)
                values.append(by_parts[said])
        except (Misfit, TypeError):
            return None
        return values

    return encode_all, decode_all

"""Forms: the type that msgspec reads and checks for a value, and the conversions to and from it.

Most values are the same in JSON and in Python, so msgspec writes and reads them alone. The others
have a conversion out, a conversion back, or both.
"""

import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import msgspec


class Pool(msgspec.Struct, gc=False):
    """Numbers the shared values of one body while it is written."""

    numbers: dict[bytes, int] = {}
    """The number of each, by its JSON, in ascending order."""
    written: dict[int, Any] = {}
    """The JSON form of each value already written, by object id: a number or an object."""

    def known_numbers(self, values: Iterable[object]) -> list[int] | None:
        """Return the numbers of the values; None if one of them is new."""
        try:
            return [self.written[id(value)] for value in values]
        except KeyError:
            return None

    def number_of(self, value: object, encode: Callable[[object, "Pool"], object]) -> int:
        """Return the number of a value; its parts have lower numbers."""
        # A settlement repeats the same object thousands of times. Equal objects share a number too,
        # so that the bytes do not depend on which objects memory happens to share.
        number: int | None = self.written.get(id(value))
        if number is None:
            text = msgspec.json.encode(encode(value, self))
            number = self.numbers.setdefault(text, len(self.numbers))
            self.written[id(value)] = number
        return number


Out = Callable[[Any, Pool], Any]
Back = Callable[[Any, Sequence[object]], Any]
"""Receives the shared values of the body, for values that are written as a number."""
_Way = Callable[[Any, Any], Any]


class StoredForm(NamedTuple):
    """How the values of one type are written and read.

    Without conversions they stay as they are.
    """

    python: type
    """The class of a value, by which a union chooses the conversion out."""
    wire: Any
    """The type that msgspec reads and checks."""
    out: Out | None = None
    back: Back | None = None
    out_all: Out | None = None
    back_all: Back | None = None
    """Convert many values at once; None, as the function or as its result, means one by one."""


class Misfit(Exception):
    """A value that does not fit its type, and its path in the whole that is read or written."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = ""

    def within(self, place: str) -> "Misfit":
        """Prefix the path with one outer step."""
        self.place = place + self.place
        return self

    def __str__(self) -> str:
        return f"{self.problem} - at `${self.place}`" if self.place else self.problem


_SHOWN_MAX = 60


def misfit(found: object, expected: str) -> Misfit:
    """Make a Misfit that quotes the value, shortened for a sentence, and says what was expected."""
    shown = repr(found)
    return Misfit(
        f"{shown[:_SHOWN_MAX]}{'…' if len(shown) > _SHOWN_MAX else ''}, expected {expected}"
    )


def ways(places: Sequence[str], each: Sequence[_Way | None]) -> _Way | None:
    """Convert each of several values in its own way; None if all stay as they are."""
    taken = [(number, way) for number, way in enumerate(each) if way is not None]
    if not taken:
        return None

    def one_way(values: Iterable[object], context: object) -> list[object]:
        found, (number, way) = list(values), taken[0]
        try:
            found[number] = way(found[number], context)
        except Misfit as fault:
            raise fault.within(places[number]) from None
        return found

    def all_ways(values: Iterable[object], context: object) -> list[object]:
        found, number = list(values), 0
        try:
            for number, way in taken:
                found[number] = way(found[number], context)
        except Misfit as fault:
            raise fault.within(places[number]) from None
        return found

    return one_way if len(taken) == 1 else all_ways


def _one_by_one(way: _Way, values: Iterable[object], context: object) -> list[object]:
    found: list[object] = []
    try:
        # Extended rather than built in one go, so that a misfit can name its index.
        found.extend(map(way, values, repeat(context)))
    except Misfit as fault:
        raise fault.within(f"[{len(found)}]") from None
    return found


def _all_out(item: StoredForm, values: Collection[object], pool: Pool) -> Collection[object]:
    if item.out is None:
        return values
    at_once = None if item.out_all is None else item.out_all(values, pool)
    return _one_by_one(item.out, values, pool) if at_once is None else at_once


def _all_back(
    item: StoredForm, found: Collection[object], pool: Sequence[object]
) -> Collection[object]:
    if item.back is None:
        return found
    at_once = None if item.back_all is None else item.back_all(found, pool)
    return _one_by_one(item.back, found, pool) if at_once is None else at_once


def row_form(item: StoredForm) -> StoredForm:
    """A tuple of any length, with items of one type."""

    def out(value: object, pool: Pool) -> object:
        if type(value) is not tuple:
            raise misfit(value, "a tuple")
        return _all_out(item, value, pool)

    def back(found: tuple[Any, ...], pool: Sequence[object]) -> object:
        return tuple(_all_back(item, found, pool))

    wire = types.GenericAlias(tuple, (item.wire, ...))
    return StoredForm(tuple, wire, item.out and out, item.back and back)


def fixed_form(items: Sequence[StoredForm]) -> StoredForm:
    """A tuple of fixed length, each item of its own type."""
    places = [f"[{number}]" for number in range(len(items))]
    outs, backs = ways(places, [i.out for i in items]), ways(places, [i.back for i in items])

    def out(value: object, pool: Pool) -> object:
        if type(value) is not tuple or len(value) != len(items) or outs is None:
            raise misfit(value, f"a tuple of {len(items)}")
        return outs(value, pool)

    def back(found: tuple[Any, ...], pool: Sequence[object]) -> object:
        return found if backs is None else tuple(backs(found, pool))

    wire = types.GenericAlias(tuple, tuple(item.wire for item in items))
    return StoredForm(tuple, wire, outs and out, backs and back)


def set_form(item: StoredForm) -> StoredForm:
    """A set, written in ascending order, because a set has no order of its own."""

    def out(value: object, pool: Pool) -> object:
        if type(value) is not frozenset:
            raise misfit(value, "a frozenset")
        return sorted(_all_out(item, value, pool))  # type: ignore[type-var]

    def back(found: tuple[Any, ...], pool: Sequence[object]) -> object:
        values = frozenset(_all_back(item, found, pool))
        if len(values) != len(found) or sorted(found) != list(found):
            raise misfit(found, "each once, in ascending order")
        return values

    return StoredForm(frozenset, types.GenericAlias(tuple, (item.wire, ...)), out, back)


def mapping_form(pair: StoredForm) -> StoredForm:
    """Pairs of key and value in the mapping's own order.

    The order is kept rather than sorted, because a replay produces the same order again and the
    table's next step may depend on it.
    """

    def out(value: object, pool: Pool) -> object:
        if not isinstance(value, Mapping):
            raise misfit(value, "a mapping")
        return _all_out(pair, tuple(value.items()), pool)

    def back(found: tuple[Any, ...], pool: Sequence[object]) -> object:
        pairs: Collection[Any] = _all_back(pair, found, pool)
        values = dict(pairs)
        if len(values) != len(found):
            raise misfit(found, "each key once")
        return values

    return StoredForm(Mapping, types.GenericAlias(tuple, (pair.wire, ...)), out, back)

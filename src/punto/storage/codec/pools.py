"""Pools: values that occur many times in one body are written once."""

from collections.abc import Callable, Iterable

import msgspec


class Pool(msgspec.Struct):
    """Numbers the shared values of one body while it is written."""

    entries: list[object] = []
    written: dict[int, object] = {}
    """Unshared values already written, by object id."""
    _by_id: dict[int, int] = {}
    _by_text: dict[bytes, int] = {}

    def known_numbers(self, values: Iterable[object]) -> list[int] | None:
        """Return the numbers of the values; None if one of them is new."""
        try:
            return [self._by_id[id(value)] for value in values]
        except KeyError:
            return None

    def number_of(self, value: object, encode: Callable[[object, "Pool"], object]) -> int:
        """Return the number of a value; its parts have lower numbers."""
        # A settlement repeats the same object thousands of times. Equal objects share a number too,
        # so that the bytes do not depend on which objects memory happens to share.
        number = self._by_id.get(id(value))
        if number is None:
            entry = encode(value, self)
            number = self._by_text.setdefault(msgspec.json.encode(entry), len(self.entries))
            if number == len(self.entries):
                self.entries.append(entry)
            self._by_id[id(value)] = number
        return number

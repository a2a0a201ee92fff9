"""Values that occur many times in one body and are written once."""

from collections.abc import Callable, Iterable

import msgspec


class Pool(msgspec.Struct):
    """The shared values of one body while it is written, each with its number."""

    entries: list[object] = []
    written: dict[int, object] = {}
    """What was written of values that are not shared, by the object."""
    _by_id: dict[int, int] = {}
    _by_text: dict[bytes, int] = {}

    def known_numbers(self, values: Iterable[object]) -> list[int] | None:
        """The numbers of values that were all here before; None when one of them is new."""
        try:
            return [self._by_id[id(value)] for value in values]
        except KeyError:
            return None

    def number_of(self, value: object, encode: Callable[[object, "Pool"], object]) -> int:
        """The number of a value; what it is made of has lower ones."""
        # The very same object comes up thousands of times in a settlement. Equal ones count as one
        # too, so that the bytes do not depend on who shares what in memory.
        number = self._by_id.get(id(value))
        if number is None:
            entry = encode(value, self)
            number = self._by_text.setdefault(msgspec.json.encode(entry), len(self.entries))
            if number == len(self.entries):
                self.entries.append(entry)
            self._by_id[id(value)] = number
        return number

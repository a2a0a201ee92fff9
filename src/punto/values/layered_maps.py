"""An immutable mapping from which a changed copy is cheap to make."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Final, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

SMALL = 100
"""Up to this size a plain copy is as fast as layers."""


class LayeredMap(Mapping[K, V]):
    """A mapping in two layers: recent changes over a large base that later copies share.

    A change copies only the recent layer, and now and then merges both. In everything else,
    including the order of its entries, the mapping behaves like a plain one.
    """

    __slots__ = ("recent", "rest")

    def __init__(self, rest: Mapping[K, V], recent: Mapping[K, V]) -> None:
        self.rest: Final = rest
        self.recent: Final = recent

    def __getitem__(self, key: K) -> V:
        recent = self.recent
        return recent[key] if key in recent else self.rest[key]

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | D) -> V | D: ...
    def get(self, key: K, /, default: D | None = None) -> V | D | None:
        """Return the value of a key, or the default."""
        recent = self.recent
        return recent[key] if key in recent else self.rest.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self.recent or key in self.rest

    def __iter__(self) -> Iterator[K]:
        return iter(self.whole())

    def __len__(self) -> int:
        # Without merging the layers, which would take as long as the map is.
        rest = self.rest
        return len(rest) + sum([key not in rest for key in self.recent])

    def keys(self) -> KeysView[K]:
        """The keys, in order of first insertion."""
        return self.whole().keys()

    def values(self) -> ValuesView[V]:
        """The values in the order of the keys."""
        return self.whole().values()

    def items(self) -> ItemsView[K, V]:
        """The keys with their values, in the same order."""
        return self.whole().items()

    def whole(self) -> dict[K, V]:
        """Return both layers merged into a new plain mapping, which the caller may change."""
        return {**self.rest, **self.recent}

    def __repr__(self) -> str:
        return repr(self.whole())


def including(entries: Mapping[K, V], changes: Mapping[K, V]) -> Mapping[K, V]:
    """Return a mapping with these changes; the original is unchanged."""
    # ``isinstance`` on an abstract class is slow: it asks every registered kind of mapping.
    if type(entries) is not LayeredMap:
        few = len(entries) <= SMALL
        return {**entries, **changes} if few else LayeredMap(entries, changes)
    rest, recent = entries.rest, {**entries.recent, **changes}
    size = len(recent)
    # Keep at most √n recent entries on top, then merge them into the base.
    if size * size > len(rest):
        return LayeredMap({**rest, **recent}, {})
    return LayeredMap(rest, recent)

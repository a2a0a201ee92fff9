"""A mapping that is never changed, and of which a changed one is made at little cost."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Final, TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")

SMALL = 256
"""As many as are copied whole in the time that layers would take."""


class LayeredMap(Mapping[K, V]):
    """What changed lately, on top of a large rest that all the later ones share.

    A plain copy for each change costs as much as there are entries. Here it costs as much as
    changed lately, and every so often as much as there are. It is the same mapping as the plain
    one in all else, in the order of its entries too.
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
        """The entry of a key, or what is taken instead."""
        recent = self.recent
        return recent[key] if key in recent else self.rest.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self.recent or key in self.rest

    def __iter__(self) -> Iterator[K]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def keys(self) -> KeysView[K]:
        """The keys, in the order in which each came first."""
        return self.whole().keys()

    def values(self) -> ValuesView[V]:
        """The values in the order of the keys."""
        return self.whole().values()

    def items(self) -> ItemsView[K, V]:
        """Both."""
        return self.whole().items()

    def whole(self) -> dict[K, V]:
        """All of it in one plain mapping, which belongs to the caller."""
        return {**self.rest, **self.recent}

    def __repr__(self) -> str:
        return repr(self.whole())


def including(entries: Mapping[K, V], changes: Mapping[K, V]) -> Mapping[K, V]:
    """Any mapping with these entries in place of what was there; the first stays as it is."""
    # By its type, since ``isinstance`` would ask this of every kind of mapping that there is.
    if type(entries) is not LayeredMap:
        few = len(entries) <= SMALL
        return {**entries, **changes} if few else LayeredMap(entries, changes)
    recent = {**entries.recent, **changes}
    # As many lie on top as the root of how many there are.
    if len(recent) ** 2 > len(entries.rest):
        return LayeredMap({**entries.rest, **recent}, {})
    return LayeredMap(entries.rest, recent)

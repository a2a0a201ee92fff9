"""From type hints to shapes: the types of the core say all that is needed."""

import types
from collections.abc import Mapping
from enum import Enum
from typing import NewType, Union, get_args, get_origin, get_type_hints

from punto.storage.codec.collection_shapes import fixed_shape, mapping_shape, row_shape, set_shape
from punto.storage.codec.plain_shapes import PLAIN_SHAPES, choice_shape
from punto.storage.codec.shapes import Shape
from punto.storage.codec.structure_shapes import one_of, shared_shape, structure_shape
from punto.values.structures import field_names, is_structure


class Compiler:
    """Makes the shape of a type, and of all that it is made of, once."""

    def __init__(self, tags: Mapping[type, str], shared: Mapping[type, str]) -> None:
        self._tags = tags
        self._shared = shared
        self._known: dict[object, Shape] = dict(PLAIN_SHAPES)

    def shape_of(self, hint: object) -> Shape:
        """The shape of a type as a hint names it."""
        known = self._known.get(hint)
        if known is None:
            known = self._known[hint] = self._made(hint)
        return known

    def entries(self) -> dict[str, Shape]:
        """The shapes of shared values where they stand themselves, by tag."""
        return {tag: self._structure(kind, tag) for kind, tag in self._shared.items()}

    def _made(self, hint: object) -> Shape:
        if isinstance(hint, NewType):
            return self.shape_of(hint.__supertype__)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return choice_shape(hint)
        if isinstance(hint, type) and hint in self._shared:
            return shared_shape(self._structure(hint, self._shared[hint]))
        if isinstance(hint, type) and is_structure(hint):
            return self._structure(hint)
        return self._collection(hint)

    def _structure(self, kind: type, tag: str | None = None) -> Shape:
        hints = get_type_hints(kind)
        parts = {name: self.shape_of(hints[name]) for name in field_names(kind)}
        return structure_shape(kind, parts, tag)

    def _collection(self, hint: object) -> Shape:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin in {Union, types.UnionType}:
            return self._union(arguments)
        if origin is tuple and arguments[1:] == (...,):
            return row_shape(self.shape_of(arguments[0]))
        if origin is tuple:
            return fixed_shape(tuple(map(self.shape_of, arguments)))
        if origin is frozenset:
            return set_shape(self.shape_of(arguments[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return mapping_shape(*map(self.shape_of, arguments))
        raise TypeError(f"{hint}: the record has no form for it")

    def _union(self, members: tuple[object, ...]) -> Shape:
        structures = [e for e in members if isinstance(e, type) and self._is_structure(e)]
        if len(structures) <= 1:
            return one_of(_told_apart([self.shape_of(each) for each in members]), {})
        tagged = {self._tag(kind): self._structure(kind, self._tag(kind)) for kind in structures}
        others = [self.shape_of(each) for each in members if each not in structures]
        return one_of(_told_apart(others), tagged)

    def _is_structure(self, kind: type) -> bool:
        return is_structure(kind) and kind not in PLAIN_SHAPES and kind not in self._shared

    def _tag(self, kind: type) -> str:
        if kind not in self._tags:
            raise TypeError(f"{kind.__name__}: one of several kinds, and has no name in the record")
        return self._tags[kind]


def _told_apart(members: list[Shape]) -> list[Shape]:
    """Members that JSON shows to be different; words may be told apart by their own notations."""
    looks = [member.json for member in members if member.json is not str]
    takes_any_text = any(member.python is str for member in members)
    texts_count = sum(member.json is str for member in members)
    if len(set(looks)) != len(looks) or (takes_any_text and texts_count > 1):
        raise TypeError(f"{[member.python.__name__ for member in members]}: not to be told apart")
    return members

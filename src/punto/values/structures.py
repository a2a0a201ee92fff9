"""Immutable values with named fields, closed lists of words, and the error for bad notation.

Most are frozen dataclasses. Those created for every bet are Structs, which take a ninth of the
instructions to construct.
"""

import dataclasses
from enum import Enum
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs


class Choice(Enum):
    """One of a closed list."""

    # By identity: hashing members by name, as enums do, took a third of a settlement.
    __hash__ = object.__hash__


class BadNotation(ValueError):
    """Text that is not a card, an amount or odds; the message shows it and the expected form."""


def is_structure(kind: object) -> bool:
    """Whether this is a class whose values have named fields."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or dataclasses.is_dataclass(kind))


def field_names(kind: type) -> tuple[str, ...]:
    """Return the fields that the constructor takes, in the order of declaration."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]
    return tuple(field.name for field in fields if field.init)


def _replace(value: Any, /, **changes: object) -> Any:  # noqa: ANN401 (any structure)
    """Copy a value with some fields changed; the copy is validated like a new value."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    return dataclasses.replace(value, **changes)


if TYPE_CHECKING:
    # Under this name a type checker compares each change with its field, in Structs as well.
    from dataclasses import replace
else:
    replace = _replace

__all__ = ["BadNotation", "Choice", "field_names", "is_structure", "replace"]

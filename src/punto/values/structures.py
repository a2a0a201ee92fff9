"""Immutable values with named fields, closed lists of words, and the error for bad notation."""

import dataclasses
from enum import Enum
from typing import TYPE_CHECKING, Any, dataclass_transform

from msgspec import Struct, structs


@dataclass_transform(frozen_default=True)
class Value(Struct, frozen=True, gc=False):
    """An immutable value with named fields, in the order in which the constructor takes them.

    Those that leave a field out of comparison or ``repr`` are frozen dataclasses instead.
    """

    # Making one takes a ninth of the instructions of a frozen dataclass. An immutable value cannot
    # come to contain itself, so the garbage collector need not look at it.


class Choice(Enum):
    """One of a closed list."""

    # By identity: hashing members by name, as enums do, took a third of a settlement.
    __hash__ = object.__hash__


class BadNotation(ValueError):
    """Text that is not a card, an amount or odds; the message shows it and the expected form."""


def is_structure(kind: object) -> bool:
    """Whether this is a class whose values have named fields."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or dataclasses.is_dataclass(kind))


def class_name(value: object) -> str:
    """Return the name of a value's class.

    It takes any object: for a union of a hundred refusals, mypy needs seconds to work out the type
    of ``type(refusal)``.
    """
    return type(value).__name__


def field_names(kind: type) -> tuple[str, ...]:
    """Return the fields that the constructor takes, in the order of declaration."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    fields = dataclasses.fields(kind)  # type: ignore[arg-type]
    return tuple(field.name for field in fields if field.init)


_STRUCTS = type(Struct)


def _replace(value: Any, /, **changes: object) -> Any:  # noqa: ANN401 (any structure)
    """Copy a value with some fields changed; the copy is validated like a new value."""
    # Quicker than isinstance, which asks the metaclass of a Struct.
    if type(type(value)) is _STRUCTS:
        return structs.replace(value, **changes)
    return dataclasses.replace(value, **changes)


if TYPE_CHECKING:
    # Under this name a type checker compares each change with its field, in Structs as well.
    from dataclasses import replace
    from dataclasses import replace as replace_value
else:
    replace = _replace
    # For a Value alone, without asking which kind it is: a third of the work, at every bet.
    replace_value = structs.replace

__all__ = [
    "BadNotation",
    "Choice",
    "Value",
    "field_names",
    "is_structure",
    "replace",
    "replace_value",
]

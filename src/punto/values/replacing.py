"""A copy of a frozen value with some parts replaced, at a fraction of what dataclasses ask."""

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from punto.values.written_out import written_out

V = TypeVar("V")


def _replace(value: V, /, **changes: object) -> V:
    """The value with other parts; what makes it a value of its kind is not run again."""
    kind: type = type(value)
    return _way_of(kind, tuple(changes))(value, *changes.values())  # type: ignore[no-any-return]


def copier(kind: type[V], *changed: str) -> Callable[..., V]:
    """What copies a value of a kind, and takes these parts from its caller, in this order.

    For the few places where it counts that ``replace`` looks for it each time.
    """
    plain: type = kind
    return _way_of(plain, changed)


@cache
def _way_of(kind: type, changed: tuple[str, ...]) -> Callable[..., Any]:
    """What copies a value of a kind part by part, written out.

    A frozen value asks object.__setattr__ for each of its parts, which was most of the time that
    a bet takes. The copy has the same slots under a name that is not frozen; it is frozen when it
    is whole, before anybody else can see it.
    """
    names = [field.name for field in dataclasses.fields(kind)]
    if not hasattr(kind, "__slots__") or hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} is for dataclasses.replace: open or checked")
    strange = [name for name in changed if name not in names]
    if strange:
        raise AttributeError(f"{kind.__name__} has no part {strange[0]!r}")
    taken = ", ".join(["value", *(f"new_{name}" for name in changed)])
    parts = (f"{'new_' if name in changed else 'value.'}{name}" for name in names)
    lines = [
        "copy = make(blank)",
        *(f"copy.{name} = {part}" for name, part in zip(names, parts, strict=True)),
        "copy.__class__ = kind",
        "return copy",
    ]
    blank = dataclasses.make_dataclass(kind.__name__, names, slots=True)
    known = {"make": object.__new__, "blank": blank, "kind": kind}
    return written_out(f"way({taken})", lines, known)


if TYPE_CHECKING:
    # By this name a type checker holds each part against its field.
    from dataclasses import replace
else:
    replace = _replace

__all__ = ["copier", "replace"]

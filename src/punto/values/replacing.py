"""A copy of a frozen value with some parts replaced, at a fraction of what dataclasses ask."""

import dataclasses
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

V = TypeVar("V")

Parts = Callable[[object], tuple[object, ...]]


def _replace(value: V, /, **changes: object) -> V:
    """The value with other parts; what makes it a value of its kind is not run again."""
    kind: type = type(value)
    blank, parts = _way_of(kind)
    # A frozen value asks object.__setattr__ for each of its parts, which is most of the time that
    # a bet takes. The copy is frozen when it is whole, before anybody else can see it.
    copy = blank(*parts(value))
    for name, part in changes.items():
        setattr(copy, name, part)
    copy.__class__ = kind
    return copy  # type: ignore[no-any-return]


@cache
def _way_of(kind: type) -> tuple[Callable[..., Any], Parts]:
    """The same slots under a name that is not frozen, and what reads all of them at once."""
    names = [field.name for field in dataclasses.fields(kind)]
    is_plain = hasattr(kind, "__slots__") and not hasattr(kind, "__post_init__")
    if not is_plain or len(names) < 2:  # noqa: PLR2004 (a getter of one part gives no tuple)
        raise TypeError(f"{kind.__name__} is for dataclasses.replace: open, checked or single")
    return dataclasses.make_dataclass(kind.__name__, names, slots=True), attrgetter(*names)


if TYPE_CHECKING:
    # By this name a type checker holds each part against its field.
    from dataclasses import replace
else:
    replace = _replace

__all__ = ["replace"]

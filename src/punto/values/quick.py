"""Frozen values that are made by the thousand, in half the time."""

import dataclasses
from typing import TypeVar

from punto.values.written_out import written_out

K = TypeVar("K")

_MISSING = dataclasses.MISSING


def quick(kind: type[K]) -> type[K]:
    """The same frozen dataclass with slots; only its parts are put in place sooner.

    A dataclass asks object.__setattr__, which looks for the place of each part by its name. Here
    the places themselves are asked, which are known once the class is made.
    """
    known: dict[str, object] = {"MISSING": _MISSING}
    taken, put = ["self"], []
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        name, otherwise, place = field.name, f"default_{field.name}", f"put_{field.name}"
        known[place] = getattr(kind, name).__set__
        if field.default is not _MISSING:
            known[otherwise] = field.default
            taken.append(f"{name}={otherwise}")
        elif field.default_factory is not _MISSING:
            known[otherwise] = field.default_factory
            taken.append(f"{name}=MISSING")
            put.append(f"if {name} is MISSING: {name} = {otherwise}()")
        else:
            taken.append(name)
        put.append(f"{place}(self, {name})")
    if hasattr(kind, "__post_init__"):
        put.append("self.__post_init__()")
    kind.__init__ = written_out(f"__init__({', '.join(taken)})", put, known)  # type: ignore[method-assign]
    return kind

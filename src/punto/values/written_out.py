"""A function that is written out for one class, as dataclasses write theirs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def written_out(head: str, body: Sequence[str], known: Mapping[str, object]) -> Callable[..., Any]:
    """The function of these lines, which are made of the names of a class's parts alone."""
    within: dict[str, Any] = dict(known)
    lines = [f"def {head}:", *(f"    {line}" for line in body)]
    exec("\n".join(lines), within)  # noqa: S102 (nothing in it comes from outside of the program)
    made: Callable[..., Any] = within[head.partition("(")[0]]
    return made

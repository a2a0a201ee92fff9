"""Patterns of statements: words, slots between braces, and optional parts between brackets."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from punto.rehearsals import list_kinds, name_kinds, value_kinds
from punto.rehearsals.cursors import Cursor, Unread, WordKind
from punto.values import Value

Found = Mapping[str, Any]
"""The contents of the slots, by name."""

KINDS: Final[Mapping[str, WordKind]] = {
    kind.name: kind
    for module in (name_kinds, value_kinds, list_kinds)
    for kind in vars(module).values()
    if isinstance(kind, WordKind)
}
"""All kinds of words that the forms take, by name."""
_PART: Final = re.compile(r"\[|\]|\{(?P<slot>[a-z-]+)(?::(?P<kind>[a-z-]+))?\}|[:,]|[^\s\[\]{}:,]+")


class Slot(Value):
    """A place for one or more words of some kind."""

    name: str
    kind: WordKind


class Optional(Value):
    """An optional part."""

    parts: tuple["Part", ...]


Part = str | Slot | Optional


def compiled(pattern: str) -> tuple[Part, ...]:
    """Return the parts of a pattern."""
    return tuple(_parts(iter(_PART.finditer(pattern))))


def _parts(found: Iterator[re.Match[str]]) -> Iterator[Part]:
    for part in found:
        if part[0] == "]":
            return
        if part[0] == "[":
            yield Optional(tuple(_parts(found)))
        elif part["slot"]:
            yield Slot(part["slot"], KINDS[part["kind"] or part["slot"]])
        else:
            yield part[0]


def slots_of(parts: tuple[Part, ...]) -> Iterator[Slot]:
    """Yield every slot of a pattern."""
    for part in parts:
        if isinstance(part, Slot):
            yield part
        elif isinstance(part, Optional):
            yield from slots_of(part.parts)


def read(parts: tuple[Part, ...], cursor: Cursor) -> Found:
    """Return the slots' contents in a whole line, or raise Unread."""
    if not parts:
        cursor.end()
        return {}
    first, rest = parts[0], parts[1:]
    if isinstance(first, Slot):
        value = first.kind.read(cursor)
        return {first.name: value, **read(rest, cursor)}
    if isinstance(first, str):
        cursor.literal(first)
        return read(rest, cursor)
    start = cursor.index
    try:
        return read((*first.parts, *rest), cursor)
    except Unread:
        cursor.index = start
        return read(rest, cursor)

"""Rejects commands that no record can keep, before they can halt a table.

A database would notice only on writing, in the middle of a whole batch.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from punto.identity import FloorCommand
from punto.rounds import TableCommand
from punto.values import field_names, is_structure

ID_MAX = 200
"""The longest id. A database's index accepts no entry of several thousand bytes."""

TEXT_MAX = 10_000
"""The longest text."""

NUMBER_MAX = 10**17
NUMBERS = range(-NUMBER_MAX, NUMBER_MAX + 1)
"""A small part of the 64-bit range, so that sums and payouts of such numbers fit, too."""


class NotRecordable(ValueError):
    """A message that no record can keep, whatever a table would answer."""


def is_recordable(text: str) -> bool:
    """Return whether every database can keep a text: without NUL, and without half a character."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def check_id(what: str, text: str) -> None:
    """Raise NotRecordable for an id that no database can keep and find again."""
    if not (1 <= len(text) <= ID_MAX and is_recordable(text)):
        shown = text if len(text) <= ID_MAX else f"{text[:20]}…"
        raise NotRecordable(
            f"{what} {shown!r}: expected 1 to {ID_MAX} whole characters, and no NUL"
        )


RESERVED = ("timer/", "interrupted/")
"""The prefixes of ids that a table's timer uses."""


def check_not_reserved(command: TableCommand) -> None:
    """Raise NotRecordable for an id that a timer may need; a used one would block it."""
    if command.id.startswith(RESERVED):
        raise NotRecordable(f"command id {command.id!r}: reserved for timers, expected another")


_DIGITS_ALIKE = bytes.maketrans(b"123456789", b"0" * 9)
_ESCAPE = ord("\\")
_LONG_NUMBER = b"0" * len(str(NUMBER_MAX))


def is_plain(name: str, at: int, told: bytes) -> bool:
    """Return whether a command is short and made of ordinary characters, by its JSON.

    JSON writes a NUL as an escape. In doubt, ``check_command`` checks each value.
    """
    return (
        1 <= len(name) <= ID_MAX
        and name.isascii()
        and name.isprintable()
        and -NUMBER_MAX <= at <= NUMBER_MAX
        and len(told) <= TEXT_MAX
        and _ESCAPE not in told
        and told.translate(_DIGITS_ALIKE).find(_LONG_NUMBER) < 0
    )


def check_command(command: TableCommand | FloorCommand) -> None:
    """Raise NotRecordable for a command that contains something no database can keep."""
    check_id("command id", command.id)
    found: list[Any] = [command.at, command.by, command.wish]
    # The list grows during the loop, by the contents of each value.
    for value in found:
        kind: type = type(value)
        if kind is str:
            _check_text(value)
        elif kind is int:
            if value not in NUMBERS:
                raise NotRecordable(f"a number beyond {NUMBER_MAX}: expected a smaller one")
        elif kind is tuple:
            found += value
        else:
            found += _inside(kind)(value)


def _check_text(text: str) -> None:
    if len(text) > TEXT_MAX:
        raise NotRecordable(f"a text of {len(text)} letters: expected {TEXT_MAX} at most")
    if not is_recordable(text):
        # Not shown: it might be a ticket number, which is money.
        raise NotRecordable("a text with a NUL or half a character: expected whole characters")


@cache
def _inside(kind: type) -> Callable[[Any], Iterable[object]]:
    """Return a function that lists the contents of a value of this type."""
    if issubclass(kind, frozenset):
        return tuple
    if issubclass(kind, Mapping):
        return lambda value: value.items()
    # Other types, such as times and enum members, need no check.
    names = field_names(kind) if is_structure(kind) else ()
    if not names:
        return lambda _: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)

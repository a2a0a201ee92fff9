"""What a record can keep: refused to its sender at once, so that it never stops a table.

A store finds it out only when it writes, with a whole batch of others in its hands.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from punto.identity.commands import Command as FloorCommand
from punto.rounds.commands import Command as TableCommand
from punto.values.structures import field_names, is_structure

ID_MAX = 200
"""The length of an id. A database's index takes no entry of several thousand bytes."""

TEXT_MAX = 10_000
"""The length of anything that is said in words."""

NUMBER_MAX = 10**17
NUMBERS = range(-NUMBER_MAX, NUMBER_MAX + 1)
"""A small part of what 64 bits hold, so that sums and payouts of such numbers fit as well."""


class NotRecordable(ValueError):
    """A message that no record can keep, whatever a table would say to it."""


def is_recordable(text: str) -> bool:
    """Whether every store can keep a text in a column: no NUL, no half of a character."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def check_id(what: str, text: str) -> None:
    """Refuse an id that no store can keep, or find again."""
    if not (1 <= len(text) <= ID_MAX and is_recordable(text)):
        shown = text if len(text) <= ID_MAX else f"{text[:20]}…"
        raise NotRecordable(
            f"{what} {shown!r}: expected 1 to {ID_MAX} whole characters, and no NUL"
        )


RESERVED = ("timer/", "interrupted/")
"""How the ids begin under which a table's timer speaks."""


def check_not_reserved(command: TableCommand) -> None:
    """Refuse an id that a timer would want to use; a spent one would keep it waiting."""
    if command.id.startswith(RESERVED):
        raise NotRecordable(f"command id {command.id!r}: kept for the timers, expected another")


def check_command(command: TableCommand | FloorCommand) -> None:
    """Refuse a command that holds something which no store can keep."""
    check_id("command id", command.id)
    found: list[Any] = [command.at, command.by, command.wish]
    # The list grows while it is gone through, by what is inside of what was found.
    for value in found:
        kind: type = type(value)
        if kind is str:
            # Nearly all that is said is short and plain, and shows it without a call.
            if len(value) > TEXT_MAX or not value.isascii() or "\0" in value:
                _check_text(value)
        elif kind is int:
            if value not in NUMBERS:
                raise NotRecordable(f"a number beyond {NUMBER_MAX}: expected none so great")
        elif kind is tuple:
            found += value
        else:
            found += _inside(kind)(value)


def _check_text(text: str) -> None:
    if len(text) > TEXT_MAX:
        raise NotRecordable(f"a text of {len(text)} letters: expected {TEXT_MAX} at most")
    if not is_recordable(text):
        # Not shown: it might be the number of a ticket, which is money.
        raise NotRecordable("a text with a NUL or half a character: expected whole characters")


@cache
def _inside(kind: type) -> Callable[[Any], Iterable[object]]:
    """How to get at what is inside of a value of some kind."""
    if issubclass(kind, frozenset):
        return tuple
    if issubclass(kind, Mapping):
        return lambda value: value.items()
    # What else there is, such as a moment or a word of a list, has a form of its own.
    names = field_names(kind) if is_structure(kind) else ()
    if not names:
        return lambda _: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)

"""Seals commands: a record can keep them, and a fingerprint tells a repeat from another command."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Generic, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from punto.identity import FloorCommand
from punto.rounds import By, Patron, TableCommand, Timer
from punto.rules import Actor
from punto.runtime.recordability import NotRecordable, check_command, is_plain
from punto.values import PersonId, Value, field_names, is_structure

C = TypeVar("C", TableCommand, FloorCommand)

_json = msgspec.json.Encoder().encode


class _Telling(Value):
    """The reduction of the values of one type to JSON."""

    tell: Callable[[Any], object]
    """Reduces a value to words and numbers."""
    is_whole: bool
    """Whether JSON then covers every field of the value fully."""


class _Tellings(dict[type, _Telling]):
    """The reduction of each type, built once; a cached function takes four times as long."""

    def __missing__(self, kind: type) -> _Telling:
        found = self[kind] = _Telling(_teller_of(kind), _is_told_whole(kind))
        return found


_TELLINGS = _Tellings()


class Sealed(Value, Generic[C]):
    """A command that a record can keep."""

    command: C
    fingerprint: str
    """Equal for every repeat, since it ignores the parts that the server adds."""


def seal(command: C) -> Sealed[C]:
    """Return a command with its fingerprint; raises NotRecordable if no record can keep it."""
    return Sealed(command, _checked_fingerprint(command))


def _checked_fingerprint(command: TableCommand | FloorCommand) -> str:
    wish = command.wish
    said = command.said if isinstance(command, TableCommand) else None
    said = wish if said is None else said
    telling = _TELLINGS[type(said)]
    try:
        told = _json((_who(command.by), telling.tell(said)))
    except UnicodeEncodeError:
        check_command(command)
        raise NotRecordable("half a character: expected whole characters") from None
    # Nearly every command is told whole, in a text whose form shows that a record can keep it.
    is_whole = said is wish and telling.is_whole
    if not (is_whole and is_plain(command.id, command.at, told)):
        check_command(command)
    return sha256(told).hexdigest()


def fingerprint(by: By | PersonId | None, said: object) -> str:
    """Return the same fingerprint whenever the same sender says the same."""
    return sha256(_json((_who(by), _said(said)))).hexdigest()


def _who(by: By | PersonId | None) -> object:
    """Identify the sender without the role, which may have changed by the time of a repeat."""
    if isinstance(by, Patron):
        return ("Patron", by.terminal)
    if isinstance(by, Actor):
        return by.person
    if isinstance(by, Timer):
        return ("Timer", by.dealer.person)
    return by


def _said(value: object) -> object:
    return _TELLINGS[type(value)].tell(value)


def _teller_of(kind: type) -> Callable[[Any], object]:
    if is_structure(kind):
        return _structure_teller(kind)
    if issubclass(kind, Enum):
        return lambda member: (kind.__name__, member.name)
    if kind is tuple:
        return lambda values: tuple(map(_said, values))
    return lambda value: value


def _is_told_whole(kind: type) -> bool:
    if not issubclass(kind, Value):
        return False
    hints = get_type_hints(kind)
    return all(_is_plain(hints[name]) for name in field_names(kind))


def _structure_teller(kind: type) -> Callable[[Any], object]:
    """Include every field that a sender can set, not those the server adds."""
    hints = get_type_hints(kind)
    names = field_names(kind)
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind) if field.compare)
    if all(_is_plain(hints[name]) for name in names):
        return attrgetter("__class__.__name__", *names)
    return lambda value: (kind.__name__, *(_said(getattr(value, name)) for name in names))


def _is_plain(hint: object) -> bool:
    """Return whether JSON expresses such a value fully: words, numbers, and rows of them."""
    if isinstance(hint, NewType):
        return _is_plain(hint.__supertype__)
    if get_origin(hint) in {tuple, Union, UnionType}:
        return all(_is_plain(member) for member in get_args(hint) if member is not ...)
    return hint in {str, int, bool, NoneType}

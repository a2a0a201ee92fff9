"""Fingerprints of commands, which tell a repeat from another command under the same id."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from punto.identity import Command as FloorCommand
from punto.rounds import By, Timer
from punto.rounds import Command as TableCommand
from punto.rules import Actor
from punto.values import PersonId

_json = msgspec.json.Encoder().encode

Teller = Callable[[Any], object]
"""Reduces a value of one type to words and numbers."""


def fingerprint_of(command: TableCommand | FloorCommand) -> str:
    """Return the same fingerprint for a repeat, whatever the server has added to the command."""
    said = command.said if isinstance(command, TableCommand) else None
    return fingerprint(command.by, command.wish if said is None else said)


def fingerprint(by: By | PersonId | None, said: object) -> str:
    """Return the same fingerprint whenever the same sender says the same."""
    return sha256(_json((_who(by), _said(said)))).hexdigest()


def _who(by: By | PersonId | None) -> object:
    """Identify the sender without the role, which may have changed by the time of a repeat."""
    match by:
        case Actor():
            return by.person
        case Timer():
            return (Timer.__name__, by.dealer.person)
        case _:
            return _said(by)


def _said(value: object) -> object:
    kind: type = type(value)
    return _teller_of(kind)(value)


@cache
def _teller_of(kind: type) -> Teller:
    if is_dataclass(kind):
        return _structure_teller(kind)
    if issubclass(kind, Enum):
        return lambda member: (kind.__name__, member.name)
    if kind is tuple:
        return lambda values: tuple(map(_said, values))
    return lambda value: value


def _structure_teller(kind: type) -> Teller:
    """Include every field that a sender can set, not those the server adds."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.compare]
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

"""What a sender said, in brief, so that a repeated command is told from another under its id."""

from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256

from punto.identity.commands import Command as FloorCommand
from punto.rounds.commands import Command as TableCommand


def fingerprint_of(command: TableCommand | FloorCommand) -> str:
    """The same for a repeat, whatever the server added to it: its time, chance, a register."""
    return sha256(repr(_said((command.by, command.wish))).encode()).hexdigest()


def _said(value: object) -> object:
    if isinstance(value, Enum):
        return (type(value).__name__, value.name)
    if is_dataclass(value):
        told = (_said(getattr(value, f.name)) for f in fields(value) if f.compare)
        return (type(value).__name__, *told)
    if isinstance(value, tuple):
        return tuple(_said(each) for each in value)
    return value

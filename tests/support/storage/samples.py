"""Values of any type of the core, made from its hints: every member, every kind, yes and no."""

import types
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import NewType, Union, cast, get_args, get_origin, get_type_hints

from punto.identity.messages import FloorEvent
from punto.ledger.accounts import parse_account
from punto.rounds.commands import By
from punto.rounds.events import TableEvent
from punto.rules.roles import Actor
from punto.runtime.ports import Event, Refusal
from punto.storage.codec.stored_kinds import FLOOR_FACTS, REFUSALS, TABLE_FACTS
from punto.values.cards import Card, parse_cards
from punto.values.ids import CommandId, Instant
from punto.values.odds import Odds
from punto.values.structures import field_names, is_structure

_SINGAPORE = timezone(timedelta(hours=8))

_PLAIN: Mapping[object, list[object]] = {
    str: ["mei", '老虎 "x"\n'],
    int: [7, -250],
    bool: [False, True],
    type(None): [None],
    datetime: [datetime(2025, 3, 20, 9, tzinfo=_SINGAPORE)],
    Card: list(parse_cards("4D TS")),
    Odds: [Odds(12, 1), Odds(19, 20)],
}


def samples(hint: object) -> list[object]:
    """Return enough values of a type to show each of its parts in each of its forms."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, NewType):
        return samples(hint.__supertype__)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)
    if isinstance(hint, type) and is_structure(hint):
        if hint.__name__ == "Account":
            return [parse_account("credits:T7"), parse_account("house")]
        hints = get_type_hints(hint)
        parts = [samples(hints[name]) for name in field_names(hint)]
        return combined(hint, parts)
    return _collections(get_origin(hint), get_args(hint))


def combined(make: Callable[..., object], parts: list[list[object]]) -> list[object]:
    """Make as many values as the longest part has; shorter parts start again."""
    count = max(map(len, parts), default=1)
    return [make(*(part[n % len(part)] for part in parts)) for n in range(count)]


def _collections(origin: object, arguments: tuple[object, ...]) -> list[object]:
    if origin in {Union, types.UnionType}:
        return [value for argument in arguments for value in samples(argument)]
    if origin is tuple and arguments[1:] == (...,):
        return [(), tuple(samples(arguments[0]))]
    if origin is tuple:
        return combined(lambda *values: values, [samples(each) for each in arguments])
    if origin is frozenset:
        return [frozenset(samples(arguments[0]))]
    assert isinstance(origin, type)
    assert issubclass(origin, Mapping)
    return [dict(zip(samples(arguments[0]), samples(arguments[1]), strict=False))]


def events_of(fact: type) -> list[Event]:
    """Return events of one fact, by every kind of actor that can cause them."""
    is_floor = fact in FLOOR_FACTS
    by = samples(Actor | None) if is_floor else samples(By)
    make: Callable[..., Event] = FloorEvent if is_floor else TableEvent
    found = combined(
        lambda fact, by: make(fact, by, Instant(1_700_000_000_123), CommandId("T7-12"), "M 4.10"),
        [samples(fact), by],
    )
    return [event for event in found if isinstance(event, TableEvent | FloorEvent)]


def all_events() -> dict[str, list[Event]]:
    """Events of every fact, by name and version."""
    every: dict[type, tuple[str, int]] = {**TABLE_FACTS, **FLOOR_FACTS}
    return {f"{name}@{version}": events_of(kind) for kind, (name, version) in every.items()}


def all_refusals() -> dict[str, list[Refusal]]:
    """Refusals of every kind, by name and version."""
    return {
        f"refusal.{name}@{version}": cast("list[Refusal]", samples(kind))
        for kind, (name, version) in REFUSALS.items()
    }

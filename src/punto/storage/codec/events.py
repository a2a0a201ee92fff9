"""Events as bytes: under a name and a version, each with who, when, by which command and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from punto.identity.events import Event as FloorEvent
from punto.rounds.commands import By
from punto.rounds.events import Event as TableEvent
from punto.rules.roles import Actor
from punto.runtime.ports import Event, RecordBroken
from punto.storage.codec.bodies import (
    Body,
    SharedValues,
    Unrecordable,
    from_bytes,
    has_keys,
    to_bytes,
)
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.errors import Misfit
from punto.storage.codec.event_names import FLOOR_FACTS, TABLE_FACTS
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape
from punto.storage.codec.structure_shapes import EncodeParts, parts_encoder
from punto.storage.codec.tags import SHARED_IN_EVENTS, TAGS
from punto.storage.codec.upcasters import UPCASTERS, Upcasters, identity_of, upcast

_PARTS = ("at", "by", "command", "clause", "fact")
_KEYS = frozenset(("name", "version", *_PARTS))


@dataclass(frozen=True, slots=True)
class _Form:
    """How the events of one fact are written now."""

    name: str
    version: int
    parts: tuple[tuple[str, Shape], ...]
    """In the order in which they are written."""
    encode: EncodeParts
    make: Callable[..., Event]


class EventCodec:
    """Writes events in their present form, and reads them in every form they ever had."""

    def __init__(
        self,
        table_facts: Mapping[type, tuple[str, int]] = TABLE_FACTS,
        floor_facts: Mapping[type, tuple[str, int]] = FLOOR_FACTS,
        upcasters: Upcasters = UPCASTERS,
    ) -> None:
        self._compiler = Compiler(TAGS, SHARED_IN_EVENTS)
        self._forms = {
            **{kind: self._form(kind, By, TableEvent, *at) for kind, at in table_facts.items()},
            **{
                kind: self._form(kind, Actor | None, FloorEvent, *at)
                for kind, at in floor_facts.items()
            },
        }
        self._by_identity = {(form.name, form.version): form for form in self._forms.values()}
        self._shared = SharedValues(self._compiler.entries())
        self._upcasters = upcasters

    def _form(
        self, fact: type, by: object, event: type[TableEvent | FloorEvent], name: str, version: int
    ) -> _Form:
        hints = {"at": int, "by": by, "command": str, "clause": str, "fact": fact}
        parts = {part: self._compiler.shape_of(hints[part]) for part in _PARTS}
        encode = parts_encoder(event, {"name": name, "version": version}, parts)
        return _Form(name, version, tuple(parts.items()), encode, event)

    def name_of(self, event: Event) -> str:
        """The name under which an event is recorded."""
        return self._forms[type(event.fact)].name

    def encode(self, event: Event) -> bytes:
        """The body of an event."""
        form = self._forms.get(type(event.fact))
        if form is None:
            raise Unrecordable(f"{type(event.fact).__name__}: no event that the record knows")
        pool = Pool()
        try:
            return to_bytes(form.encode(event, pool), pool)
        except Misfit as fault:
            raise Unrecordable(f"{type(event.fact).__name__}: {fault}") from None

    def decode(self, written: bytes) -> Event:
        """The event that a body says; RecordBroken when it says none."""
        said = "an event"
        try:
            body = upcast(from_bytes(written), self._upcasters)
            name, version = identity_of(body)
            said = f"{name}@{version}"
            return self._event(self._known_form(name, version), body)
        except Misfit as fault:
            raise RecordBroken(f"{said}: {fault}") from None

    def _known_form(self, name: str, version: int) -> _Form:
        form = self._by_identity.get((name, version))
        if form is not None:
            return form
        known = [v for n, v in self._by_identity if n == name]
        if known:
            raise Misfit(f"version {version} is unknown here, expected {known[0]} or older")
        raise Misfit("a name unknown here; a newer program may have written it")

    def _event(self, form: _Form, body: Body) -> Event:
        pool = self._shared.of(body)
        has_keys(body, _KEYS)
        values: list[object] = []
        try:
            for name, part in form.parts:
                each = body[name]
                values.append(each if type(each) is part.passes else part.decode(each, pool))
        except Misfit as fault:
            raise fault.within(f".{_PARTS[len(values)]}") from None
        at, by, command, clause, fact = values
        return form.make(fact, by, at, command, clause)


EVENTS = EventCodec()
"""The codec of this program."""

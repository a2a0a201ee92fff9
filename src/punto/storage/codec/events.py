"""Encodes events under a name and a version, with their sender, time, command and clause."""

from collections.abc import Mapping
from functools import cached_property

from punto.identity import FloorEvent
from punto.rounds import By, TableEvent
from punto.rules import Actor
from punto.runtime import Event, NewerForm, RecordBroken
from punto.storage.codec.bodies import BodyForm, Unrecordable
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit
from punto.storage.codec.stored_kinds import FLOOR_FACTS, SHARED_IN_EVENTS, TABLE_FACTS, TAGS
from punto.storage.codec.upcasters import UPCASTERS, Upcasters, brought_up

_COMPILER = Compiler(TAGS, SHARED_IN_EVENTS)


class EventForm:
    """How the events of one fact are written now; compiled on first use."""

    def __init__(
        self, fact: type, by: object, make: type[TableEvent | FloorEvent], name: str, version: int
    ) -> None:
        self.name, self.version = name, version
        self._fact, self._by, self._make = fact, by, make

    @cached_property
    def _body(self) -> BodyForm:
        first = {"name": str, "version": int, "at": int, "by": self._by}
        return BodyForm(_COMPILER, {**first, "command": str, "clause": str, "fact": self._fact})

    def encode(self, event: Event) -> bytes:
        """Encode an event."""
        by, at, command, clause = event.by, event.at, event.command, event.clause
        parts = (self.name, self.version, at, by, command, clause, event.fact)
        try:
            return self._body.encode(parts)
        except Misfit as fault:
            raise Unrecordable(f"{self._fact.__name__}: {fault}") from None

    def decode(self, written: bytes) -> Event:
        """Decode an event."""
        _, _, at, by, command, clause, fact = self._body.decode(written)
        return self._make(fact, by, at, command, clause)


class EventCodec:
    """Writes events in their current form, and reads them in every form they ever had."""

    def __init__(
        self,
        table_facts: Mapping[type, tuple[str, int]] = TABLE_FACTS,
        floor_facts: Mapping[type, tuple[str, int]] = FLOOR_FACTS,
        upcasters: Upcasters = UPCASTERS,
    ) -> None:
        floor = {
            kind: EventForm(kind, Actor | None, FloorEvent, *at) for kind, at in floor_facts.items()
        }
        table = {kind: EventForm(kind, By, TableEvent, *at) for kind, at in table_facts.items()}
        self._forms: dict[type, EventForm] = {**table, **floor}
        self._by_identity = {(form.name, form.version): form for form in self._forms.values()}
        self._upcasters = upcasters

    def form_of(self, event: Event) -> EventForm:
        """Return the form in which an event is written now."""
        form = self._forms.get(type(event.fact))
        if form is None:
            raise Unrecordable(f"{type(event.fact).__name__}: not an event that the record knows")
        return form

    def name_of(self, event: Event) -> str:
        """Return the name under which an event is recorded."""
        return self.form_of(event).name

    def encode(self, event: Event) -> bytes:
        """Encode an event."""
        return self.form_of(event).encode(event)

    def decode(self, written: bytes) -> Event:
        """Decode an event; raises RecordBroken if the body is not one.

        Raises NewerForm if it is one that only a newer program knows.
        """
        said = "an event"
        try:
            written, name, version = brought_up(written, self._upcasters)
            said = f"{name}@{version}"
            return self._known_form(name, version).decode(written)
        except Misfit as fault:
            raise RecordBroken(f"{said}: {fault}") from None

    def _known_form(self, name: str, version: int) -> EventForm:
        form = self._by_identity.get((name, version))
        if form is not None:
            return form
        known = next((v for n, v in self._by_identity if n == name), None)
        if known is None:
            raise NewerForm(f"{name}@{version}: a name unknown here")
        if version > known:
            raise NewerForm(f"{name}@{version}: unknown here, expected {known} or older")
        raise Misfit(f"a version that never was, expected up to {known}")


EVENTS = EventCodec()
"""The codec of this program."""

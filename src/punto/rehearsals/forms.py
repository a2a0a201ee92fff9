"""Forms: one for each kind of statement, with its pattern, its meaning and an example.

A pattern has words, slots between braces, and optional parts between brackets. What a statement
does is a deed: it gives commands, changes the scene, or expects something.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from punto import identity
from punto.rehearsals import list_kinds, name_kinds, value_kinds
from punto.rehearsals.cursors import Cursor, Unread, WordKind
from punto.rehearsals.scenes import AddressedCommand, AnyRefusal, OfFloor, OfTable, Scene, Staff
from punto.rehearsals.scopes import Scope
from punto.rounds import Wish
from punto.values import PersonId, TableId, Value


class Action(Value):
    """Commands, computed from the scene at that moment."""

    asked: Callable[[Scene], tuple[AddressedCommand, ...]]


class SceneChange(Value):
    """A change of time or table, without a command."""

    after: Callable[[Scene], Scene]


class Unmet(Value):
    """An expectation that failed."""

    expected: str
    found: str


class Unannounced(Value):
    """A refusal that the script did not expect."""

    refusal: AnyRefusal
    table: TableId | None
    """The table that refused; None for the floor itself."""


class Expectation(Value):
    """A condition that must hold at this moment."""

    judge: Callable[[Scene], Unmet | None]
    of_refusal: bool = False
    """Whether it expects the line before it to be refused."""


class Remark(Value):
    """A comment, repeated in the transcript."""


Deed = Action | SceneChange | Expectation | Remark


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


UNDER_ID: Final = " [under id {id}]"
"""May follow every statement that gives a table one command."""

_Names = Callable[[Scope, Found], Scope]
Objection = Callable[[Scope, Found], str]


def no_deed(found: Found, scope: Scope) -> Deed:
    """Return the deed of a line that only affects the lines below it."""
    del found, scope
    return SceneChange(lambda scene: scene)


@dataclass(frozen=True)
class StatementForm:
    """One kind of statement."""

    pattern: str
    meaning: str
    example: str
    deed: Callable[[Found, Scope], Deed]
    names: _Names = lambda scope, _: scope
    """The names that this line makes known to later lines."""
    objection: Objection = lambda _scope, _found: ""
    """The expected words where a line of this form is not possible."""
    needs_table: bool = False
    takes_id: bool = False
    is_preface: bool = False
    """Whether the date may still be set after it."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The compiled pattern."""
        return compiled(self.pattern + (UNDER_ID if self.takes_id else ""))

    @cached_property
    def literals(self) -> frozenset[str]:
        """The words that every line of this form contains."""
        return frozenset(part.casefold() for part in self.parts if isinstance(part, str))


def of_table(
    pattern: str, meaning: str, example: str, wish: Callable[[Found], Wish]
) -> StatementForm:
    """Return the form of one command to a table, made from its words alone."""
    return of_table_now(pattern, meaning, example, lambda found, _: wish(found))


def of_table_now(
    pattern: str,
    meaning: str,
    example: str,
    wish: Callable[[Found, Scene], Wish | identity.ActorRefusal],
) -> StatementForm:
    """Return the form of one command to a table that depends on the scene."""

    def asked(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
        return (OfTable(found["who"], table, wish(found, scene), found.get("id")),)

    return several(pattern, meaning, example, asked, takes_id=True)


def of_patron(
    pattern: str, meaning: str, example: str, wish: Callable[[Found, Scene], Wish]
) -> StatementForm:
    """Return the form of what a patron does at a live table, recorded by the Dealer on duty.

    A line that names a person is recorded by that person.
    """

    def asked(found: Found, scene: Scene, table: TableId) -> tuple[OfTable, ...]:
        dealer = scene.table.dealer
        on_duty = PersonId("dealer") if dealer is None else dealer.person
        sender = Staff(found.get("person", on_duty))
        return (OfTable(sender, table, wish(found, scene), found.get("id")),)

    return several(pattern, meaning, example, asked, takes_id=True)


def several(
    pattern: str,
    meaning: str,
    example: str,
    asked: Callable[[Found, Scene, TableId], tuple[OfTable, ...]],
    *,
    takes_id: bool = False,
) -> StatementForm:
    """Return the form of a statement that stands for several commands to a table."""

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now
        return Action(lambda scene: asked(found, scene, table))

    return StatementForm(pattern, meaning, example, deed, needs_table=True, takes_id=takes_id)


def of_floor(
    pattern: str,
    meaning: str,
    example: str,
    wish: Callable[[Found], identity.Wish],
    names: _Names = lambda scope, _: scope,
) -> StatementForm:
    """Return the form of one command to the floor."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda _: (OfFloor(found["somebody"], wish(found)),))

    return StatementForm(pattern, meaning, example, deed, names)

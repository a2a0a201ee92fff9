"""Forms: one for each kind of statement, with its pattern, its meaning and an example."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from punto.identity import commands as floor_commands
from punto.identity.refusals import ActorRefusal
from punto.rehearsals.deeds import Action, Deed
from punto.rehearsals.patterns import Found, Part, compiled
from punto.rehearsals.scenes import OfFloor, OfTable, Scene
from punto.rehearsals.scopes import Scope
from punto.rounds.commands import Wish
from punto.values.ids import TableId

UNDER_ID: Final = " [under id {id}]"
"""What may follow every statement that gives a table one command."""

Names = Callable[[Scope, Found], Scope]
Objection = Callable[[Scope, Found], str]


def _no_objection(scope: Scope, found: Found) -> str:
    del scope, found
    return ""


def _no_names(scope: Scope, found: Found) -> Scope:
    del found
    return scope


@dataclass(frozen=True)
class Form:
    """One kind of statement."""

    pattern: str
    meaning: str
    example: str
    deed: Callable[[Found, Scope], Deed]
    names: Names = _no_names
    """What the lines below may name because of this one."""
    objection: Objection = _no_objection
    """What would have to stand here instead, where a line of this form cannot."""
    needs_table: bool = False
    takes_id: bool = False
    is_preface: bool = False
    """Whether the date may still be chosen after it."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The pattern, ready to be read along."""
        return compiled(self.pattern + (UNDER_ID if self.takes_id else ""))

    @cached_property
    def literals(self) -> frozenset[str]:
        """The words without which no line has this form."""
        return frozenset(part.casefold() for part in self.parts if isinstance(part, str))


def of_table(pattern: str, meaning: str, example: str, wish: Callable[[Found], Wish]) -> Form:
    """A statement that gives a table one command, which the words alone make up."""
    return of_table_now(pattern, meaning, example, lambda found, _: wish(found))


def of_table_now(
    pattern: str, meaning: str, example: str, wish: Callable[[Found, Scene], Wish | ActorRefusal]
) -> Form:
    """A statement that gives a table one command, which depends on how things stand."""

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now

        def asked(scene: Scene) -> tuple[OfTable, ...]:
            return (OfTable(found["who"], table, wish(found, scene), found.get("id")),)

        return Action(asked)

    return Form(pattern, meaning, example, deed, needs_table=True, takes_id=True)


def several(
    pattern: str,
    meaning: str,
    example: str,
    asked: Callable[[Found, Scene, TableId], tuple[OfTable, ...]],
) -> Form:
    """A statement that stands for several commands, as people speak of them."""

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now
        return Action(lambda scene: asked(found, scene, table))

    return Form(pattern, meaning, example, deed, needs_table=True)


def of_floor(
    pattern: str,
    meaning: str,
    example: str,
    wish: Callable[[Found], floor_commands.Wish],
    names: Names = _no_names,
) -> Form:
    """A statement that gives the floor one command."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda _: (OfFloor(found["somebody"], wish(found)),))

    return Form(pattern, meaning, example, deed, names)

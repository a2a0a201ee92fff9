"""Forms: one for each kind of statement, with its pattern, its meaning and an example."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from punto import identity
from punto.rehearsals.deeds import Action, Deed, SceneChange
from punto.rehearsals.patterns import Found, Part, compiled
from punto.rehearsals.scenes import OfFloor, OfTable, Scene, Staff
from punto.rehearsals.scopes import Scope
from punto.rounds import Wish
from punto.values import PersonId, TableId

UNDER_ID: Final = " [under id {id}]"
"""May follow every statement that gives a table one command."""

Names = Callable[[Scope, Found], Scope]
Objection = Callable[[Scope, Found], str]


def _no_objection(scope: Scope, found: Found) -> str:
    del scope, found
    return ""


def _no_names(scope: Scope, found: Found) -> Scope:
    del found
    return scope


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
    names: Names = _no_names
    """The names that this line makes known to later lines."""
    objection: Objection = _no_objection
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

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now

        def asked(scene: Scene) -> tuple[OfTable, ...]:
            return (OfTable(found["who"], table, wish(found, scene), found.get("id")),)

        return Action(asked)

    return StatementForm(pattern, meaning, example, deed, needs_table=True, takes_id=True)


def of_patron(
    pattern: str, meaning: str, example: str, wish: Callable[[Found, Scene], Wish]
) -> StatementForm:
    """Return the form of what a patron does at a live table, recorded by the Dealer on duty.

    A line that names a person is recorded by that person.
    """

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now

        def asked(scene: Scene) -> tuple[OfTable, ...]:
            dealer = scene.table.dealer
            on_duty = PersonId("dealer") if dealer is None else dealer.person
            sender = Staff(found.get("person", on_duty))
            return (OfTable(sender, table, wish(found, scene), found.get("id")),)

        return Action(asked)

    return StatementForm(pattern, meaning, example, deed, needs_table=True, takes_id=True)


def several(
    pattern: str,
    meaning: str,
    example: str,
    asked: Callable[[Found, Scene, TableId], tuple[OfTable, ...]],
) -> StatementForm:
    """Return the form of a statement that stands for several commands."""

    def deed(found: Found, scope: Scope) -> Deed:
        table = scope.table_now
        return Action(lambda scene: asked(found, scene, table))

    return StatementForm(pattern, meaning, example, deed, needs_table=True)


def of_floor(
    pattern: str,
    meaning: str,
    example: str,
    wish: Callable[[Found], identity.Wish],
    names: Names = _no_names,
) -> StatementForm:
    """Return the form of one command to the floor."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda _: (OfFloor(found["somebody"], wish(found)),))

    return StatementForm(pattern, meaning, example, deed, names)

"""Forms: how the core's types travel, derived from their type hints.

A form has three parts: a type that msgspec checks and describes, the conversion out, and the
conversion back. So the wire needs no declaration of its own, and the core's types stay free of it.
"""

import types
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from punto.values import Card, Value, field_names, is_structure, parse_card
from punto.views.roads import BeadCell, BigCell, DerivedCell, Position, RoundResult
from punto.views.screens import WinPoint, WinsOn

_Way = Callable[[Any], Any]

TAG = "is"
"""The field that tells several shapes apart."""

AS_LISTS = frozenset({Position, RoundResult, BeadCell, BigCell, DerivedCell, WinPoint, WinsOn})
"""Shapes that a message holds by the hundred: they travel as lists, without field names."""

_PLAIN = frozenset({str, int, bool, datetime, type(None)})
_CARD = Annotated[str, msgspec.Meta(pattern="^[A2-9TJQK][SHDC]$")]


UNREADABLE = (msgspec.DecodeError, RecursionError)
"""Errors of reading foreign JSON: malformed, of another type, or nested too deeply."""


class NoForm(TypeError):
    """The type has no form."""


class Form(Value):
    """How the values of one type travel."""

    wire: Any
    """The type that msgspec reads, and describes in the schema."""
    out: _Way
    """Converts a value of the core into what msgspec writes."""
    back: _Way
    """Converts what msgspec has read into a value of the core."""


def _as_it_is(value: object) -> object:
    return value


def form_of(hint: object) -> Form:
    """Return the form of any type in a view, a wish or a refusal; each is made once."""
    return _made(hint)


@cache
def _made(hint: Hashable) -> Form:
    if isinstance(hint, NewType):
        return form_of(hint.__supertype__)
    if hint is Card:
        return Form(_CARD, str, parse_card)
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple_form(get_args(hint))
    if origin in {Union, types.UnionType}:
        return _union_form(get_args(hint))
    if hint in _PLAIN or (isinstance(hint, type) and issubclass(hint, Enum)):
        return Form(hint, _as_it_is, _as_it_is)
    if isinstance(hint, type) and is_structure(hint):
        return structure_form(hint, hint.__name__)
    raise NoForm(f"{hint}: expected a dataclass, an enum, a tuple, a union or a plain type")


def _tuple_form(members: tuple[Any, ...]) -> Form:
    if len(members) == 2 and members[1] is Ellipsis:  # noqa: PLR2004 (a type and the three dots)
        each = form_of(members[0])
        wire = types.GenericAlias(tuple, (each.wire, Ellipsis))
        return Form(wire, _each(each.out), _each(each.back))
    forms = tuple(map(form_of, members))
    return Form(
        types.GenericAlias(tuple, tuple(form.wire for form in forms)),
        _one_each(tuple(form.out for form in forms)),
        _one_each(tuple(form.back for form in forms)),
    )


def _union_form(members: tuple[Any, ...]) -> Form:
    real = tuple(member for member in members if member is not type(None))
    form = form_of(real[0]) if len(real) == 1 else _choice_form(real)
    if len(real) == len(members):
        return form
    return Form(form.wire | None, _if_any(form.out), _if_any(form.back))


def _each(way: _Way) -> _Way:
    return way if way is _as_it_is else lambda values: tuple(map(way, values))


def _one_each(ways: tuple[_Way, ...]) -> _Way:
    if _keep_all(ways):
        return _as_it_is
    return lambda values: tuple(way(value) for way, value in zip(ways, values, strict=True))


def _keep_all(ways: Iterable[_Way]) -> bool:
    return all(way is _as_it_is for way in ways)


def _if_any(way: _Way) -> _Way:
    return way if way is _as_it_is else lambda value: None if value is None else way(value)


def _choice_form(members: tuple[Any, ...]) -> Form:
    if any(is_structure(member) for member in members):
        return choice_form(members, TAG, "Case")
    return Form(Union[tuple(form_of(m).wire for m in members)], _as_it_is, _as_it_is)  # noqa: UP007


def choice_form(members: Iterable[type], tag: str, suffix: str) -> Form:
    """Make the form of a union of dataclasses, told apart by a name in a separate field.

    The suffix is part of each name in the schema, but not of the name in the field.
    """
    names = {member: member.__name__.removesuffix(suffix) for member in members}
    forms = {
        member: structure_form(member, f"{name}{suffix}", tag=(tag, name))
        for member, name in names.items()
    }
    by_wire = {form.wire: form for form in forms.values()}
    return Form(
        Union[tuple(by_wire)],  # noqa: UP007 (a union of types that are known only now)
        lambda value: forms[type(value)].out(value),
        lambda value: by_wire[type(value)].back(value),
    )


@cache
def structure_form(
    cls: type,
    name: str,
    *,
    only: frozenset[str] | None = None,
    tag: tuple[str, str] | None = None,
) -> Form:
    """Make the form of a dataclass, or of some of its fields, under a name for the screens.

    ``tag`` is a further field, and its constant value.
    """
    tag_field, tag_value = tag or (None, None)
    hints = get_type_hints(cls)
    names = [each for each in field_names(cls) if only is None or each in only]
    forms = {each: form_of(hints[each]) for each in names}
    as_list = cls in AS_LISTS
    wire = msgspec.defstruct(
        name,
        [(each, form.wire) for each, form in forms.items()],
        tag_field=tag_field,
        tag=tag_value,
        array_like=as_list,
        forbid_unknown_fields=not as_list,
        module=__name__,
    )
    back = _back(cls, forms)
    if as_list:
        return Form(wire, _list_way(forms), back)
    if tag is None and only is None and _keep_all(form.out for form in forms.values()):
        # msgspec encodes such a structure itself, with the fields in the same order: a private view
        # takes a third of the time.
        return Form(wire, _as_it_is, back)
    return Form(wire, _object_way(forms, {} if tag is None else dict([tag])), back)


def _object_way(forms: Mapping[str, Form], head: Mapping[str, str]) -> _Way:
    ways = tuple((name, form.out) for name, form in forms.items())
    return lambda value: {**head, **{name: way(getattr(value, name)) for name, way in ways}}


def _list_way(forms: Mapping[str, Form]) -> _Way:
    ways = tuple((name, form.out) for name, form in forms.items())
    return lambda value: [way(getattr(value, name)) for name, way in ways]


def _back(cls: type, forms: Mapping[str, Form]) -> _Way:
    if issubclass(cls, Value) and _keep_all(form.back for form in forms.values()):
        return lambda read: cls(*msgspec.structs.astuple(read))  # as every bet comes back
    ways = tuple((name, form.back) for name, form in forms.items())
    return lambda read: cls(**{name: way(getattr(read, name)) for name, way in ways})

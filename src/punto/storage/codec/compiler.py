"""Derives forms from type hints: the types of the core say all that is needed."""

import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from punto.storage.codec import forms
from punto.storage.codec.forms import Pool
from punto.storage.codec.plain_forms import PLAIN_FORMS, choice_form
from punto.values import field_names, is_structure

TAG = "is"
"""The key under which a structure names its kind in a union."""


class Compiler:
    """Makes the form of each type, and of its parts, once."""

    def __init__(self, tags: Mapping[type, str], shared: Mapping[type, str]) -> None:
        self._tags = tags
        self._shared = shared
        self._known: dict[object, forms.StoredForm] = dict(PLAIN_FORMS)

    def form_of(self, hint: object) -> forms.StoredForm:
        """Return the form of a type hint."""
        known = self._known.get(hint)
        if known is None:
            known = self._known[hint] = self._made(hint)
        return known

    def entries(self) -> forms.StoredForm | None:
        """Return the form of the list of shared values; None if none are shared."""
        tagged = [_structure(self, kind, tag) for kind, tag in self._shared.items()]
        return _one_of(tagged) if tagged else None

    def _made(self, hint: object) -> forms.StoredForm:
        if isinstance(hint, NewType):
            return self.form_of(hint.__supertype__)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return choice_form(hint)
        if isinstance(hint, type) and hint in self._shared:
            return _shared(_structure(self, hint, self._shared[hint]))
        if isinstance(hint, type) and is_structure(hint):
            return _structure(self, hint)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin in {Union, types.UnionType}:
            return self._union(arguments)
        if origin is tuple and arguments[1:] == (...,):
            return forms.row_form(self.form_of(arguments[0]))
        if origin is tuple:
            return forms.fixed_form([self.form_of(each) for each in arguments])
        if origin is frozenset:
            return forms.set_form(self.form_of(arguments[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return forms.mapping_form(forms.fixed_form([self.form_of(each) for each in arguments]))
        raise TypeError(f"{hint}: the record has no form for it")

    def _union(self, members: tuple[Any, ...]) -> forms.StoredForm:
        structures = [each for each in members if self._is_structure(each)]
        if len(structures) <= 1:
            return _one_of([self.form_of(each) for each in members])
        tagged = [_structure(self, kind, self._tag(kind)) for kind in structures]
        return _one_of([*tagged, *(self.form_of(e) for e in members if e not in structures)])

    def _is_structure(self, kind: object) -> bool:
        return is_structure(kind) and kind not in PLAIN_FORMS and kind not in self._shared

    def _tag(self, kind: type) -> str:
        if kind not in self._tags:
            raise TypeError(f"{kind.__name__}: one of several kinds, and has no name in the record")
        return self._tags[kind]


def _structure(compiler: Compiler, kind: type, tag: str | None = None) -> forms.StoredForm:
    """An object with every field under its name, in declaration order."""
    hints, names = get_type_hints(kind), field_names(kind)
    parts = [compiler.form_of(hints[name]) for name in names]
    fields = [(name, form.wire) for name, form in zip(names, parts, strict=True)]
    wire = msgspec.defstruct(
        kind.__name__, fields, tag_field=tag and TAG, tag=tag, forbid_unknown_fields=True, gc=False
    )
    places = [f".{name}" for name in names]
    outs, backs = (
        forms.ways(places, [f.out for f in parts]),
        forms.ways(places, [f.back for f in parts]),
    )
    values_of = _getter(kind)

    def out(value: object, pool: Pool) -> object:
        if type(value) is not kind:
            raise forms.misfit(value, kind.__name__)
        values = values_of(value)
        return wire(*(values if outs is None else outs(values, pool)))

    def out_once(value: object, pool: Pool) -> object:
        # The bets of a settlement that ended alike are one object.
        written = pool.written.get(id(value))
        if written is None:
            written = pool.written[id(value)] = out(value, pool)
        return written

    def back(read: msgspec.Struct, pool: Sequence[object]) -> object:
        values = msgspec.structs.astuple(read)
        try:
            return kind(*(values if backs is None else backs(values, pool)))
        except ValueError as fault:
            # Each part is valid, but the type rejects the combination.
            raise forms.Misfit(str(fault)) from None

    if tag is not None:
        return forms.StoredForm(kind, wire, out, back)
    goes_out = outs is not None or not _is_written_by_msgspec(kind)
    return forms.StoredForm(kind, wire, out_once if goes_out else None, back)


def _is_written_by_msgspec(kind: type) -> bool:
    """Return whether msgspec would write exactly the fields that make the value."""
    return issubclass(kind, msgspec.Struct) or getattr(kind, "__slots__", None) == field_names(kind)


def _getter(kind: type) -> Callable[[Any], tuple[object, ...]]:
    if issubclass(kind, msgspec.Struct):
        return msgspec.structs.astuple
    names = field_names(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple([getattr(value, name) for name in names])


def _one_of(members: Sequence[forms.StoredForm]) -> forms.StoredForm:
    """One of several types, told apart by their JSON type or by their tags."""
    expected = f"one of {', '.join(member.python.__name__ for member in members)}"
    parts = _told_apart(members, expected)
    outs = {member.python: member.out for member in members}
    backs = {_read_as(form): form.back for form in parts}

    def unfit(value: object, _: Pool) -> object:
        raise forms.misfit(value, expected)

    def out(value: object, pool: Pool) -> object:
        way = outs.get(type(value), unfit)
        return value if way is None else way(value, pool)

    def back(read: object, pool: Sequence[object]) -> object:
        way = backs[type(read)]
        return read if way is None else way(read, pool)

    wire: Any = Union[tuple(form.wire for form in parts)]  # noqa: UP007 (known only now)
    goes_out, goes_back = any(outs.values()), any(backs.values())
    return forms.StoredForm(object, wire, out if goes_out else None, back if goes_back else None)


def _told_apart(members: Sequence[forms.StoredForm], expected: str) -> list[forms.StoredForm]:
    """Check that JSON tells the members apart; texts may be told apart by their notation."""
    texts = [each for each in members if _json(each) is str]
    others = [each for each in members if _json(each) is not str]
    looks = [_read_as(each) for each in others]
    if len(set(looks)) != len(looks) or (len(texts) > 1 and any(e.python is str for e in texts)):
        raise TypeError(f"{[each.python.__name__ for each in members]}: not to be told apart")
    if len(texts) <= 1:
        return [*texts, *others]

    def back(found: str, pool: Sequence[object]) -> object:
        for each in texts:
            with suppress(forms.Misfit, ValueError):
                return each.python(found) if each.back is None else each.back(found, pool)
        raise forms.misfit(found, expected)

    return [forms.StoredForm(str, str, None, back), *others]


def _json(form: forms.StoredForm) -> type:
    """Return the JSON type of a value: a text, or the class it is read as."""
    read_as = _read_as(form)
    return str if issubclass(read_as, Enum) else read_as


def _read_as(form: forms.StoredForm) -> type:
    """Return the class that msgspec reads."""
    origin = get_origin(form.wire)
    if origin is Literal:
        return str
    if origin is Annotated:
        return int
    read: type = origin or form.wire
    return read


def _shared(entry: forms.StoredForm) -> forms.StoredForm:
    """A value that is written once per body and by its number everywhere else."""
    kind, write = entry.python, entry.out

    def out(value: object, pool: Pool) -> object:
        if type(value) is not kind or write is None:
            raise forms.misfit(value, kind.__name__)
        return pool.number_of(value, write)

    def back(number: int, pool: Sequence[object]) -> object:
        value = pool[number] if number < len(pool) else None
        if type(value) is not kind:
            raise forms.misfit(number, f"the number of a shared {kind.__name__}")
        return value

    def out_all(values: Iterable[object], pool: Pool) -> object:
        return pool.known_numbers(values)

    def back_all(numbers: Collection[int], pool: Sequence[object]) -> object:
        if max(numbers, default=-1) >= len(pool):
            return None
        values = [pool[number] for number in numbers]
        return values if set(map(type, values)) <= {kind} else None

    return forms.StoredForm(kind, Annotated[int, msgspec.Meta(ge=0)], out, back, out_all, back_all)

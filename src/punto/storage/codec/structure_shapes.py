"""Values made of named parts, values that are one of several kinds, and values written once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import cast

from punto.storage.codec.columns import many_alike, of_kind
from punto.storage.codec.errors import Misfit, misfit
from punto.storage.codec.plain_shapes import NUMBER
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape

TAG = "is"
"""Under this name a structure says which of several kinds it is."""


def structure_shape(kind: type, parts: Mapping[str, Shape], tag: str | None = None) -> Shape:
    """A dataclass as an object: every field under its name, in the order of declaration."""
    decoders = [(name, part.passes, part.decode) for name, part in parts.items()]
    names = frozenset(parts) if tag is None else frozenset((TAG, *parts))
    encode = parts_encoder(kind, {} if tag is None else {TAG: tag}, parts)

    def decode(found: object, pool: Sequence[object]) -> object:
        if type(found) is not dict or found.keys() != names:
            raise _wrong_names(found, names)
        values: list[object] = []
        name = ""
        try:
            for name, passes, part in decoders:
                each = found[name]
                values.append(each if type(each) is passes else part(each, pool))
        except Misfit as fault:
            raise fault.within(f".{name}") from None
        try:
            return kind(*values)
        except ValueError as fault:
            # Each part is sound, and the type itself says that they cannot stand together.
            raise Misfit(str(fault)) from None

    return Shape(encode, decode, kind, dict, None, *many_alike(encode, decode))


EncodeParts = Callable[[object, Pool], dict[str, object]]


def parts_encoder(
    kind: type, first: Mapping[str, object], parts: Mapping[str, Shape]
) -> EncodeParts:
    """Writes all parts of a value, with something in front of them that is always the same."""

    def explain(value: object, pool: Pool) -> dict[str, object]:
        """Go through the parts one by one, up to the one that does not fit."""
        if type(value) is not kind:
            raise misfit(value, kind.__name__)
        found = dict(first)
        for name, part in parts.items():
            try:
                found[name] = part.encode(getattr(value, name), pool)
            except Misfit as fault:
                raise fault.within(f".{name}") from None
        return found

    # Written out, because nearly all that a table does is to write and read such values.
    known: dict[str, object] = {"kind": kind, "explain": explain, "Misfit": Misfit}
    lines, written = [], [f"{name!r}: {value!r}" for name, value in first.items()]
    for name, part in parts.items():
        known |= {f"passes_{name}": part.passes, f"encode_{name}": part.encode}
        each = f"part_{name}"
        lines += [
            f"    {each} = value.{name}",
            f"    if type({each}) is not passes_{name}: {each} = encode_{name}({each}, pool)",
        ]
        written.append(f"{name!r}: {each}")
    body = [
        "if type(value) is not kind: return explain(value, pool)",
        "try:",
        *lines,
        f"    return {{{', '.join(written)}}}",
        "except Misfit:",
        "    return explain(value, pool)",
    ]
    # Nothing in it comes from outside of the program: only names of fields and of tags.
    exec("\n    ".join(["def encode(value, pool):", *body]), known)  # noqa: S102
    return cast("EncodeParts", known["encode"])


def _wrong_names(found: object, names: frozenset[str]) -> Misfit:
    if not isinstance(found, dict):
        return misfit(found, f"an object with {', '.join(sorted(names))}")
    missing = ", ".join(sorted(names - found.keys())) or "none"
    unknown = ", ".join(sorted(found.keys() - names)) or "none"
    return Misfit(f"an object that lacks {missing} and has unknown {unknown}")


def one_of(members: Sequence[Shape], tagged: Mapping[str, Shape]) -> Shape:
    """One of several kinds, told apart by what they look like, or by their tags."""
    by_python = {member.python: member.encode for member in (*members, *tagged.values())}
    expected = f"one of {', '.join(kind.__name__ for kind in by_python)}"
    by_json: dict[type, list[Shape]] = {}
    for member in members:
        by_json.setdefault(member.json, []).append(member)

    def encode(value: object, pool: Pool) -> object:
        encode_member = by_python.get(type(value))
        if encode_member is None:
            raise misfit(value, expected)
        return encode_member(value, pool)

    def decode(found: object, pool: Sequence[object]) -> object:
        if tagged and type(found) is dict:
            return _by_tag(found, tagged).decode(found, pool)
        candidates = by_json.get(type(found), ())
        if len(candidates) == 1:
            return candidates[0].decode(found, pool)
        for member in candidates:
            with suppress(Misfit):
                return member.decode(found, pool)
        raise misfit(found, expected)

    return Shape(encode, decode, object, object)


def _by_tag(found: dict[object, object], tagged: Mapping[str, Shape]) -> Shape:
    tag = found.get(TAG)
    member = tagged.get(tag) if isinstance(tag, str) else None
    if member is None:
        raise misfit(tag, f"one of {', '.join(tagged)}").within(f".{TAG}")
    return member


def shared_shape(entry: Shape) -> Shape:
    """A value that stands once in the body and is written as its number everywhere else."""

    def encode(value: object, pool: Pool) -> object:
        return pool.number_of(value, entry.encode)

    def decode(found: object, pool: Sequence[object]) -> object:
        number = NUMBER.decode(found, pool)
        value = pool[number] if isinstance(number, int) and 0 <= number < len(pool) else None
        if type(value) is not entry.python:
            raise misfit(found, f"the number of a shared {entry.python.__name__}")
        return value

    def encode_all(values: Collection[object], pool: Pool) -> Collection[object] | None:
        return pool.known_numbers(values)

    def decode_all(found: Collection[object], pool: Sequence[object]) -> Collection[object] | None:
        if not of_kind(found, int):
            return None
        numbers = cast("Collection[int]", found)
        if min(numbers, default=0) < 0 or max(numbers, default=-1) >= len(pool):
            return None
        values = [pool[number] for number in numbers]
        return values if of_kind(values, entry.python) else None

    return Shape(encode, decode, entry.python, int, None, encode_all, decode_all)

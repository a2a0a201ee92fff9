"""Bodies: one JSON object in UTF-8 without spaces, its keys in the order of its parts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit, Pool, ways

SHARED = "shared"
"""The last key of a body with shared values: a list in which each entry uses only earlier ones."""

_encode = msgspec.json.Encoder().encode


class Unrecordable(ValueError):
    """A value that the record cannot hold: a bug in the program, so nothing is written."""


class BodyForm:
    """Writes and reads bodies with the same parts, and checks them both ways."""

    def __init__(self, compiler: Compiler, parts: Mapping[str, object]) -> None:
        forms = [compiler.form_of(hint) for hint in parts.values()]
        places = [f".{name}" for name in parts]
        self._outs = ways(places, [form.out for form in forms])
        self._backs = ways(places, [form.back for form in forms])
        self._entries = compiler.entries()
        fields: list[Any] = [(name, f.wire) for name, f in zip(parts, forms, strict=True)]
        if self._entries is not None:
            self._decode_entry = msgspec.json.Decoder(self._entries.wire).decode
            entries = Annotated[tuple[msgspec.Raw, ...], Meta(min_length=1)]
            fields.append((SHARED, entries | UnsetType, UNSET))
        self._wire: Any = msgspec.defstruct("Body", fields, forbid_unknown_fields=True, gc=False)
        self._decode = msgspec.json.Decoder(self._wire).decode

    def encode(self, values: Iterable[object]) -> bytes:
        """Encode these parts, with the shared values at the end."""
        pool = Pool()
        body = self._wire(*(values if self._outs is None else self._outs(values, pool)))
        try:
            written = _encode(body)
            # A value that could not be read again is not written. Each entry is read by itself:
            # msgspec lets no other thread run while it reads.
            self._decode(written)
            for each in pool.numbers:
                self._entry(each)
        except UnicodeEncodeError as fault:
            raise Misfit(f"a text with half a character: {fault.reason}") from None
        except (msgspec.ValidationError, TypeError) as fault:
            raise Misfit(str(fault)) from None
        return _joined(written, pool.numbers) if pool.numbers else written

    def decode(self, written: bytes) -> Sequence[Any]:
        """Return the parts of a body; raises Misfit if it does not have this form."""
        try:
            body = self._decode(written)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise Misfit(str(fault)) from None
        shared = self._shared_of(body)
        values = msgspec.structs.astuple(body)
        parts = values if self._entries is None else values[:-1]
        return parts if self._backs is None else self._backs(parts, shared)

    def _shared_of(self, body: Any) -> Sequence[object]:  # noqa: ANN401 (a Struct made here)
        entries = self._entries
        if entries is None or body.shared is UNSET or entries.back is None:
            return ()
        values: list[object] = []
        try:
            for each in body.shared:
                values.append(entries.back(self._entry(each), values))
        except Misfit as fault:
            raise fault.within(f".{SHARED}[{len(values)}]") from None
        return values

    def _entry(self, written: bytes | msgspec.Raw) -> Any:  # noqa: ANN401 (a Struct made here)
        """Read one shared value."""
        try:
            return self._decode_entry(written)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            problem, _, place = str(fault).partition(" - at `$")
            raise Misfit(problem).within(place.removesuffix("`")) from None


def _joined(parts: bytes, entries: Iterable[bytes]) -> bytes:
    """Return a body of these parts with the entries at its end."""
    return b"".join((parts[:-1], f',"{SHARED}":['.encode(), b",".join(entries), b"]}"))

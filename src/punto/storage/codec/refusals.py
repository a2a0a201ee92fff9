"""Encodes refusals, to be given again when a client repeats the command."""

from functools import cache
from typing import cast

from punto.runtime import NewerForm, RecordBroken, Refusal
from punto.storage.codec.bodies import BodyForm, Unrecordable
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit
from punto.storage.codec.stored_kinds import REFUSALS, TAGS
from punto.storage.codec.upcasters import UPCASTERS, Upcasters, brought_up

_COMPILER = Compiler(TAGS, {})


@cache
def _form_of(kind: type) -> BodyForm:
    return BodyForm(_COMPILER, {"name": str, "version": int, "refusal": kind})


class RefusalCodec:
    """Writes refusals in their current form, and reads them in every form they ever had."""

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        self._names = {kind: (f"refusal.{name}", at) for kind, (name, at) in REFUSALS.items()}
        self._kinds = {identity: kind for kind, identity in self._names.items()}
        self._upcasters = upcasters

    def encode(self, refusal: Refusal) -> bytes:
        """Encode a refusal."""
        kind: type = type(refusal)
        if kind not in self._names:
            raise Unrecordable(f"{kind.__name__}: not a refusal that the record knows")
        try:
            return _form_of(kind).encode((*self._names[kind], refusal))
        except Misfit as fault:
            raise Unrecordable(f"{self._names[kind][0]}: {fault}") from None

    def decode(self, written: bytes) -> Refusal:
        """Decode a refusal; raises RecordBroken if the body is not one.

        Raises NewerForm if it is one that only a newer program knows.
        """
        said = "a refusal"
        try:
            written, name, version = brought_up(written, self._upcasters)
            said = f"{name}@{version}"
            if (name, version) not in self._kinds:
                raise NewerForm(f"{said}: unknown here")
            return cast("Refusal", _form_of(self._kinds[name, version]).decode(written)[2])
        except Misfit as fault:
            raise RecordBroken(f"{said}: {fault}") from None


REFUSAL_CODEC = RefusalCodec()

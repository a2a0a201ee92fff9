"""Refusals as bytes, for whoever gives the same command again."""

from typing import cast

from punto.runtime.ports import RecordBroken, Refusal
from punto.storage.codec.bodies import Unrecordable, from_bytes, has_keys, to_bytes
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.errors import Misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.refusal_names import REFUSALS
from punto.storage.codec.shapes import Shape
from punto.storage.codec.tags import TAGS
from punto.storage.codec.upcasters import UPCASTERS, Upcasters, identity_of, upcast

_KEYS = frozenset(("name", "version", "refusal"))


class RefusalCodec:
    """Writes refusals in their present form, and reads them in every form they ever had."""

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        compiler = Compiler(TAGS, {})
        self._forms = {
            kind: (f"refusal.{name}", version, compiler.shape_of(kind))
            for kind, (name, version) in REFUSALS.items()
        }
        self._by_identity = {
            (name, version): shape for name, version, shape in self._forms.values()
        }
        self._upcasters = upcasters

    def encode(self, refusal: Refusal) -> bytes:
        """The body of a refusal."""
        pool = Pool()
        kind: type = type(refusal)
        if kind not in self._forms:
            raise Unrecordable(f"{kind.__name__}: no refusal that the record knows")
        name, version, shape = self._forms[kind]
        try:
            body = {"name": name, "version": version, "refusal": shape.encode(refusal, pool)}
            return to_bytes(body, pool)
        except Misfit as fault:
            raise Unrecordable(f"{name}: {fault}") from None

    def decode(self, written: bytes) -> Refusal:
        """The refusal that a body says; RecordBroken when it says none."""
        said = "a refusal"
        try:
            body = upcast(from_bytes(written), self._upcasters)
            name, version = identity_of(body)
            said = f"{name}@{version}"
            has_keys(body, _KEYS)
            return cast("Refusal", self._shape(name, version).decode(body["refusal"], ()))
        except Misfit as fault:
            raise RecordBroken(f"{said}: {fault}") from None

    def _shape(self, name: str, version: int) -> Shape:
        shape = self._by_identity.get((name, version))
        if shape is None:
            raise Misfit("unknown here; a newer program may have written it")
        return shape


REFUSAL_CODEC = RefusalCodec()

"""Upcasters: they bring a body of an older version to the next one, on plain data.

They are never changed once a record was written in their version, and they know no class: the
classes of that time are gone.
"""

from collections.abc import Callable, Mapping

import msgspec

from punto.storage.codec.forms import Misfit

Body = dict[str, object]
Upcaster = Callable[[Body], Body]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""By name and version of what they take; what they give says its name and version itself."""

UPCASTERS: Upcasters = {}


class _Identity(msgspec.Struct):
    """What a body says that it is; the rest is passed over."""

    name: str
    version: int


_identity = msgspec.json.Decoder(_Identity).decode


def brought_up(written: bytes, upcasters: Upcasters) -> tuple[bytes, str, int]:
    """A body in the newest version that there is an upcaster to, its name and its version."""
    try:
        said = _identity(written)
        while upcaster := upcasters.get((said.name, said.version)):
            written = msgspec.json.encode(upcaster(msgspec.json.decode(written)))
            said = _identity(written)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Misfit(str(fault)) from None
    return written, said.name, said.version

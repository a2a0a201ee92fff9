"""Upcasters bring a body of an older version to the next one, as plain data.

Once a record has been written in their version they never change. They use no classes, because the
classes of that version are gone.
"""

from collections.abc import Callable, Mapping

import msgspec

from punto.storage.codec.forms import Misfit

Body = dict[str, object]
Upcaster = Callable[[Body], Body]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""By the name and version they accept; the body they return states its new name and version."""

UPCASTERS: Upcasters = {}


class _Identity(msgspec.Struct):
    """The name and version that a body states; the rest is skipped."""

    name: str
    version: int


_identity = msgspec.json.Decoder(_Identity).decode


def brought_up(written: bytes, upcasters: Upcasters) -> tuple[bytes, str, int]:
    """Return a body in its newest version, with its name and version."""
    try:
        said = _identity(written)
        while upcaster := upcasters.get((said.name, said.version)):
            written = msgspec.json.encode(upcaster(msgspec.json.decode(written)))
            said = _identity(written)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Misfit(str(fault)) from None
    return written, said.name, said.version

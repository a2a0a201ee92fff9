"""Upcasters: they bring a body of an older version to the next one, on plain data.

They are never changed once a record was written in their version, and they know no class: the
classes of that time are gone.
"""

from collections.abc import Callable, Mapping

from punto.storage.codec.bodies import Body
from punto.storage.codec.errors import Misfit

Upcaster = Callable[[Body], Body]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""By name and version of what they take; what they give says its name and version itself."""

UPCASTERS: Upcasters = {}


def identity_of(body: Body) -> tuple[str, int]:
    """The name and the version that a body says it has."""
    name, version = body.get("name"), body.get("version")
    if type(name) is not str or type(version) is not int:
        raise Misfit(f"name {name!r} and version {version!r}: expected a text and a number")
    return name, version


def upcast(body: Body, upcasters: Upcasters) -> Body:
    """The body in the newest version that there is an upcaster to."""
    while upcasters and (upcaster := upcasters.get(identity_of(body))):
        body = upcaster(body)
    return body

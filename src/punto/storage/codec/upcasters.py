"""Upcasters bring a body of an older version to the next one, as plain data.

Once a record has been written in their version they never change. They use no classes, because the
classes of that version are gone.
"""

from collections.abc import Callable, Mapping

import msgspec

from punto.storage.codec.forms import Misfit

_Body = dict[str, object]
Upcaster = Callable[[_Body], _Body]
Upcasters = Mapping[tuple[str, int], Upcaster]
"""By the name and version they accept; the body they return states its new name and version."""


def _configured_2(body: _Body) -> _Body:
    """Version 1 knew four roles, each of which another person could act in, and no live table."""
    fact = _part(body, "fact")
    configuration = _part(fact, "configuration")
    policies = configuration["policies"]
    for policy in policies if isinstance(policies, list) else ():
        _add_to_policy(policy)
    configuration["acted_for"] = ["DEALER", "PIT_SUPERVISOR", "PIT_MANAGER", "SHIFT_MANAGER"]
    configuration["layout"] = None
    return {**body, "version": 2}


def _configured_3(body: _Body) -> _Body:
    """Version 2 did not say how long a squeeze takes, or when a row of the tray wants a fill."""
    layout = _part(_part(body, "fact"), "configuration")["layout"]
    if isinstance(layout, dict):
        layout.update(squeeze_ms=45_000, fill_soon_per_cent=25)
    return {**body, "version": 3}


def _reported_2(body: _Body) -> _Body:
    """Version 1 did not say which cards were drawn together, or how the hands lay."""
    fact = _part(body, "fact")
    _add_to_policy(fact["policy"])
    return {**body, "version": 2, "fact": {**fact, "together": [], "lies": None}}


def _interrupted_2(body: _Body) -> _Body:
    _add_to_policy(_part(body, "fact")["policy"])
    return {**body, "version": 2}


def _corrected_2(body: _Body) -> _Body:
    """Version 1 left a waiting card where it was when a correction named it (A-77)."""
    return {**body, "version": 2, "fact": {**_part(body, "fact"), "waited": []}}


def _numbered_2(body: _Body) -> _Body:
    """Version 1 numbered no counts of a float, no buy-ins and no changes of chips."""
    return {**body, "version": 2, "fact": {"number": 0, **_part(body, "fact")}}


def _cannot_pay_2(body: _Body) -> _Body:
    """Version 1 did not say which chips would help."""
    return {**body, "version": 2, "refusal": {**_part(body, "refusal"), "chips": []}}


def _add_to_policy(policy: object) -> None:
    if not isinstance(policy, dict):
        raise Misfit("policy: expected an object")
    policy.update(voids_by="", beyond_reconstruction=None, seen_card_ruled=False, options="never")


def _part(body: _Body, key: str) -> _Body:
    part = body.get(key)
    if not isinstance(part, dict):
        raise Misfit(f"{key}: expected an object")
    return part


UPCASTERS: Upcasters = {
    ("table.configured", 1): _configured_2,
    ("table.configured", 2): _configured_3,
    ("matter.irregularity_reported", 1): _reported_2,
    ("matter.terminals_interrupted", 1): _interrupted_2,
    ("matter.cards_corrected", 1): _corrected_2,
    ("matter.earlier_round_resettled", 1): _corrected_2,
    ("tray.float_opened", 1): _numbered_2,
    ("tray.float_closed", 1): _numbered_2,
    ("tray.chips_bought", 1): _numbered_2,
    ("tray.chips_changed", 1): _numbered_2,
    ("refusal.tray_cannot_pay", 1): _cannot_pay_2,
}


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

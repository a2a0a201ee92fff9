"""What travels by HTTP about who one is: signing in, and choosing secrets."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.web.wire.messages import ShortText

SecretText = Annotated[str, Meta(max_length=256)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a request says."""


class ResetTold(Struct, frozen=True):
    """A password and a PIN that were replaced."""

    at: int
    by: tuple[str, ...]
    """Who let it happen; nobody where it was done at the server's machine."""


class SessionTold(Struct, frozen=True):
    """Who a browser is known as."""

    person: str | None
    name: str | None
    roles: tuple[int, ...]
    csrf: str | None
    """To be sent along, in the header X-Punto-CSRF, with whatever changes something."""
    terminal: str | None
    founded: bool
    """Whether anybody works on this floor yet."""
    resets: tuple[ResetTold, ...]
    """When the person's password and PIN were replaced by an invitation, of late."""


class SignIn(Body, frozen=True):
    """A name and a password."""

    person: ShortText
    password: SecretText


class Found(Body, frozen=True):
    """The first person of a floor, its Shift Manager."""

    token: ShortText
    """From the set-up link."""
    person: ShortText
    name: ShortText
    password: SecretText
    pin: SecretText


class Choose(Body, frozen=True):
    """A password and a PIN, by an invitation."""

    token: ShortText
    password: SecretText
    pin: SecretText


class Change(Body, frozen=True):
    """A password and a PIN in place of the present ones."""

    present_password: SecretText
    password: SecretText
    pin: SecretText
    present_pin: SecretText = ""
    """Without it nothing is changed: who has only the password does not get the PIN by it."""

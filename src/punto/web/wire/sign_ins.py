"""HTTP bodies about accounts: signing in, and choosing secrets."""

from typing import Annotated

from msgspec import Meta, Struct

from punto.identity import Reset
from punto.web.wire.messages import ShortText

SecretText = Annotated[str, Meta(max_length=256)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class SessionTold(Struct, frozen=True):
    """Who a browser is known as."""

    person: str | None
    name: str | None
    roles: tuple[int, ...]
    csrf: str | None
    """To be sent, in the header X-Punto-CSRF, with every change."""
    terminal: str | None
    founded: bool
    """Whether the floor has any staff yet."""
    resets: tuple[Reset, ...]
    """The recent resets of the person's password and PIN by invitation."""


class SignIn(Body, frozen=True):
    """A name and a password."""

    person: ShortText
    password: SecretText


class FirstPerson(Body, frozen=True):
    """The first person of a floor, its Shift Manager."""

    token: ShortText
    """From the set-up link."""
    person: ShortText
    name: ShortText
    password: SecretText
    pin: SecretText


class Choose(Body, frozen=True):
    """A password and a PIN, chosen by invitation."""

    token: ShortText
    password: SecretText
    pin: SecretText


class Change(Body, frozen=True):
    """A password and a PIN to replace the present ones."""

    present_password: SecretText
    password: SecretText
    pin: SecretText
    present_pin: SecretText = ""
    """Required for any change, so that knowing the password alone does not yield the PIN."""

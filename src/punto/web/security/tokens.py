"""Tokens: random texts that nobody can guess, of which only a hash is kept."""

import secrets
from hashlib import sha256

_BYTES = 32


def new_token() -> str:
    """256 random bits, fit for a cookie or an address."""
    return secrets.token_urlsafe(_BYTES)


def kept_as(token: str) -> str:
    """The name under which a token is known; it leads back to no token.

    A plain hash will do, since 256 random bits cannot be tried out as a password can.
    """
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()

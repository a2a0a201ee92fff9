"""Cookies that no script can read and no other site can make a browser send."""

from collections.abc import Iterable

from starlette.responses import Response

from punto.values import Value
from punto.web.http import identities
from punto.web.http.app_state import AppState
from punto.web.security.browser_credentials import SESSION_MS
from punto.web.security.enrolments import LASTS_MS

_DEVICE_SECONDS = 10 * 365 * 24 * 60 * 60
"""A terminal stays enrolled until the pit says otherwise."""


_BROWSER_SECONDS = 400 * 24 * 60 * 60
"""The longest time that browsers keep a cookie."""


class Cookie(Value):
    """A cookie to set; an empty value deletes it."""

    name: str
    value: str
    seconds: int


def device_cookie(slot: str, credential: str) -> Cookie:
    """Make the credential cookie of a Player Terminal."""
    return Cookie(
        identities.cookie_name(identities.DEVICE_COOKIE, slot), credential, _DEVICE_SECONDS
    )


def claim_cookie(slot: str, claim: str) -> Cookie:
    """Make the cookie that identifies a device waiting to be admitted."""
    return Cookie(identities.cookie_name(identities.CLAIM_COOKIE, slot), claim, LASTS_MS // 1_000)


def staff_cookie(slot: str, token: str) -> Cookie:
    """Make the session cookie of a staff member; an empty token ends the session."""
    return Cookie(
        identities.cookie_name(identities.STAFF_COOKIE, slot),
        token,
        SESSION_MS // 1_000 if token else 0,
    )


def browser_cookie(token: str) -> Cookie:
    """Make the cookie that recognises a browser; it grants no access."""
    return Cookie(identities.BROWSER_COOKIE, token, _BROWSER_SECONDS)


def put_cookies(answer: Response, app: AppState, cookies: Iterable[Cookie]) -> None:
    """Set cookies on an answer."""
    for cookie in cookies:
        answer.set_cookie(
            cookie.name,
            cookie.value,
            max_age=cookie.seconds,
            path="/",
            secure=app.address.secure,
            httponly=True,
            samesite="strict",
        )

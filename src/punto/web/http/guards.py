"""Guards every answer: security headers, and a check of the host name."""

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punto.web.http.app_state import Address, is_known_host
from punto.web.http.errors import error_response

_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
POLICY = "; ".join(f"{what} {source}" for what, source in _SOURCES.items())
"""A page may use only what this server serves, and no inline scripts."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SECURE = {"Strict-Transport-Security": "max-age=31536000"}


class Guard:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app, self._address = app, address
        self._headers = {**_HEADERS, **(_SECURE if address.secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the host name, and add the headers to the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        if is_known_host(HTTPConnection(scope), self._address):
            await self._app(scope, receive, guarded)
            return
        answer = error_response(421, "other_host", "this server has another name")
        await answer(scope, receive, guarded)

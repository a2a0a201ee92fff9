"""Limits connections of unknown clients, so that screens can always connect.

A connection is unproven until a screen on it was welcomed; one that only loads pages, or sends
nothing, stays unproven. If there are too many, the oldest unproven one is closed: a screen says
hello within moments, and a stranger who holds thousands of sockets displaces only those.
"""

import time
from collections.abc import Callable
from typing import Protocol

import structlog
from starlette.requests import HTTPConnection

from punto.values import Instant
from punto.web.http.forwarded_addresses import UNKNOWN, TrustedProxies
from punto.web.http.identities import tokens_of
from punto.web.http.request_pace import Attempts, origin_of
from punto.web.security.browser_credentials import kept_as
from punto.web.sessions.pace import Pace

_log = structlog.get_logger("punto.server")

_STRANGERS = Pace(burst=200, per_second=50)
"""The sockets that may be opened without a credential, by everybody together: each takes half a
millisecond, in which no terminal is served."""
_STRANGERS_OF_ONE_ADDRESS = Pace(burst=100, per_second=10)
_OF_ONE_CREDENTIAL = Pace(burst=60, per_second=5)
"""The sockets that may be opened with one credential: a wall of displays, started again twice."""
_LONGEST_COOKIES = 16_384
"""In bytes. Browsers keep fewer; a longer list is not searched for a credential."""
_TELL_EVERY = 1_000
"""Of how many connections that were given up one is logged, besides the first."""


class Abortable(Protocol):
    """The transport of a connection."""

    def abort(self) -> None:
        """End it at once."""


class ConnectionLimits:
    """All connections of a server, and which of them are unproven, in the order of arrival."""

    def __init__(
        self,
        most: int,
        of_one_address: int,
        proxies: TrustedProxies,
        knows: Callable[[str], bool],
    ) -> None:
        """Take a function that says at once whether a name is that of a credential."""
        self._most, self._of_one_address, self._proxies = most, of_one_address, proxies
        self._knows = knows
        self._all: set[Abortable] = set()
        self._unproven: dict[Abortable, str] = {}
        self._by_address: dict[str, dict[Abortable, None]] = {}
        self._strangers = Attempts(_STRANGERS)
        self._strangers_of_one_address = Attempts(_STRANGERS_OF_ONE_ADDRESS)
        self._of_one_credential = Attempts(_OF_ONE_CREDENTIAL)
        self._given_up_count = 0

    def arrive(self, connection: Abortable, peer: str) -> None:
        """Add a connection, closing an older one if there are too many.

        A proxy speaks for many clients: its connections are counted by the address that it names.
        """
        self._all.add(connection)
        self._file(connection, UNKNOWN if self._proxies.have(peer) else origin_of(peer))
        if len(self._all) > self._most:
            self._give_up(next(iter(self._unproven)))

    def may_open(self, connection: Abortable, asking: HTTPConnection) -> bool:
        """Return whether a client may open a socket now.

        A client with a credential that was never issued counts as a stranger.
        """
        peer = address = "" if asking.client is None else asking.client.host
        if self._proxies.have(peer):
            address = self._proxies.client(peer, asking.headers)
            self._forget(connection)
            self._file(connection, origin_of(address))
        if connection not in self._all:
            return False  # it was the oldest of its client
        now = Instant(int(time.monotonic() * 1_000))
        known = self._known_as(asking)
        if known is not None:
            return self._of_one_credential.take(known, now)
        by_address = self._strangers_of_one_address.take(origin_of(address), now)
        return by_address and self._strangers.take("all", now)

    def _known_as(self, asking: HTTPConnection) -> str | None:
        headers = asking.headers
        if "cookie" not in headers and "authorization" not in headers:
            return None  # nearly all strangers show nothing, and must cost as little as they can
        if len(headers.get("cookie", "")) > _LONGEST_COOKIES:
            return None
        return next(filter(self._knows, map(kept_as, tokens_of(asking))), None)

    def prove(self, connection: Abortable) -> None:
        """Mark a connection as proven: a screen on it was welcomed."""
        self._forget(connection)

    def leave(self, connection: Abortable) -> None:
        """Remove a connection that has ended."""
        self._all.discard(connection)
        self._forget(connection)

    def _file(self, connection: Abortable, address: str) -> None:
        self._unproven[connection] = address
        beside = self._by_address.setdefault(address, {})
        beside[connection] = None
        if address is not UNKNOWN and len(beside) > self._of_one_address:
            self._give_up(next(iter(beside)))

    def _forget(self, connection: Abortable) -> None:
        address = self._unproven.pop(connection, None)
        if address is not None:
            beside = self._by_address[address]
            del beside[connection]
            if not beside:
                del self._by_address[address]

    def _give_up(self, connection: Abortable) -> None:
        address = self._unproven[connection]
        self.leave(connection)
        connection.abort()
        if self._given_up_count % _TELL_EVERY == 0:
            _log.warning(
                "too many connections",
                address=address,
                open=len(self._all),
                given_up_before=self._given_up_count,
            )
        self._given_up_count += 1

"""Limits attempts by address: enough for people, too few for guessing."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import ip_address, ip_network

from starlette.requests import HTTPConnection

from punto.values import Instant
from punto.web.http.errors import HttpProblem
from punto.web.sessions.pace import Allowance, Pace

_PACE = Pace(burst=20, per_second=1)
_MOST_KNOWN = 10_000
"""The number of addresses remembered; the least recent are forgotten."""


_NETWORK_BITS = 64
"""The IPv6 network of one subscriber, within which addresses cost nothing."""


def address_of(connection: HTTPConnection) -> str:
    """Return the origin of a request: an IPv4 address, or the network of an IPv6 one."""
    return origin_of(connection.client.host if connection.client is not None else "")


@lru_cache(_MOST_KNOWN)
def origin_of(host: str) -> str:
    """Return the address as which a client is counted."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:  # noqa: PLR2004 (the version)
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ip_network((int(address), _NETWORK_BITS), strict=False))


class Attempts:
    """Counts attempts by their address."""

    def __init__(self, pace: Pace = _PACE) -> None:
        self._pace = pace
        self._known: OrderedDict[str, Allowance] = OrderedDict()

    def check(self, connection: HTTPConnection, now: Instant, browser: str = "") -> None:
        """Count one attempt; raises Problem if there were too many recently.

        A known browser is counted separately, so that others at its address do not hinder it.
        """
        if not self.take(browser or address_of(connection), now):
            raise HttpProblem(429, "too_fast", "too many attempts from this address: wait a little")

    def take(self, name: str, now: Instant) -> bool:
        """Count one attempt; false if there were too many recently."""
        allowance = self._known.pop(name, None) or Allowance(self._pace, now)
        self._known[name] = allowance
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return allowance.take(now)

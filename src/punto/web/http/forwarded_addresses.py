"""The address of a client: the connecting one, or the one that a trusted proxy names."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

AddressRange = IPv4Network | IPv6Network

UNKNOWN = ""
"""The address of a client that a proxy has not named, or not readably."""
_FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded")
_MOST_KNOWN = 1_000
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def networks(addresses: Sequence[str]) -> tuple[AddressRange, ...]:
    """Parse addresses and networks from the settings; raises ValueError for anything else."""
    return tuple(ip_network(address.strip(), strict=False) for address in addresses)


class TrustedProxies:
    """The proxies that may name their client.

    A proxy appends the address that it sees, so the list is read from its end: the first address
    that is not one of our proxies is the client. Anything before it was written by the client.
    """

    def __init__(self, proxies: Sequence[AddressRange]) -> None:
        self._proxies = proxies
        # Asked twice of every connection, stranger or not.
        self.have = lru_cache(_MOST_KNOWN)(self._have)

    def _have(self, address: str) -> bool:
        """Return whether this is the address of a trusted proxy."""
        try:
            known = ip_address(address)
        except ValueError:
            return False
        if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
            known = known.ipv4_mapped
        return any(known in network for network in self._proxies)

    def client(self, peer: str, headers: Headers) -> str:
        """Return the address of the client behind a proxy."""
        named = ",".join(headers.getlist("x-forwarded-for"))
        if not named:
            return peer if _is_direct(headers) else UNKNOWN
        address = UNKNOWN
        for entry in reversed(named.split(",")):
            address = _address(entry)
            if not self.have(address):
                return address
        return address


class Forwarding:
    """Middleware that names the real client behind trusted proxies."""

    def __init__(self, app: ASGIApp, proxies: Sequence[AddressRange]) -> None:
        self._app, self._proxies = app, TrustedProxies(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its client's address in the scope."""
        client = scope.get("client")
        if client is not None and self._proxies.have(client[0]):
            scope["client"] = (self._proxies.client(client[0], Headers(scope=scope)), 0)
        await self._app(scope, receive, send)


def _is_direct(headers: Headers) -> bool:
    """Return whether a program beside the proxy asks, and not a client of a careless proxy."""
    host, colon, port = headers.get("host", "").rpartition(":")
    name = host if colon and port.isdigit() else headers.get("host", "")
    return name in LOOPBACK_NAMES and not is_forwarded(headers)


def is_forwarded(headers: Headers) -> bool:
    """Return whether headers show that a proxy or tunnel forwarded the request."""
    return any(each in headers for each in _FORWARDED)


def _address(entry: str) -> str:
    """Return the address of an entry, with or without a port; unknown if malformed."""
    text = entry.strip().strip('"')
    if text.startswith("["):
        inside, bracket, _ = text[1:].partition("]")
        text = inside if bracket else UNKNOWN
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return UNKNOWN


def is_local(connection: HTTPConnection) -> bool:
    """Return whether a request comes from this machine, and not through a proxy."""
    shown = UNKNOWN if connection.client is None else connection.client.host
    try:
        return ip_address(shown).is_loopback
    except ValueError:
        return False

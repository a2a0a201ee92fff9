"""The names and addresses under which browsers find a server."""

import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

from punto.bootstrap.settings import Settings
from punto.web.http.app_state import Address
from punto.web.http.forwarded_addresses import LOOPBACK_NAMES, networks

_SIOCGIFADDR = 0x8915
_ADDRESS_AT = slice(20, 24)
_IPV6_TABLE = Path("/proc/net/if_inet6")
_GLOBAL_SCOPE = "00"
_SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Documentation addresses: only the route to them is looked up; nothing is sent."""


def reachable_addresses(settings: Settings, port: int) -> tuple[str, ...]:
    """Return the addresses of a server, the best first, without a trailing slash."""
    if settings.public_url:
        return (settings.public_url,)
    if settings.behind_proxy and settings.hosts:
        return tuple(f"https://{host}" for host in settings.hosts)
    scheme = "https" if settings.uses_tls else "http"
    return tuple(f"{scheme}://{host}:{port}" for host in _hosts(settings))


def accepted_names(settings: Settings) -> Address:
    """Return how requests must name the server, and which proxies may speak for a client."""
    secure = settings.uses_tls or settings.behind_proxy
    alone = LOOPBACK_NAMES if settings.is_on_loopback and not settings.behind_proxy else ()
    return Address(secure, frozenset(settings.hosts or alone), networks(settings.proxies))


def _hosts(settings: Settings) -> tuple[str, ...]:
    if settings.hosts and not settings.is_on_loopback:
        return settings.hosts
    if not settings.listens_everywhere:
        return (_in_a_link(settings.host),)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    own = tuple(dict.fromkeys(map(_in_a_link, _addresses(family))))
    return own or (socket.gethostname(),)


def _in_a_link(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _addresses(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the reachable addresses of this machine; first the one that leads outside."""
    for address in (_towards_others(family), *_of_interfaces(family)):
        known = None if address is None else ip_address(address)
        if known is not None and not (known.is_loopback or known.is_link_local):
            yield str(known)


def _towards_others(family: socket.AddressFamily) -> str | None:
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_SOMEWHERE[family], 9))
        except OSError:
            return None  # no route to anywhere
        return str(asking.getsockname()[0])


def _of_interfaces(family: socket.AddressFamily) -> Iterator[str]:
    if sys.platform != "linux":
        return
    import fcntl  # noqa: PLC0415 (not to be had everywhere)

    if family == socket.AF_INET6:
        yield from _of_ipv6_interfaces()
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            wanted = struct.pack("256s", name.encode()[:15])
            try:
                found = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, wanted)
            except OSError:
                continue  # an interface without an IPv4 address
            yield socket.inet_ntoa(found[_ADDRESS_AT])


def _of_ipv6_interfaces() -> Iterator[str]:
    table = _IPV6_TABLE.read_text().splitlines() if _IPV6_TABLE.exists() else []
    for line in table:
        digits, _, _, scope, *_ = line.split()
        if scope == _GLOBAL_SCOPE:
            yield socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits))

"""Tells our own pages from pages that misuse a browser's cookies."""

from starlette.requests import HTTPConnection

from punto.web.http.app_state import Address


def is_known_host(connection: HTTPConnection, address: Address) -> bool:
    """Return whether the request uses one of the server's names."""
    return not address.hosts or _without_port(connection.headers.get("host", "")) in address.hosts


def is_own_origin(connection: HTTPConnection, address: Address) -> bool:
    """Return whether the sending page was served from here."""
    scheme = "https" if address.secure else "http"
    return connection.headers.get("origin") == f"{scheme}://{connection.headers.get('host', '')}"


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host

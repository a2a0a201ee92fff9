"""Terminals of a running floor, from the links that ``punto demo --json`` printed."""

from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec

from punto.load.processes import CannotLoad, Seat, socket_url

_ANSWERS_S = 10
_SEE_OTHER = 303


class _Link(msgspec.Struct):
    screen: str
    name: str
    url: str


class _Printed(msgspec.Struct):
    links: tuple[_Link, ...]


def seats_by_links(address: str, file: Path, count: int) -> tuple[Seat, ...]:
    """Use up the links of so many terminals; raises CannotLoad if there are fewer."""
    try:
        printed = msgspec.json.decode(file.read_bytes(), type=_Printed)
    except OSError as fault:
        raise CannotLoad(f"links {file}: {fault.strerror}") from None
    except msgspec.DecodeError as fault:
        raise CannotLoad(f"links {file}: expected what punto demo --json prints, {fault}") from None
    links = [link for link in printed.links if link.screen == "terminal"]
    if len(links) < count:
        raise CannotLoad(f"links {file}: {len(links)} terminals, expected {count}")
    return tuple(_entered(address, link) for link in links[:count])


def _entered(address: str, link: _Link) -> Seat:
    """Follow a link as a browser does, and keep its cookie."""
    try:
        where, path = urlsplit(address), urlsplit(link.url).path
        host, port = where.hostname or "", where.port
    except ValueError as fault:
        raise CannotLoad(f"{address}: {fault}") from None
    kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
    connection = kind(host, port, timeout=_ANSWERS_S)
    try:
        connection.request("POST", path, headers={"Origin": address})
        answer = connection.getresponse()
        cookie, page = answer.getheader("set-cookie", ""), answer.getheader("location", "")
    except (OSError, OverflowError, HTTPException) as fault:
        raise CannotLoad(f"{address}: no answer: {fault}") from None
    finally:
        connection.close()
    if answer.status != _SEE_OTHER or not cookie:
        raise CannotLoad(f"link of terminal {link.name}: already used, or of another floor")
    slot = parse_qs(urlsplit(page).query).get("slot", [""])[0]
    url = f"{socket_url(address)}?{urlencode({'slot': slot})}"
    shown = cookie.partition(";")[0]
    return Seat(link.name, url, (("Cookie", shown), ("Origin", address)))

"""Messages between the processes of a load test, and their use of resources.

Also statistics of many measurements (the median, the slow end, the slowest), and the terminals of a
running floor, from the links that ``punto demo --json`` printed.
"""

import asyncio
import gc
import resource
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec

from punto.bootstrap.open_files import allow_many_connections
from punto.values import Value


class Spread(Value):
    """Durations in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float


def spread_of(seconds: Iterable[float]) -> Spread | None:
    """Return the statistics of times in seconds; None if nothing was measured."""
    ordered = sorted(seconds)
    if not ordered:
        return None
    return Spread(len(ordered), _at(ordered, 50), _at(ordered, 99), _milliseconds(ordered[-1]))


def _at(ordered: list[float], percent: int) -> float:
    """Return a percentile: the least value that this share of all does not exceed."""
    rank = -(-len(ordered) * percent // 100)
    return _milliseconds(ordered[max(0, rank - 1)])


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1_000, 1)


class Effort(Value):
    """The resources used by one or several processes."""

    cpu_seconds: float
    memory_mib: float
    """Now, or at its peak on a system that reports only the peak."""
    blocks: int = 0
    """The blocks that Python has allocated and not freed, in one process."""

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(
            round(self.cpu_seconds + other.cpu_seconds, 2),
            round(self.memory_mib + other.memory_mib, 1),
        )

    def since(self, before: "Effort") -> "Effort":
        """Return what was used since an earlier moment."""
        used = round(self.cpu_seconds - before.cpu_seconds, 2)
        return Effort(used, self.memory_mib, self.blocks)


class Footprint(Value):
    """The memory of a server in MiB: before it had terminals, with them, and with connections."""

    empty: float
    seated: float
    connected: float

    def kib_each(self, terminals: int) -> tuple[float, float]:
        """Return the KiB of a terminal, and of a connection."""
        seated, connected = self.seated - self.empty, self.connected - self.seated
        return round(seated * _KIB / terminals, 1), round(connected * _KIB / terminals, 1)


_KIB = 1024


class Order(Enum):
    """An order to a waiting process."""

    GO = "go"
    COUNT = "report your resources"


class CannotLoad(Exception):
    """A load test that cannot be run; the message is one sentence."""


class LoadPlan(Value):
    """The floor to set up."""

    folder: Path
    terminals: int
    tables: int
    betting_ms: int
    pace_ms: int

    @property
    def database(self) -> str:
        """The address of the record."""
        return str(self.folder / "floor.db")


class LoadTrouble(Value):
    """Why a process failed at its task, in one sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class LoadSeat:
    """One terminal: its socket, and its credential."""

    terminal: str
    url: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)


class Serving(Value):
    """An open server, and its terminals."""

    address: str
    seats: tuple[LoadSeat, ...]
    empty_mib: float = 0.0
    """The memory of the server before it had any terminal."""


_measuring_seconds = 0.0
"""The time that the measurements themselves took; each runs a full garbage collection."""


def own_effort() -> Effort:
    """Return what this process has used so far, without these measurements themselves."""
    global _measuring_seconds  # noqa: PLW0603 (the measured process has only one)
    began = time.process_time()
    memory_mib = round(_memory(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss), 1)
    cpu_seconds = round(began - _measuring_seconds, 2)
    # Uncollected garbage is as much as a tenth of all blocks; its noise would hide a leak.
    gc.collect()
    _measuring_seconds += time.process_time() - began
    return Effort(cpu_seconds, memory_mib, sys.getallocatedblocks())


async def report_effort(line: Connection) -> None:
    """Report what this process has used whenever it is asked, until it is told to stop."""
    with suppress(EOFError):  # the caller is gone
        while await asyncio.to_thread(line.recv) is Order.COUNT:
            line.send(own_effort())


def _memory(peak: int) -> float:
    """Return the memory of this process in MiB."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        # Linux counts the peak in KiB, macOS in bytes.
        return peak / _KIB / (_KIB if sys.platform == "darwin" else 1)
    return pages * resource.getpagesize() / _KIB / _KIB


def begin_process() -> None:
    """Allow this process as many connections as the system permits.

    Ctrl-C is for its parent: it ends when its pipe is closed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_many_connections()


def socket_url(address: str) -> str:
    """Return the address of a server's socket, from that of its pages."""
    return f"{address.replace('http', 'ws', 1)}/socket"


_ANSWERS_S = 10
_SEE_OTHER = 303


class _Link(msgspec.Struct):
    screen: str
    name: str
    url: str


class _Printed(msgspec.Struct):
    links: tuple[_Link, ...]


def seats_by_links(nodes: Sequence[str], file: Path, count: int) -> tuple[LoadSeat, ...]:
    """Use up the links of so many terminals, in turn at each node of the floor.

    Raises CannotLoad if there are fewer.
    """
    try:
        printed = msgspec.json.decode(file.read_bytes(), type=_Printed)
    except OSError as fault:
        raise CannotLoad(f"links {file}: {fault.strerror}") from None
    except msgspec.DecodeError as fault:
        raise CannotLoad(f"links {file}: expected what punto demo --json prints, {fault}") from None
    links = [link for link in printed.links if link.screen == "terminal"]
    if len(links) < count:
        raise CannotLoad(f"links {file}: {len(links)} terminals, expected {count}")
    return tuple(map(_entered, cycle(nodes), links[:count]))


def _entered(address: str, link: _Link) -> LoadSeat:
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
    return LoadSeat(link.name, url, (("Cookie", shown), ("Origin", address)))

"""Messages between the processes of a load test, and their use of resources."""

import resource
import signal
import sys
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from punto.bootstrap.open_files import allow_many_connections
from punto.load.figures import Effort

_KIB = 1024


class Order(Enum):
    """An order to a waiting process."""

    GO = "go"
    COUNT = "say what you took of the machine"
    STOP = "stop"


class CannotLoad(Exception):
    """A load test that cannot be run; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The floor that is wanted."""

    folder: Path
    terminals: int
    betting_ms: int
    pace_ms: int

    @property
    def database(self) -> str:
        """The address of the record."""
        return str(self.folder / "floor.db")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a process failed at its task, in one sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One terminal: its socket, and its credential."""

    terminal: str
    url: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Serving:
    """An open server, and its terminals."""

    address: str
    seats: tuple[Seat, ...]


def own_effort() -> Effort:
    """Return what this process has used so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else _KIB
    memory = used.ru_maxrss * unit / _KIB / _KIB
    return Effort(round(used.ru_utime + used.ru_stime, 2), round(memory, 1))


def begin_process() -> None:
    """Allow this process as many connections as the system permits.

    Ctrl-C is for its parent: it ends when its pipe is closed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_many_connections()


def socket_url(address: str) -> str:
    """Return the address of a server's socket, from that of its pages."""
    return f"{address.replace('http', 'ws', 1)}/socket"

"""What the processes of a load say to each other, and what each takes of the machine."""

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
    """What a process that waits is told."""

    GO = "go"
    COUNT = "say what you took of the machine"
    STOP = "stop"


class CannotLoad(Exception):
    """A load that cannot be run, in one sentence."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The floor that is wanted."""

    folder: Path
    terminals: int
    betting_ms: int
    pace_ms: int

    @property
    def database(self) -> str:
        """Where the record is."""
        return str(self.folder / "floor.db")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a process could not do what it was there for, in one sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One terminal: where it connects, and by which credential."""

    terminal: str
    url: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is open, and who may come to it."""

    address: str
    seats: tuple[Seat, ...]


def own_effort() -> Effort:
    """What this process took so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else _KIB
    memory = used.ru_maxrss * unit / _KIB / _KIB
    return Effort(round(used.ru_utime + used.ru_stime, 2), round(memory, 1))


def begin_process() -> None:
    """Allow this process as many connections as the machine lets it have.

    Ctrl-C is for whoever started it: it ends when nobody listens to it any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_many_connections()


def socket_url(address: str) -> str:
    """Where the socket of a server is, by the address of its pages."""
    return f"{address.replace('http', 'ws', 1)}/socket"

"""A connection to PostgreSQL that can be cut without either end closing it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread

from support.storage.servers import PostgresServer

_LOOK_S = 0.02


@dataclass
class Line:
    """Carries bytes between a port and the server, unless it is cut."""

    server: PostgresServer
    listening: socket.socket = field(init=False)
    whole: Event = field(default_factory=Event)
    sayings_left: int | None = None
    """How many more client messages are carried before the line is cut; None for no limit."""
    ended: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.whole.set()
        Thread(target=self._take_calls, daemon=True).start()

    def address(self, address: str) -> str:
        """Return an address of the same database by way of this line."""
        port = self.listening.getsockname()[1]
        return address.replace(f"host={self.server.folder}", f"host=127.0.0.1&port={port}")

    def cut(self) -> None:
        """Carry nothing more; both ends keep waiting, and connections are accepted as before."""
        self.whole.clear()

    def mend(self) -> None:
        """Carry on, beginning with everything that was sent while the line was cut."""
        self.whole.set()

    def _take_calls(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            with suppress(OSError):
                far.connect(str(self.server.folder / ".s.PGSQL.5432"))
            for one, other in ((near, far), (far, near)):
                Thread(target=self._carry, args=(one, other, one is near), daemon=True).start()

    def _count(self) -> None:
        """Count a message of the client, and cut the line after the last one allowed."""
        if self.sayings_left is not None:
            self.sayings_left -= 1
            if self.sayings_left < 0:
                self.cut()

    def _carry(self, one: socket.socket, other: socket.socket, is_heard: bool) -> None:  # noqa: FBT001
        with one, suppress(OSError):
            one.settimeout(_LOOK_S)
            while not self.ended.is_set():
                try:
                    said = one.recv(65_536)
                except TimeoutError:
                    continue
                if is_heard:
                    self._count()
                while not self.whole.wait(_LOOK_S) and not self.ended.is_set():
                    pass
                other.sendall(said)
                if not said:
                    break
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(server: PostgresServer) -> Iterator[Line]:
    """Lend a line that begins whole; it is closed at the end."""
    line = Line(server)
    try:
        yield line
    finally:
        line.ended.set()
        line.listening.close()

"""A line to PostgreSQL that can be cut without anybody hanging up."""

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
    ended: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.whole.set()
        Thread(target=self._take_calls, daemon=True).start()

    def address(self, address: str) -> str:
        """The same place by this line."""
        port = self.listening.getsockname()[1]
        return address.replace(f"host={self.server.folder}", f"host=127.0.0.1&port={port}")

    def cut(self) -> None:
        """Carry nothing any more; both ends go on waiting, and calls are taken as before."""
        self.whole.clear()

    def mend(self) -> None:
        """Carry on, with all that was said meanwhile."""
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
                Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with one, suppress(OSError):
            one.settimeout(_LOOK_S)
            while not self.ended.is_set():
                try:
                    said = one.recv(65_536)
                except TimeoutError:
                    continue
                while not self.whole.wait(_LOOK_S) and not self.ended.is_set():
                    pass
                other.sendall(said)
                if not said:
                    break
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(server: PostgresServer) -> Iterator[Line]:
    """A line that is whole at first, and gone in the end."""
    line = Line(server)
    try:
        yield line
    finally:
        line.ended.set()
        line.listening.close()

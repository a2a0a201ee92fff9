"""One timer for the beats of all sockets: thousands of timers would take a tenth of the loop."""

import asyncio
from typing import Protocol
from weakref import WeakKeyDictionary

from uvicorn import Config

_TURNS = 20
"""The number of parts in which the sockets beat, so that they do not all write at once."""


class Beating(Protocol):
    """A socket that must not be silent."""

    def beat(self) -> bool:
        """Send a sign of life, and check for the client's; false for a socket that is closed."""
        ...


class Beats:
    """The sockets of one server, each of which beats at a fixed interval."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._wait_s = loop, seconds / _TURNS
        self._turns: list[set[Beating]] = [set() for _ in range(_TURNS)]
        self._next, self._count = 0, 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: Beating) -> None:
        """Let a socket beat from now on."""
        self._count += 1
        self._turns[self._count % _TURNS].add(socket)
        if self._timer is None:
            self._timer = self._loop.call_later(self._wait_s, self._beat)

    def _beat(self) -> None:
        turn = self._turns[self._next]
        self._next = (self._next + 1) % _TURNS
        for socket in tuple(turn):
            if not socket.beat():
                turn.remove(socket)
        is_needed = any(self._turns)
        self._timer = self._loop.call_later(self._wait_s, self._beat) if is_needed else None


_beats: WeakKeyDictionary[Config, Beats] = WeakKeyDictionary()


def beats_of(config: Config, loop: asyncio.AbstractEventLoop) -> Beats:
    """Return the beats of a server."""
    if config not in _beats:
        _beats[config] = Beats(loop, config.ws_ping_interval or 0)
    return _beats[config]

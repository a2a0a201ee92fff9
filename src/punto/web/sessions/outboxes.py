"""The messages waiting for one screen: answers in order, and of views only the newest."""

from collections import deque

from punto.values import Instant

MOST_WAITING = 128
"""The most waiting messages besides the view; a screen with more is disconnected."""

_PARTS = ("public", "layout", "board", "private", "halted")


class OutboxFull(Exception):
    """The screen has stopped reading."""


class Outbox:
    """Bounded, whatever the screen does: a slow one skips views and never gets an outdated one."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._parts: dict[str, bytes] = {}
        self._version = 0

    def put(self, message: bytes) -> None:
        """Queue an answer or a notice, which may not be skipped."""
        if len(self._waiting) >= MOST_WAITING:
            raise OutboxFull
        self._waiting.append(message)

    def show(self, version: int, **parts: bytes) -> None:
        """Replace parts of the waiting view, encoded as JSON."""
        self._parts.update(parts)
        self._version = version

    def take(self, now: Instant) -> bytes | None:
        """Return the next message to send; None if there is none."""
        # The view goes first: an answer must not arrive before its effect is visible.
        if self._parts:
            parts, self._parts = self._parts, {}
            return _view(now, self._version, parts)
        return self._waiting.popleft() if self._waiting else None


def _view(now: Instant, version: int, parts: dict[str, bytes]) -> bytes:
    """Wrap parts that were encoded once for all screens in a message."""
    head = b'{"say":"view","now":%d,"version":%d' % (now, version)
    body = b"".join(b',"%s":%s' % (name.encode(), parts[name]) for name in _PARTS if name in parts)
    return head + body + b"}"

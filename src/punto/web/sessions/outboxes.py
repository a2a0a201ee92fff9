"""What waits to be sent to one screen: answers in order, and of a view only the newest."""

from collections import deque

from punto.values.ids import Instant

MOST_WAITING = 128
"""Messages beside the view; a screen that lets more wait is gone, and is let go."""

_PARTS = ("public", "layout", "board", "private", "halted")


class OutboxFull(Exception):
    """The screen takes nothing any more."""


class Outbox:
    """Bounded, whatever the screen does: a slow one skips views and never gets an old one late."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._parts: dict[str, bytes] = {}
        self._version = 0

    def put(self, message: bytes) -> None:
        """An answer or a notice, none of which may be skipped."""
        if len(self._waiting) >= MOST_WAITING:
            raise OutboxFull
        self._waiting.append(message)

    def show(self, version: int, **parts: bytes) -> None:
        """Parts of a view as JSON, in place of older ones that have not left yet."""
        self._parts.update(parts)
        self._version = version

    def take(self, now: Instant) -> bytes | None:
        """The next message to send; None when all is said."""
        # The view goes first: an answer must not come before what it answers can be seen.
        if self._parts:
            parts, self._parts = self._parts, {}
            return _view(now, self._version, parts)
        return self._waiting.popleft() if self._waiting else None


def _view(now: Instant, version: int, parts: dict[str, bytes]) -> bytes:
    """The message around parts that were encoded once for everybody."""
    head = b'{"say":"view","now":%d,"version":%d' % (now, version)
    body = b"".join(b',"%s":%s' % (name.encode(), parts[name]) for name in _PARTS if name in parts)
    return head + body + b"}"

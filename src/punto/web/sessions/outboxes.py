"""The messages waiting for one screen: answers in order, and of views only the newest."""

from collections import deque
from collections.abc import Mapping

from punto.values import Instant
from punto.web.sessions.frames import framed

MOST_WAITING = 128
"""The most waiting messages besides the view; a screen with more is disconnected."""

_PARTS = ("public", "layout", "board", "private", "names", "halted")


class OutboxFull(Exception):
    """The screen has stopped reading."""


class SharedView:
    """Parts of a view that are the same for all screens of a table, encoded once.

    The time in a frame is in milliseconds, so screens served in the same one get the same bytes.
    """

    def __init__(self, version: int, parts: Mapping[str, bytes]) -> None:
        self.version, self.parts = version, parts
        self._body = _body(parts)
        self._frame: tuple[Instant, bytes] = (Instant(-1), b"")

    def message(self, now: Instant, version: int, private: bytes) -> bytes:
        """Return the view for one screen, with its own part."""
        return b'%b%b,"private":%b}' % (_head(now, version), self._body, private)

    def frame(self, now: Instant) -> bytes:
        """Return the view for all screens that have no part of their own."""
        if self._frame[0] != now:
            self._frame = now, framed(b"%b%b}" % (_head(now, self.version), self._body))
        return self._frame[1]


class Outbox:
    """A bounded queue: a slow screen skips views and never gets an outdated one."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._shared: SharedView | None = None
        self._private: bytes | None = None
        self._parts: dict[str, bytes] = {}
        """Further parts, all older than the shared ones."""
        self._version = 0

    def put(self, message: bytes) -> None:
        """Queue an answer or a notice, which may not be skipped."""
        if len(self._waiting) >= MOST_WAITING:
            raise OutboxFull
        self._waiting.append(message)

    def show(self, version: int, **parts: bytes) -> None:
        """Replace parts of the waiting view, encoded as JSON."""
        self._part_with_shared()
        self._parts.update(parts)
        self._version = version

    def share(self, view: SharedView) -> None:
        """Replace parts of the waiting view with those that all screens get."""
        self._part_with_shared()
        self._shared, self._version = view, view.version

    def own(self, version: int, private: bytes) -> None:
        """Replace the part that only this screen gets."""
        self._private, self._version = private, version

    def _part_with_shared(self) -> None:
        """Keep waiting shared parts as the screen's own, because other newer ones follow."""
        if self._shared is not None:
            self._parts.update(self._shared.parts)
            self._shared = None

    def take(self, now: Instant) -> bytes:
        """Return everything that waits, as frames for one write; empty if there is nothing."""
        # The view goes first: an answer must not arrive before its effect is visible.
        view = self._view(now)
        if not self._waiting:
            return view
        answers = b"".join(map(framed, self._waiting))
        self._waiting.clear()
        return view + answers

    def _view(self, now: Instant) -> bytes:
        shared, private, parts = self._shared, self._private, self._parts
        if shared is None and private is None and not parts:
            return b""
        self._shared = self._private = None
        if not parts:
            if shared is None:
                own = b"" if private is None else private
                return framed(b'%b,"private":%b}' % (_head(now, self._version), own))
            if private is not None:
                return framed(shared.message(now, self._version, private))
            if shared.version == self._version:
                return shared.frame(now)
        self._parts = {}
        if shared is not None:
            parts.update(shared.parts)
        if private is not None:
            parts["private"] = private
        return framed(b"%b%b}" % (_head(now, self._version), _body(parts)))


def _head(now: Instant, version: int) -> bytes:
    return b'{"say":"view","now":%d,"version":%d' % (now, version)


def _body(parts: Mapping[str, bytes]) -> bytes:
    return b"".join(b',"%b":%b' % (name.encode(), parts[name]) for name in _PARTS if name in parts)

"""One screen that watches a table, and the messages still to be sent to it."""

import asyncio

from punto.values import Instant
from punto.views.watched_table import Watched
from punto.web.screens.audiences import Audience, private_part
from punto.web.sessions.outboxes import Outbox


class Screen:
    """Wakes its writer when there is news; the writer then takes the newest state.

    The private part is made only just before sending: if ten bets came in while the line was busy,
    the screen gets the last state, and the nine before are never computed.
    """

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.outbox = Outbox()
        self.replaced = False
        self.woken = asyncio.Event()
        self._private = b""
        self._watched: Watched | None = None
        self._version = 0

    def show(self, version: int, **parts: bytes) -> None:
        """Show changed public parts, encoded once for all screens."""
        self.outbox.show(version, **parts)
        self.woken.set()

    def private_changed(self, version: int, watched: Watched) -> None:
        """Mark the private part as changed, to be made before the next message leaves."""
        self._watched, self._version = watched, version
        self.woken.set()

    def put(self, message: bytes) -> None:
        """Queue an answer or a notice; raises OutboxFull if the screen has stopped reading."""
        self.outbox.put(message)
        self.woken.set()

    def take(self, now: Instant) -> bytes | None:
        """Return the next message for this screen; None if there is none."""
        if self._watched is not None:
            private = private_part(self._watched, self.audience)
            self._watched = None
            if private != self._private:
                self._private = private
                self.outbox.show(self._version, private=private)
        return self.outbox.take(now)

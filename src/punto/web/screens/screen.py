"""One screen that watches a table, and what it has still to be sent."""

import asyncio

from punto.values.ids import Instant
from punto.views.watched_table import Watched
from punto.web.screens.audiences import Audience, private_part
from punto.web.sessions.outboxes import Outbox


class Screen:
    """Woken when there is news; its writer takes from it whatever is newest by then.

    The private part is made only when it is about to leave: of ten bets that came in while the
    line was busy, a screen is sent the last state and nobody worked out the nine before.
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
        """Public parts that changed, ready as they are for everybody."""
        self.outbox.show(version, **parts)
        self.woken.set()

    def private_changed(self, version: int, watched: Watched) -> None:
        """What is private has to be looked at again before anything leaves."""
        self._watched, self._version = watched, version
        self.woken.set()

    def put(self, message: bytes) -> None:
        """An answer or a notice; OutboxFull when the screen has stopped taking any."""
        self.outbox.put(message)
        self.woken.set()

    def take(self, now: Instant) -> bytes | None:
        """The next message for this screen; None when all is said."""
        if self._watched is not None:
            private = private_part(self._watched, self.audience)
            self._watched = None
            if private != self._private:
                self._private = private
                self.outbox.show(self._version, private=private)
        return self.outbox.take(now)

"""What the server says to a page, overheard or held back."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocket, WebSocketRoute


def frames_of(page: Page, say: str = "") -> list[dict[str, Any]]:
    """A list that fills with what the page hears from now on: everything, or one kind of it."""
    heard: list[dict[str, Any]] = []

    def overhear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["say"] == say or not say:
            heard.append(message)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", overhear)

    page.on("websocket", listen)
    return heard


@dataclass
class Held:
    """One kind of what the server says, kept from a page until it is let go."""

    say: str
    letting_go: list[Callable[[], None]] = field(default_factory=list)

    def keep_from(self, page: Page) -> None:
        """Stand between the page and the server, from its next connection on."""
        page.route_web_socket("**/socket*", self._between)

    def let_go(self) -> None:
        """Let the page hear what was kept from it so far."""
        for each in self.letting_go:
            each()

    def _between(self, socket: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            if json.loads(frame)["say"] == self.say:
                self.letting_go.append(lambda: socket.send(frame))
            else:
                socket.send(frame)

        socket.connect_to_server().on_message(pass_on)

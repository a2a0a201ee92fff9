"""The server's messages to a page, recorded or held back."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocket, WebSocketRoute


def frames_of(page: Page, say: str = "") -> list[dict[str, Any]]:
    """Return a list that fills with the messages to a page: all of them, or one kind."""
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
    """Messages of one kind, held back from a page until they are released."""

    say: str
    letting_go: list[Callable[[], None]] = field(default_factory=list)

    def keep_from(self, page: Page) -> None:
        """Come between the page and the server, from the page's next connection on."""
        page.route_web_socket("**/socket*", self._between)

    def let_go(self, page: Page) -> None:
        """Wait for the first message, then release what was held back."""
        while not self.letting_go:
            page.wait_for_timeout(20)  # lets the line between page and server hear
        for each in self.letting_go:
            each()

    def _between(self, socket: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            if json.loads(frame)["say"] == self.say:
                self.letting_go.append(lambda: socket.send(frame))
            else:
                socket.send(frame)

        socket.connect_to_server().on_message(pass_on)

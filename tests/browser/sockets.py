"""What the server says to a page, overheard."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket


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

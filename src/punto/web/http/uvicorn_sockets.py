"""Uvicorn's WebSocket protocol, corrected where it treats a client's error as ours."""

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Socket(WebSocketsSansIOProtocol):
    """One connection; docs/PROTOCOL.md lists the answers."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; a handshake refused with an answer is complete, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Otherwise every refused socket is logged as an application error.
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; invalid text is treated as bytes."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True

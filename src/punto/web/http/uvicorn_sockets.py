"""The WebSocket protocol of uvicorn, mended where it takes a client's doing for a fault of ours."""

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Socket(WebSocketsSansIOProtocol):
    """One connection; docs/PROTOCOL.md says what is answered to what."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send on; a handshake that was refused with an answer is over, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Otherwise every refused socket is logged as an error of the application.
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is none goes the way of all that is not text."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True

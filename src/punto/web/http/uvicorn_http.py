"""The HTTP protocol of uvicorn, mended where it takes a client's doing for a fault of ours."""

from uvicorn.protocols.http.h11_impl import H11Protocol


class Http(H11Protocol):
    """One connection; docs/PROTOCOL.md says what is answered to what."""

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; a request that broke off in its middle is over with that."""
        super().send_400_response(msg)
        if self.cycle is not None:
            # Otherwise the application answers as well, which is logged as an error of its own.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

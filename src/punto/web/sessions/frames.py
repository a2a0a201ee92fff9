"""Text frames of a WebSocket as a server sends them: whole, and not masked (RFC 6455, 5.2)."""

from struct import Struct

_TEXT = 0x81
"""A text frame that is the whole message."""
_SHORT, _MIDDLE = 126, 1 << 16
_MIDDLE_HEAD, _LONG_HEAD = Struct("!BBH"), Struct("!BBQ")


def framed(message: bytes) -> bytes:
    """Return a message as it goes over the wire."""
    length = len(message)
    if length < _SHORT:
        return bytes((_TEXT, length)) + message
    if length < _MIDDLE:
        return _MIDDLE_HEAD.pack(_TEXT, 126, length) + message
    return _LONG_HEAD.pack(_TEXT, 127, length) + message

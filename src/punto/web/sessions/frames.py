"""Frames of a WebSocket (RFC 6455, 5.2).

A server sends whole text frames without a mask; a client masks its frames.
"""

from struct import Struct

TEXT = 0x81
"""The first byte of a text frame that is the whole message."""
_MASKED, _LENGTH = 0x80, 0x7F
_MASK_BYTES = 4
_LENGTH_BYTES = {126: 2, 127: 8}
"""The bytes of a length that does not fit into seven bits, by what stands there instead."""
_SHORT, _MIDDLE = 126, 1 << 16
_MIDDLE_HEAD, _LONG_HEAD = Struct("!BBH"), Struct("!BBQ")


def framed(message: bytes) -> bytes:
    """Return a message as a frame."""
    length = len(message)
    if length < _SHORT:
        return bytes((TEXT, length)) + message
    if length < _MIDDLE:
        return _MIDDLE_HEAD.pack(TEXT, 126, length) + message
    return _LONG_HEAD.pack(TEXT, 127, length) + message


def frame_end(data: bytes, start: int, longest: int) -> int | None:
    """Return where a client's frame ends that begins at ``start``; None if it is not whole.

    An invalid frame (without a mask, or too long) ends where the data ends.
    """
    if len(data) < start + 2:
        return None
    if not data[start + 1] & _MASKED:
        return len(data)
    length, payload = data[start + 1] & _LENGTH, start + 2 + _MASK_BYTES
    size = _LENGTH_BYTES.get(length, 0)
    if size:
        if len(data) < start + 2 + size:
            return None
        length, payload = int.from_bytes(data[start + 2 : start + 2 + size], "big"), payload + size
    end = payload + length
    if length > longest:
        return len(data)
    return end if end <= len(data) else None


def masked_payload(frame: bytes) -> tuple[bytes, bytes]:
    """Return the payload of a client's whole frame as it was sent, and its mask."""
    mask = 2 + _LENGTH_BYTES.get(frame[1] & _LENGTH, 0)
    payload = mask + _MASK_BYTES
    return frame[payload:], frame[mask:payload]

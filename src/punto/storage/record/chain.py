r"""The chains: the hash of each event, and of each answer, covers all before it in its stream.

Hashes cover the bytes as they are stored, so that other programs can check them. Numbers take 8
bytes, the highest first, and text is in UTF-8::

    hash(0) = SHA-256("punto record 1\n" + the name of the stream)
    hash(n) = SHA-256(hash(n - 1) + n + the body of event n)

    answers_hash(0) = SHA-256("punto answers 1\n" + the name of the stream)
    answers_hash(n) = SHA-256(answers_hash(n - 1) + n + first + events_count
                              + command + NUL + fingerprint + NUL + refusal)

A refusal is written as the byte 01 and its body; without one, the byte 00 is written alone.
"""

from hashlib import sha256
from struct import Struct

from punto.runtime import Stream
from punto.storage.record.rows import HeadRow

_HEADING = b"punto record 1\n"
_ANSWERS_HEADING = b"punto answers 1\n"
_POSITION = Struct(">Q")
_ANSWER_NUMBERS = Struct(">QQQ")


def first_hash(stream: Stream) -> bytes:
    """Return the hash before the first event of a stream."""
    return sha256(_HEADING + stream.encode()).digest()


def next_hash(before: bytes, position: int, body: bytes) -> bytes:
    """Return the hash of an event."""
    return sha256(before + _POSITION.pack(position) + body).digest()


def first_answers_hash(stream: Stream) -> bytes:
    """Return the hash before the first answer of a stream."""
    return sha256(_ANSWERS_HEADING + stream.encode()).digest()


def next_answers_hash(
    before: bytes, numbers: tuple[int, int, int], said: tuple[str, str], refusal: bytes | None
) -> bytes:
    """Hash an answer: its number, first event, event count, command, fingerprint and refusal."""
    ending = b"\0" if refusal is None else b"\1" + refusal
    command, fingerprint = said
    # No text contains NUL, so no characters can move from one field to the next.
    text = f"{command}\0{fingerprint}\0".encode()
    return sha256(before + _ANSWER_NUMBERS.pack(*numbers) + text + ending).digest()


def first_head(stream: Stream) -> HeadRow:
    """Return the head of a stream that has not begun."""
    return HeadRow(stream, 0, first_hash(stream), 0, first_answers_hash(stream))

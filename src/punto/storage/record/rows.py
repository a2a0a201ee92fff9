"""The rows of the tables, the same for every database; ``schema.py`` explains them."""

from typing import NamedTuple

from punto.values import Value


class EventRow(Value):
    """A stored event."""

    stream: str
    position: int
    name: str
    at: int
    body: bytes
    hash: bytes


class TransferRow(Value):
    """One transfer of a posting."""

    stream: str
    posting: int
    line: int
    position: int
    terminal: str
    reason: str
    is_reversal: bool
    amount: int
    reverses: int | None


class IssuedRow(NamedTuple):
    """The beginning of a ticket's life."""

    number: str
    stream: str
    position: int
    amount: int
    terminal: str
    issued_at: int
    expires_at: int


class EndedRow(NamedTuple):
    """The end of a ticket's life."""

    number: str
    stream: str
    position: int
    terminal: str
    at: int


class AnswerRow(Value):
    """The answer to a command: events of its stream, or a refusal."""

    stream: str
    number: int
    """Its place among the answers of the stream, from 1."""
    command: str
    fingerprint: str
    first: int
    """The position of its first event."""
    events_count: int
    refusal: bytes | None
    hash: bytes


class HeadRow(NamedTuple):
    """The end of a stream, and of its answers."""

    stream: str
    position: int
    hash: bytes
    answers_count: int
    answers_hash: bytes


class CheckpointRow(NamedTuple):
    """A signed checkpoint."""

    number: int
    body: bytes
    signature: bytes


class LeaseRow(NamedTuple):
    """The holder of a name, or its last one."""

    name: str
    holder: str
    until: int


class SnapshotRow(NamedTuple):
    """A kept snapshot."""

    stream: str
    position: int
    fold: str
    hash: bytes
    """The SHA-256 of the body."""
    body: bytes


class SnapshotSize(NamedTuple):
    """A kept snapshot without its body."""

    position: int
    fold: str
    size: int
    """The bytes of the body."""


EventColumns = tuple[int, str, int, bytes, bytes]
TransferColumns = tuple[int, int, int, str, str, bool, int, int | None]
AnswerColumns = tuple[int, str, str, int, int, bytes | None, bytes]


class Rows(Value):
    """The rows that one batch adds, and the head of its stream before and after.

    A bet makes an event, a transfer and an answer, so these are tuples of their columns without a
    class of their own, and without the stream, which all of them share.
    """

    before: HeadRow
    """The head that the batch follows, which fences off other writers."""
    head: HeadRow
    events: list[EventColumns]
    transfers: list[TransferColumns]
    issued: list[IssuedRow]
    ended: list[EndedRow]
    answers: list[AnswerColumns]

"""The rows of a store's tables, the same for every store; ``schema.py`` has their meaning."""

from dataclasses import dataclass
from typing import NamedTuple


class EventRow(NamedTuple):
    """An event as it is stored."""

    stream: str
    position: int
    name: str
    at: int
    body: bytes
    hash: bytes


class TransferRow(NamedTuple):
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
    kind: str
    terminal: str | None
    at: int


class AnswerRow(NamedTuple):
    """What was answered to a command: events of its stream, or a refusal."""

    stream: str
    command: str
    fingerprint: str
    first: int
    """The position of the first of its events."""
    events_count: int
    refusal: bytes | None


class HeadRow(NamedTuple):
    """Where a stream ends."""

    stream: str
    position: int
    hash: bytes


class CheckpointRow(NamedTuple):
    """A signed checkpoint."""

    number: int
    body: bytes
    signature: bytes


class SnapshotRow(NamedTuple):
    """A kept snapshot."""

    stream: str
    position: int
    fold: str
    hash: bytes
    """The SHA-256 of the body."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Rows:
    """All that one batch adds, and the head of the stream after it."""

    stream: str
    after: int
    position: int
    hash: bytes
    events: list[EventRow]
    transfers: list[TransferRow]
    issued: list[IssuedRow]
    ended: list[EndedRow]
    answers: list[AnswerRow]

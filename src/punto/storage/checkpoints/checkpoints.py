"""Checkpoints: a signature over the ends of all streams, to be kept where nobody can reach it.

What is signed is ``punto checkpoint 1``, a line feed, and the body: JSON like that of an event.
A file holds these two lines and a third one, the signature in hex.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import get_type_hints

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.runtime.ports import RecordBroken
from punto.storage.codec.bodies import BodyForm
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit
from punto.storage.record.rows import CheckpointRow
from punto.values.ids import Instant
from punto.values.structures import field_names

HEADING = b"punto checkpoint 1\n"


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """Where a stream ended, and where its answers did."""

    stream: str
    position: int
    hash: str
    answers_count: int
    answers_hash: str


@dataclass(frozen=True, slots=True)
class VouchedSnapshot:
    """A snapshot that may be used in place of the events before it."""

    stream: str
    position: int
    fold: str
    hash: str
    """The SHA-256 of its body."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What one signature is over; hashes and keys are in hex."""

    number: int
    at: Instant
    previous: str | None
    """The hash of the checkpoint before; none before the first."""
    key: str
    """The public key that signs this one."""
    next_key: str | None
    """The public key that signs from the next one on, if another one does."""
    heads: tuple[StreamEnd, ...]
    snapshots: tuple[VouchedSnapshot, ...]

    @property
    def expected_key(self) -> str:
        """The key that has to sign the next one."""
        return self.next_key or self.key


_BODY = BodyForm(Compiler({}, {}), get_type_hints(Checkpoint))


def checkpoint_body(checkpoint: Checkpoint) -> bytes:
    """The body of a checkpoint."""
    return _BODY.encode([getattr(checkpoint, name) for name in field_names(Checkpoint)])


def parse_checkpoint(body: bytes) -> Checkpoint:
    """The checkpoint that a body says; RecordBroken when it says none."""
    try:
        return Checkpoint(*_BODY.decode(body))
    except Misfit as fault:
        raise RecordBroken(f"checkpoint: {fault}") from None


def checkpoint_hash(body: bytes) -> str:
    """The hash by which the next checkpoint names this one: of all that was signed."""
    return sha256(HEADING + body).hexdigest()


def signature_holds(body: bytes, signature: bytes) -> bool:
    """Whether the key that a checkpoint names has signed it."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(parse_checkpoint(body).key))
        key.verify(signature, HEADING + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def to_file(row: CheckpointRow) -> bytes:
    """A checkpoint as it is kept outside: what was signed, and the signature in hex."""
    return HEADING + row.body + b"\n" + row.signature.hex().encode() + b"\n"


def from_file(written: bytes) -> CheckpointRow:
    """Read what ``to_file`` wrote; whether it holds is another question."""
    lines = written.split(b"\n")
    match lines:
        case [heading, body, signature, b""] if heading + b"\n" == HEADING:
            try:
                number = parse_checkpoint(body).number
                return CheckpointRow(number, body, bytes.fromhex(signature.decode("ascii")))
            except ValueError:
                raise RecordBroken("checkpoint in a file: the signature is no hex") from None
        case _:
            raise RecordBroken(f"no checkpoint in a file: {len(lines)} lines, expected three")

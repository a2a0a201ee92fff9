"""Checkpoints: signatures over the ends of all streams, to be kept where no one can change them.

The signed text is ``punto checkpoint 1``, a line feed, and the body: JSON like that of an event. A
file holds these two lines and a third, the signature in hex.
"""

from hashlib import sha256
from typing import get_type_hints

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.runtime import RecordBroken
from punto.storage.codec.bodies import BodyForm
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.forms import Misfit
from punto.storage.record.rows import CheckpointRow
from punto.values import Instant, Value, field_names

HEADING = b"punto checkpoint 1\n"


class StreamEnd(Value):
    """The last event and the last answer of a stream."""

    stream: str
    position: int
    hash: str
    answers_count: int
    answers_hash: str


class VouchedSnapshot(Value):
    """A snapshot that may stand in for the events before it."""

    stream: str
    position: int
    fold: str
    hash: str
    """The SHA-256 of its body."""


class Checkpoint(Value):
    """The content of one signature; hashes and keys are in hex."""

    number: int
    at: Instant
    previous: str | None
    """The hash of the previous checkpoint; None for the first."""
    key: str
    """The public key that signs this checkpoint."""
    next_key: str | None
    """The public key that signs from the next checkpoint on, if it changes."""
    heads: tuple[StreamEnd, ...]
    snapshots: tuple[VouchedSnapshot, ...]

    @property
    def expected_key(self) -> str:
        """The key that must sign the next checkpoint."""
        return self.next_key or self.key


_BODY = BodyForm(Compiler({}, {}), get_type_hints(Checkpoint))


def checkpoint_body(checkpoint: Checkpoint) -> bytes:
    """Encode a checkpoint."""
    return _BODY.encode([getattr(checkpoint, name) for name in field_names(Checkpoint)])


def parse_checkpoint(body: bytes) -> Checkpoint:
    """Decode a checkpoint; raises RecordBroken if the body is not one."""
    try:
        return Checkpoint(*_BODY.decode(body))
    except Misfit as fault:
        raise RecordBroken(f"checkpoint: {fault}") from None


def checkpoint_hash(body: bytes) -> str:
    """Return the hash of the signed text, by which the next checkpoint names this one."""
    return sha256(HEADING + body).hexdigest()


def signature_holds(body: bytes, signature: bytes) -> bool:
    """Return whether the checkpoint was signed with the key it names."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(parse_checkpoint(body).key))
        key.verify(signature, HEADING + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def to_file(row: CheckpointRow) -> bytes:
    """Format a checkpoint for safekeeping elsewhere: the signed text, then the signature in hex."""
    return HEADING + row.body + b"\n" + row.signature.hex().encode() + b"\n"


def from_file(written: bytes) -> CheckpointRow:
    """Read a file written by ``to_file``, without verifying the signature."""
    lines = written.split(b"\n")
    match lines:
        case [heading, body, signature, b""] if heading + b"\n" == HEADING:
            try:
                number = parse_checkpoint(body).number
                return CheckpointRow(number, body, bytes.fromhex(signature.decode("ascii")))
            except ValueError:
                raise RecordBroken("checkpoint in a file: the signature is not hex") from None
        case _:
            found = len(written.splitlines())
            raise RecordBroken(
                f"checkpoint in a file: {found} lines, expected 3 from 'punto checkpoint 1'"
            )

"""The signing key, and the file in which a checkpoint is handed out."""

import json
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from punto.runtime.ports import RecordBroken
from punto.storage.checkpoints.checkpoints import from_file, signature_holds, to_file
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import KeyUnfit, SigningKey, create_key, load_key
from punto.storage.record.rows import CheckpointRow
from punto.values.ids import Instant
from support.storage.memory import MemoryDatabase


def signed(key: SigningKey) -> CheckpointRow:
    return sign_checkpoint(MemoryDatabase(), key, Instant(1))


def test_a_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.key"
    key = create_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_key(path).public == key.public
    assert key.public not in path.read_text()
    path.chmod(0o640)
    with pytest.raises(KeyUnfit, match="mode 640, expected 600, for its owner alone"):
        load_key(path)


def test_a_key_never_takes_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.key"
    create_key(path)
    before = path.read_bytes()
    with pytest.raises(KeyUnfit, match="File exists"):
        create_key(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n"])
def test_a_file_without_a_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "checkpoint.key"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(KeyUnfit, match="expected an Ed25519 key in PEM"):
        load_key(path)


def test_a_key_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyUnfit, match="No such file"):
        load_key(tmp_path / "checkpoint.key")


def test_a_checkpoint_comes_back_from_its_file(key: SigningKey) -> None:
    row = signed(key)
    written = to_file(row)
    assert from_file(written) == row
    assert signature_holds(row.body, row.signature)
    heading, body, signature, end = written.split(b"\n")
    assert (heading, body, end) == (b"punto checkpoint 1", row.body, b"")
    assert len(signature) == 128


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b"checkpoint 1\n", b"checkpoint 2\n", "checkpoint in a file: 3 lines"),
        (b'"heads"', b"\n", "checkpoint in a file: 4 lines, expected 3 from"),
        (b'"number":1', b'"number":"1"', r"Expected `int`, got `str` - at `\$.number`"),
        (b'{"number"', b'["number"', "checkpoint: Expected `object`, got `array`"),
        (b"}\n", b"}\nx", "the signature is not hex"),
    ],
)
def test_a_file_that_holds_no_checkpoint_is_refused(
    key: SigningKey, old: bytes, new: bytes, problem: str
) -> None:
    written = to_file(signed(key))
    assert old in written
    with pytest.raises(RecordBroken, match=problem):
        from_file(written.replace(old, new, 1))


def test_one_changed_byte_anywhere_breaks_the_signature(key: SigningKey) -> None:
    row = signed(key)
    for place in range(len(row.body)):
        body = bytearray(row.body)
        body[place] ^= 1
        with_fault = bytes(body)
        try:
            assert not signature_holds(with_fault, row.signature)
        except RecordBroken:
            continue
    assert not signature_holds(row.body, bytes(64))
    assert not signature_holds(row.body, b"")


def test_the_signature_can_be_checked_from_the_file_alone(key: SigningKey) -> None:
    heading, body, signature, _ = to_file(signed(key)).split(b"\n")
    named = json.loads(body)["key"]
    assert named == key.public
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(named))
    public.verify(bytes.fromhex(signature.decode()), heading + b"\n" + body)

"""docs/RECORD.md is true: the program on it runs, on sound records and on broken ones."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.events import EVENTS
from punto.values.ids import Instant
from support.storage.batches import (
    A1,
    B2,
    FROZE,
    batch_of,
    cash,
    evening,
    plain_batch,
    record_batch,
)
from support.storage.places import SqlitePlace

PAGE = Path(__file__).parent.parent.parent / "docs" / "RECORD.md"


@pytest.fixture
def record(sqlite_place: SqlitePlace, key: SigningKey) -> SqlitePlace:
    journal = sqlite_place.open()
    record_batch(journal, batch_of(evening().record))
    record_batch(journal, plain_batch(B2, 0, 5))
    for _ in range(2):
        sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    return sqlite_place


def verdict(place: SqlitePlace) -> str:
    """Return the verdict of the page's program on a record."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    command = [sys.executable, "-c", program, str(place.path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip()


def test_a_sound_record_is_counted(record: SqlitePlace) -> None:
    events_count = len(evening().record.events) + 5
    answers_count = len(evening().record.answers) + 5
    assert verdict(record) == f"2 streams, {events_count} events, {answers_count} answers"


def test_a_flipped_bit_is_named(record: SqlitePlace) -> None:
    record.flip(A1, 3)
    assert verdict(record) == "table/A1 at 3: does not follow"


def test_a_changed_answer_is_named(record: SqlitePlace) -> None:
    record.tamper("UPDATE answers SET fingerprint = 'q' WHERE stream = ? AND number = 3", A1)
    assert verdict(record) == "table/A1, answer 3: does not follow"


def test_rewritten_answers_are_named(record: SqlitePlace) -> None:
    record.change_answers(B2, lambda rows: rows.pop(), rechained=True)
    assert verdict(record) == "checkpoint 1: table/B2 is not what it saw"


def test_a_stream_cut_short_is_named(record: SqlitePlace) -> None:
    record.cut(B2, 3)
    assert verdict(record) == "checkpoint 1: table/B2 is not what it saw"


def test_a_rewritten_history_is_named(record: SqlitePlace) -> None:
    record.rewrite(B2, 2, EVENTS.encode(cash(777)))
    assert verdict(record) == "checkpoint 1: table/B2 is not what it saw"


def test_a_head_that_lies_is_named(record: SqlitePlace) -> None:
    record.tamper("UPDATE heads SET position = 4 WHERE stream = ?", B2)
    assert verdict(record) == "table/B2: the head lies"


def test_the_example_of_a_body_is_one() -> None:
    (example,) = re.findall(r"```json\n(.*?)\n```", PAGE.read_text("utf-8"), re.DOTALL)
    assert EVENTS.encode(FROZE) == example.encode()

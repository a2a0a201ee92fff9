"""A process that writes to a record while a test runs."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from punto.runtime.ports import stream_of
from punto.storage.addresses import read_record
from punto.values.ids import TableId
from support.environments import importing_from

TESTS = Path(__file__).parents[3]
A1 = stream_of(TableId("A1"))


@contextmanager
def writing(address: str) -> Iterator[None]:
    """Run a process that adds to a record; it must exit cleanly at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "support.cli.records.writer", address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=importing_from(TESTS),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        yield
        assert process.poll() is None, "the writer stopped too early"
    finally:
        told, _ = process.communicate()
    assert process.returncode == 0
    assert int(told) > 0


def position(address: str) -> int:
    """Return how many events the table has."""
    journal = read_record(address)
    try:
        return journal.streams()[A1]
    finally:
        journal.close()

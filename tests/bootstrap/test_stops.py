"""A real server, stopped by real signals, on both databases."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from punto.bootstrap.shoe_keys import KEY_BYTES
from storage.servers import PostgresServer
from survival.databases import pids

TESTS = Path(__file__).parents[1]
PATIENCE_S = 60
_ALL = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    server = request.getfixturevalue("postgres_server")
    assert isinstance(server, PostgresServer)
    return server.fresh_address()


class Stopped:
    """A server in a process of its own, and what it logs."""

    def __init__(
        self,
        folder: Path,
        database: str,
        betting_ms: int = 50,
        finish: int = 20,
        patience: int = 30,
    ) -> None:
        key = folder / "shoes.key"
        if not key.exists():
            key.touch(0o600)
            key.write_bytes(b"k" * KEY_BYTES)
        told = {"database": database, "shoe_key": str(key), "port": 0, "finish_seconds": finish}
        words = [json.dumps(told), str(betting_ms), str(patience)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bootstrap.stopped_server", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": f"{TESTS}:{os.environ.get('PYTHONPATH', '')}"},
        )
        if not _pipe(self.process.stdout).readline():
            raise AssertionError(self.process.communicate()[1])

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def until_logged(self, words: str) -> None:
        for line in _pipe(self.process.stderr):
            if words in line:
                return
        raise AssertionError(f"it never said {words}")

    def ended(self) -> int:
        """Its exit code; what it said goes to whoever looks at a failure."""
        try:
            _, said = self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        sys.stderr.write(said)
        return self.process.returncode


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def test_a_server_stops_in_order_each_time_while_its_timers_run(
    tmp_path: Path, database: str
) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Stopped(tmp_path, database)
        time.sleep(0.3)
        server.tell(number)
        assert server.ended() == 0


@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_the_process_though_a_round_is_in_progress(
    tmp_path: Path, again: signal.Signals
) -> None:
    server = Stopped(tmp_path, str(tmp_path / "floor.db"), betting_ms=600_000, finish=600)
    server.tell(signal.SIGTERM)
    server.until_logged("stopping")
    server.tell(again)
    assert server.ended() == -again


def test_a_stop_ends_in_time_though_the_database_does_not_answer(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    server = Stopped(tmp_path, address, betting_ms=600_000, finish=0, patience=3)
    assert postgres_server.process is not None
    paused = [postgres_server.process.pid, *pids(postgres_server, _ALL)]
    for pid in paused:
        os.kill(pid, signal.SIGSTOP)
    try:
        server.tell(signal.SIGTERM)
        assert server.ended() == 1
    finally:
        for pid in paused:
            os.kill(pid, signal.SIGCONT)

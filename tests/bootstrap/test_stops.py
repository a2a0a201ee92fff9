"""A real server, stopped by real signals, on both databases."""

import os
import signal
import time
from pathlib import Path

import psycopg
import pytest

from support.bootstrap.server_processes import ServerProcess
from support.storage.servers import PostgresServer

_ALL = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    server = request.getfixturevalue("postgres_server")
    assert isinstance(server, PostgresServer)
    return server.fresh_address()


def test_a_server_stops_in_order_each_time_while_its_timers_run(
    tmp_path: Path, database: str
) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        server = ServerProcess(tmp_path, database)
        time.sleep(0.3)
        server.tell(number)
        assert server.ended() == 0


@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_the_process_though_a_round_is_in_progress(
    tmp_path: Path, again: signal.Signals
) -> None:
    server = ServerProcess(tmp_path, str(tmp_path / "floor.db"), betting_ms=600_000, finish=600)
    server.tell(signal.SIGTERM)
    server.until_logged("stopping")
    server.tell(again)
    assert server.ended() == -again


def test_a_stop_ends_in_time_though_the_database_does_not_answer(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    server = ServerProcess(tmp_path, address, betting_ms=600_000, finish=0, patience=3)
    assert postgres_server.process is not None
    with psycopg.connect(postgres_server.address(), autocommit=True) as connection:
        others = [pid for (pid,) in connection.execute(_ALL)]
    paused = [postgres_server.process.pid, *others]
    for pid in paused:
        os.kill(pid, signal.SIGSTOP)
    try:
        server.tell(signal.SIGTERM)
        assert server.ended() == 1
    finally:
        for pid in paused:
            os.kill(pid, signal.SIGCONT)

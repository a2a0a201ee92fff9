"""Killing the database: all of its processes, or the one that serves a table."""

import os
import time
from contextlib import suppress
from signal import SIGKILL

import psycopg

from support.storage.servers import NoPostgresql, PostgresServer

_SERVERS_OWN = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
_OF_TABLES = _SERVERS_OWN + " AND application_name = 'punto'"
_AT_WORK = _OF_TABLES + " AND state <> 'idle'"
_PATIENCE_SECONDS = 30


def pids(server: PostgresServer, question: str) -> list[int]:
    """Return the processes of a server that a query selects."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        return [pid for (pid,) in connection.execute(question.encode())]


def at_rest(server: PostgresServer) -> None:
    """Wait until the server does no more work for a dead process."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while working := pids(server, _AT_WORK):
        assert time.monotonic() < end, f"{working} still at work"
        time.sleep(0.005)


def kill_all(server: PostgresServer) -> None:
    """Kill the whole server at once, without any cleanup."""
    assert server.process is not None
    for pid in (server.process.pid, *pids(server, _SERVERS_OWN)):
        with suppress(ProcessLookupError):
            os.kill(pid, SIGKILL)
    server.process.wait()
    server.process = None


def kill_backend(server: PostgresServer) -> None:
    """Kill a backend that serves a table; the server then cuts all connections and recovers."""
    with psycopg.connect(server.address(), autocommit=True) as watcher:
        served = [pid for (pid,) in watcher.execute(_OF_TABLES)]
        if served:
            os.kill(served[0], SIGKILL)
            # Until the server has noticed, it still accepts connections, only to cut them.
            _wait_for_the_cut(watcher)


def _wait_for_the_cut(watcher: psycopg.Connection) -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    with suppress(psycopg.OperationalError):
        while time.monotonic() < end:
            watcher.execute("SELECT 1")
            time.sleep(0.005)
    assert watcher.broken, "the server has not noticed that one of its processes was killed"


def bring_back(server: PostgresServer) -> None:
    """Start the server again if it is gone, and wait until it answers."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            if server.process is None:
                server.start()
            psycopg.connect(server.address()).close()
        except (NoPostgresql, psycopg.OperationalError):
            # The next server does not start before the last killed process is gone.
            assert time.monotonic() < end
            server.process = None if _is_gone(server) else server.process
            time.sleep(0.05)
        else:
            return


def _is_gone(server: PostgresServer) -> bool:
    return server.process is None or server.process.poll() is not None

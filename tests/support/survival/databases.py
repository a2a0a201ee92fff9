"""Killing the database itself: all of its processes, or the one that serves a table."""

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
    """Processes of a server, by what they do."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        return [pid for (pid,) in connection.execute(question.encode())]


def at_rest(server: PostgresServer) -> None:
    """Wait until nothing works on for a process that is dead."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while working := pids(server, _AT_WORK):
        assert time.monotonic() < end, f"{working} still at work"
        time.sleep(0.005)


def kill_all(server: PostgresServer) -> None:
    """The whole server at one moment, and nothing of it tidied up."""
    assert server.process is not None
    for pid in (server.process.pid, *pids(server, _SERVERS_OWN)):
        with suppress(ProcessLookupError):
            os.kill(pid, SIGKILL)
    server.process.wait()
    server.process = None


def kill_backend(server: PostgresServer) -> None:
    """One that serves a table; the server then throws everybody out and recovers by itself."""
    for pid in pids(server, _OF_TABLES)[:1]:
        with suppress(ProcessLookupError):
            os.kill(pid, SIGKILL)


def bring_back(server: PostgresServer) -> None:
    """Start it again where it is gone, and wait until it answers."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            if server.process is None:
                server.start()
            psycopg.connect(server.address()).close()
        except (NoPostgresql, psycopg.OperationalError):
            # Until the last of the killed is gone, the next server does not start.
            assert time.monotonic() < end
            server.process = None if _is_gone(server) else server.process
            time.sleep(0.05)
        else:
            return


def _is_gone(server: PostgresServer) -> bool:
    return server.process is None or server.process.poll() is not None

"""PostgreSQL is cut off, stopped, or drops all connections: no one waits for it for ever."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from signal import SIGCONT, SIGSTOP

import psycopg
import pytest

from punto.runtime.ports import OutOfReach, Overtaken
from punto.storage.postgresql import connections
from punto.storage.postgresql import database as postgresql
from punto.storage.postgresql import notices as postgresql_listening
from punto.storage.postgresql.connections import connect
from punto.storage.postgresql.database import open_postgresql
from punto.storage.postgresql.notices import Listener
from punto.storage.vault import postgresql as postgresql_vault
from punto.storage.vault.postgresql import PostgresqlVault
from support.storage.batches import A1, plain_batch, record_batch
from support.storage.lines import Line, line_to
from support.storage.servers import PostgresServer

BRIEF_S = 1.0
PATIENCE_S = 120.0
"""Much longer than anything here should take, but not endless."""


@pytest.fixture
def line(postgres_server: PostgresServer) -> Iterator[Line]:
    with line_to(postgres_server) as line:
        yield line


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "ANSWERS_WITHIN_S", BRIEF_S)
    monkeypatch.setattr(postgresql, "BRIEF_S", BRIEF_S)
    monkeypatch.setattr(postgresql_listening, "BRIEF_S", BRIEF_S)
    monkeypatch.setattr(postgresql_listening, "_SILENCE_S", BRIEF_S)
    monkeypatch.setattr(postgresql_vault, "_ANSWERS_WITHIN_S", BRIEF_S)


def throw_out(address: str) -> None:
    """End every connection of a node, as a restart of the server does."""
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name = 'punto'"
        )


def soon(act: Callable[[], object]) -> None:
    """Expect that an act gives up soon."""
    began = time.monotonic()
    with pytest.raises(OutOfReach):
        act()
    assert time.monotonic() - began < PATIENCE_S


def test_a_connection_that_died_while_idle_is_not_used_again(
    postgres_server: PostgresServer,
) -> None:
    address = postgres_server.fresh_address()
    journal, vault = open_postgresql(address), PostgresqlVault(address)
    record_batch(journal, plain_batch(A1, 0))
    assert vault.put("lost line", "mei", b"one")
    for after in (1, 2):
        throw_out(address)
        record_batch(journal, plain_batch(A1, after))
        throw_out(address)
        assert journal.take_lease("name", "holder", 10)
        throw_out(address)
        assert vault.get("lost line", "mei") == b"one"
        throw_out(address)
        assert vault.put("lost line", f"arun {after}", b"two")
        throw_out(address)
        assert vault.swap("lost line", f"arun {after}", b"two", b"three")
    assert journal.streams() == {A1: 3}
    journal.close()
    vault.close()


def test_a_server_that_is_cut_off_is_given_up_and_reached_again(
    postgres_server: PostgresServer, line: Line
) -> None:
    address = line.address(postgres_server.fresh_address())
    journal, vault, listener = open_postgresql(address), PostgresqlVault(address), Listener(address)
    record_batch(journal, plain_batch(A1, 0))
    line.cut()
    soon(lambda: record_batch(journal, plain_batch(A1, 1)))
    soon(lambda: vault.get("lost line", "sofia"))
    soon(lambda: [listener.wait(0.1) for _ in range(100)])
    line.mend()
    assert journal.streams() == {A1: 1}
    record_batch(journal, plain_batch(A1, 1))
    assert vault.get("lost line", "sofia") is None
    journal.close()
    vault.close()
    listener.close()


def test_a_server_that_is_stopped_is_given_up_and_reached_again(
    postgres_server: PostgresServer,
) -> None:
    journal = open_postgresql(postgres_server.fresh_address())
    record_batch(journal, plain_batch(A1, 0))
    with journal.database.reading() as session:
        (pid,) = session.rows(int, "SELECT pg_backend_pid()")
    os.kill(pid, SIGSTOP)
    try:
        soon(lambda: journal.take_lease("name", "holder", 10))
    finally:
        os.kill(pid, SIGCONT)
    assert journal.take_lease("name", "holder", 10)
    journal.close()


@pytest.mark.parametrize("sayings", range(6))
def test_a_client_that_hangs_anywhere_in_a_batch_loses_its_lock(
    sayings: int, postgres_server: PostgresServer, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon_lost = {**connections._SETTINGS, "idle_in_transaction_session_timeout": "500ms"}  # noqa: SLF001
    monkeypatch.setattr(connections, "_SETTINGS", soon_lost)
    address = postgres_server.fresh_address()
    hanging, other = open_postgresql(line.address(address)), open_postgresql(address)
    record_batch(hanging, plain_batch(A1, 0))
    line.sayings_left = sayings
    # Neither end hears the other any more: the server does not even learn that the client gave up.
    with suppress(OutOfReach):
        record_batch(hanging, plain_batch(A1, 1))
    began = time.monotonic()
    while other.streams()[A1] < 3:
        with suppress(OutOfReach, Overtaken):
            record_batch(other, plain_batch(A1, other.streams()[A1]))
        assert time.monotonic() - began < PATIENCE_S, "the lock is held for good"
    other.close()
    line.mend()
    hanging.close()


def test_what_an_address_says_of_its_line_is_kept(postgres_server: PostgresServer) -> None:
    def found(address: str) -> tuple[str | None, ...]:
        with connect(address) as connection:
            shown = connection.info.get_parameters()
        return tuple(shown.get(name) for name in ("tcp_user_timeout", "keepalives_idle"))

    assert found(postgres_server.address()) == ("5000", "3")
    assert found(f"{postgres_server.address()}&tcp_user_timeout=9000") == ("9000", "3")


def test_a_note_whose_keeping_was_not_answered_is_looked_up(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = PostgresqlVault(postgres_server.fresh_address())
    honest = PostgresqlVault._ask  # noqa: SLF001
    lost: list[bool] = []

    def losing(self: PostgresqlVault, statement: str, *values: str | bytes) -> list[tuple[object]]:
        """Break the line, after or before the server has executed the statement."""
        if lost and not statement.startswith("SELECT"):
            if lost.pop():
                honest(self, statement, *values)
            raise OutOfReach("the line broke")
        return honest(self, statement, *values)

    monkeypatch.setattr(PostgresqlVault, "_ask", losing)
    for was_done in (True, False):
        kind = f"kind {was_done}"
        lost.append(was_done)
        assert vault.put(kind, "mei", b"one")
        lost.append(was_done)
        assert not vault.put(kind, "mei", b"two")
        lost.append(was_done)
        assert not vault.swap(kind, "mei", b"other", b"two")
    lost.append(False)
    assert vault.swap("kind True", "mei", b"one", b"two")
    # It cannot be known whether this swap did it, or another at the same moment.
    lost.append(True)
    with pytest.raises(OutOfReach):
        vault.swap("kind True", "mei", b"two", b"three")
    assert vault.get("kind True", "mei") == b"three"
    lost.append(True)
    with pytest.raises(OutOfReach):
        vault.swap("kind True", "mei", b"three", None)
    vault.close()

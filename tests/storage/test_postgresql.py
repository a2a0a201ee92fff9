"""The record in PostgreSQL: several nodes, lost servers, and the notices between nodes."""

import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from punto.ledger.tickets import TicketRedeemed, TicketStepImpossible
from punto.runtime.ports import CannotRecord, Notice, OutOfReach, Overtaken
from punto.storage.addresses import open_record, read_record
from punto.storage.checkpoints.verification import verify
from punto.storage.postgresql.connections import _SETTINGS, connect
from punto.storage.postgresql.database import open_postgresql, read_postgresql
from punto.storage.postgresql.notices import Listener
from punto.values.ids import Instant
from support.rounds.evening import T1, T2
from support.storage.batches import A1, B2, NUMBER, issued, plain_batch, record_batch, ticket_batch
from support.storage.places import PostgresqlPlace
from support.storage.servers import PostgresServer

TESTS = Path(__file__).parent.parent
EACH = 60


def test_two_processes_write_one_table_without_a_gap(postgresql_place: PostgresqlPlace) -> None:
    journal = postgresql_place.open()
    program = [sys.executable, "-m", "support.storage.node"]
    nodes = [
        subprocess.Popen(
            [*program, postgresql_place.address, name, str(EACH)],
            cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for name in ("one", "two")
    ]  # fmt: skip
    for node in nodes:
        assert node.stdout is not None
        assert node.stdout.readline() == b"ready\n"
    for node in nodes:
        assert node.stdin is not None
        node.stdin.write(b"go\n")
        node.stdin.flush()
    seen = [node.communicate(timeout=60)[0].decode().split() for node in nodes]
    assert [node.returncode for node in nodes] == [0, 0]
    commands = [event.command for _, event in journal.read(A1)]
    assert len(commands) == 2 * EACH
    assert sorted(commands) == sorted(
        f"{name}-{number}" for name in ("one", "two") for number in range(EACH)
    )
    # They took turns, and each caught up with the other's events.
    assert all(int(caught_up) > 0 for _, caught_up in seen)
    assert verify(journal.database).events_count == 2 * EACH


def test_a_node_hears_of_every_batch_once(postgresql_place: PostgresqlPlace) -> None:
    journal = postgresql_place.open()
    listener = Listener(postgresql_place.address)
    assert listener.wait(0.01) == ()
    record_batch(journal, plain_batch(A1, 0, 3))
    assert listener.wait(10) == (Notice(A1, 3),)
    with journal.transaction([A1, B2]) as transaction:
        transaction.append(plain_batch(A1, 3))
        transaction.append(plain_batch(B2, 0, 2))
        assert listener.wait(0.05) == ()
    heard = listener.wait(10)
    assert set(heard + listener.wait(0.05)) == {Notice(A1, 4), Notice(B2, 2)}
    listener.close()


def test_what_was_rolled_back_is_not_told(postgresql_place: PostgresqlPlace) -> None:
    journal = postgresql_place.open()
    listener = Listener(postgresql_place.address)
    with pytest.raises(Overtaken), journal.transaction([A1]) as transaction:  # noqa: PT012
        transaction.append(plain_batch(A1, 0))
        transaction.append(plain_batch(A1, 0))
    assert listener.wait(0.05) == ()
    listener.close()


def test_a_ticket_cannot_be_taken_at_two_tables_at_once(postgresql_place: PostgresqlPlace) -> None:
    journal = postgresql_place.open()
    record_batch(journal, ticket_batch(A1, 0, issued()))
    found = []

    def take() -> None:
        with journal.transaction([B2]) as transaction:
            found.append(transaction.ticket(NUMBER)[1])

    redeemed = TicketRedeemed(NUMBER, T1, Instant(20))
    with journal.transaction([A1]) as transaction:
        assert transaction.ticket(NUMBER)[1] is None
        other = Thread(target=take)
        other.start()
        time.sleep(0.05)
        assert found == []
        transaction.append(ticket_batch(A1, 1, redeemed))
    other.join()
    # The second to look had to wait, and then saw that the ticket was redeemed.
    assert found == [redeemed]
    with pytest.raises(TicketStepImpossible) as fault:
        record_batch(journal, ticket_batch(B2, 0, TicketRedeemed(NUMBER, T2, Instant(21))))
    assert NUMBER not in str(fault.value)


def test_a_node_that_lost_its_server_says_so_and_comes_back() -> None:
    server = PostgresServer.create()
    try:
        journal = open_postgresql(server.address())
        listener = Listener(server.address())
        record_batch(journal, plain_batch(A1, 0, 3))
        assert listener.wait(10) == (Notice(A1, 3),)
        server.kill()
        with pytest.raises(CannotRecord, match="postgresql://"):
            record_batch(journal, plain_batch(A1, 3))
        with pytest.raises(CannotRecord, match="postgresql://"):
            journal.streams()
        with pytest.raises(CannotRecord, match="postgresql://"):
            listener.wait(0.1)
        with pytest.raises(CannotRecord, match="postgresql://"):
            Listener(server.address())
        server.start()
        assert journal.streams() == {A1: 3}
        record_batch(journal, plain_batch(A1, 3))
        assert verify(journal.database).events_count == 4
        journal.close()
        listener.close()
    finally:
        server.remove()


def test_a_connection_lost_in_a_transaction_leaves_nothing(
    postgresql_place: PostgresqlPlace,
) -> None:
    journal = postgresql_place.open()
    with pytest.raises(CannotRecord), journal.transaction([A1]) as transaction:  # noqa: PT012
        transaction.append(plain_batch(A1, 0))
        with psycopg.connect(postgresql_place.address, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'punto' AND state LIKE 'idle in transaction%'"
            )
        transaction.append(plain_batch(A1, 1))
    assert journal.streams() == {}
    record_batch(journal, plain_batch(A1, 0))


def test_a_node_that_hangs_loses_its_stream_before_the_others_give_up(
    postgresql_place: PostgresqlPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, waiting = "idle_in_transaction_session_timeout", "lock_timeout"
    assert is_longer(postgresql_place.address, waiting, idle)
    sound = postgresql_place.open()
    monkeypatch.setitem(_SETTINGS, idle, "200ms")
    hanging = postgresql_place.open()
    with pytest.raises(CannotRecord), hanging.transaction([A1]) as transaction:  # noqa: PT012
        # It holds the head and sends nothing more, while the other continues.
        record_batch(sound, plain_batch(A1, 0))
        transaction.append(plain_batch(A1, 0))
    assert sound.streams() == {A1: 1}


def test_a_node_that_is_slow_loses_one_transaction_and_then_gets_its_work_done(
    postgresql_place: PostgresqlPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_SETTINGS, "idle_in_transaction_session_timeout", "200ms")
    slow = postgresql_place.open()

    def work(after: int) -> None:
        with slow.transaction([A1]) as transaction:
            time.sleep(0.5)
            transaction.append(plain_batch(A1, after))

    with pytest.raises(OutOfReach):
        work(0)
    work(0)
    work(1)
    assert slow.streams() == {A1: 2}
    # Later it is taken for a quick one again, so that others do not wait for it if it hangs.
    monkeypatch.setattr(slow.database.connections, "_slow_until", 0.0)  # type: ignore[attr-defined]
    with pytest.raises(OutOfReach):
        work(2)
    work(2)
    assert verify(slow.database).events_count == 3


def is_longer(address: str, one: str, than: str) -> bool:
    """Whether one of a node's timeouts is longer than another."""
    setting = "current_setting(%s)::interval"
    with connect(address) as connection:
        row = connection.execute(f"SELECT {setting} > {setting}".encode(), (one, than)).fetchone()
    return row == (True,)


def test_a_wrong_address_is_refused_in_one_sentence(postgres_server: PostgresServer) -> None:
    nowhere = f"postgresql:///postgres?host={postgres_server.folder}/nowhere&password=secret"
    for attempt in (open_postgresql, read_postgresql, open_record, read_record, Listener):
        with pytest.raises(CannotRecord) as fault:
            attempt(nowhere)
        assert "nowhere" in str(fault.value)
        assert "secret" not in str(fault.value)
        assert "\n" not in str(fault.value)
    with pytest.raises(CannotRecord, match="database address: "):
        open_record("postgresql://host:port:port/?x=y")


def test_a_database_without_a_record_is_not_taken_for_one(
    postgres_server: PostgresServer,
) -> None:
    address = postgres_server.fresh_address()
    with pytest.raises(CannotRecord, match="there is no record of Punto"):
        open_record(address, create=False)
    for attempt in (read_record, Listener):
        with pytest.raises(CannotRecord, match="there is no record of Punto"):
            attempt(address)


def test_a_server_that_does_not_keep_its_word_is_refused(
    postgresql_place: PostgresqlPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "punto.storage.postgresql.schema_steps.PROMISES", {"wal_level": "replica", "fsync": "on"}
    )
    with pytest.raises(CannotRecord, match="wal_level is minimal, expected replica"):
        postgresql_place.open()


def test_an_address_opens_a_file_or_a_database(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    for address in (str(tmp_path / "record.db"), postgres_server.fresh_address()):
        journal = open_record(address)
        record_batch(journal, plain_batch(A1, 0))
        reader = read_record(address)
        assert reader.streams() == {A1: 1}
        reader.close()
        journal.close()

"""What the databases do beyond the contract: triggers, versions, and gaps in their rows."""

from collections.abc import Callable
from pathlib import Path

import apsw
import psycopg
import pytest

from punto.ledger.tickets import TicketRedeemed
from punto.runtime.ports import CannotRecord, RecordBroken, Snapshot
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import create_key
from punto.storage.checkpoints.verification import verify
from punto.storage.record.rows import AnswerRow
from punto.storage.record.schema import MIGRATIONS
from punto.storage.sqlite.acknowledged_positions import read_kept
from punto.storage.sqlite.files import connect_for_writing
from punto.values.ids import CommandId, Instant
from punto.values.structures import replace
from support.rounds.evening import T1
from support.storage.batches import (
    A1,
    NUMBER,
    batch_of,
    evening,
    plain_batch,
    record_batch,
    ticket_batch,
)
from support.storage.places import Place, PostgresqlPlace, SqlitePlace

KEPT = [table for migration in MIGRATIONS for table in migration.kept]
COLUMNS = {
    "events": "at",
    "transfers": "amount",
    "tickets_issued": "amount",
    "tickets_ended": "at",
    "answers": "first",
    "checkpoints": "number",
    "migrations": "at",
}


def outsider(place: Place, statement: str) -> None:
    """Run a statement as another program would, with the triggers on."""
    if isinstance(place, SqlitePlace):
        connection = apsw.Connection(str(place.path))
        try:
            connection.execute(statement)
        finally:
            connection.close()
    elif isinstance(place, PostgresqlPlace):
        with psycopg.connect(place.address) as session:
            session.execute(statement.encode())


def filled(place: Place, folder: Path) -> None:
    """Write at least one row into every append-only table."""
    journal = place.open()
    batch = batch_of(evening().record)
    record_batch(journal, batch)
    redeemed = TicketRedeemed(NUMBER, T1, Instant(20))
    record_batch(journal, ticket_batch(A1, len(batch.events), redeemed))
    sign_checkpoint(journal.database, create_key(folder / "key"), Instant(1))
    journal.close()


@pytest.mark.parametrize("table", KEPT)
def test_the_database_itself_refuses_to_change_the_past(
    sql_place: Place, table: str, tmp_path: Path
) -> None:
    filled(sql_place, tmp_path)
    refused = (apsw.ConstraintError, psycopg.errors.RestrictViolation)
    update, delete = "UPDATE {table} SET {column} = 1", "DELETE FROM {table}"
    for template in (update, delete):
        statement = template.format(table=table, column=COLUMNS[table])
        with pytest.raises(refused, match=f"{table}: the record is only added to"):
            outsider(sql_place, statement)


@pytest.mark.parametrize("table", KEPT)
def test_nor_does_sqlite_put_a_row_in_the_place_of_another(
    sqlite_place: SqlitePlace, table: str, tmp_path: Path
) -> None:
    filled(sqlite_place, tmp_path)
    with pytest.raises(apsw.ConstraintError, match=f"{table}: the record is only added to"):
        outsider(sqlite_place, f"REPLACE INTO {table} SELECT * FROM {table}")  # noqa: S608


def test_nor_is_a_command_answered_again_under_another_number(
    sqlite_place: SqlitePlace, tmp_path: Path
) -> None:
    filled(sqlite_place, tmp_path)
    renumbered = "stream, number + 1000, command, fingerprint, first, events_count, refusal, hash"
    with pytest.raises(apsw.ConstraintError, match="answers: the record is only added to"):
        outsider(sqlite_place, f"REPLACE INTO answers SELECT {renumbered} FROM answers")  # noqa: S608


@pytest.mark.parametrize("table", KEPT)
def test_nor_can_the_writer_itself_change_the_past(
    sqlite_place: SqlitePlace, table: str, tmp_path: Path
) -> None:
    filled(sqlite_place, tmp_path)
    writer = connect_for_writing(sqlite_place.path, None, read_kept(sqlite_place.path))
    for statement in (
        f"UPDATE {table} SET {COLUMNS[table]} = 1",  # noqa: S608
        f"DELETE FROM {table}",  # noqa: S608
        f"REPLACE INTO {table} SELECT * FROM {table}",  # noqa: S608
    ):
        with pytest.raises(apsw.ConstraintError, match=f"{table}: the record is only added to"):
            writer.execute(statement)
    writer.close()


def test_nor_does_postgresql_empty_a_table_at_once(postgresql_place: PostgresqlPlace) -> None:
    postgresql_place.open()
    with pytest.raises(psycopg.errors.RestrictViolation, match="only added to"):
        outsider(postgresql_place, "TRUNCATE answers")


def test_an_event_missing_in_the_middle_is_named(sql_place: Place) -> None:
    record_batch(sql_place.open(), plain_batch(A1, 0, 5))
    sql_place.tamper("DELETE FROM events WHERE stream = ? AND position = ?", A1, 3)
    with pytest.raises(RecordBroken, match="table/A1 at 3: no event, the next is 4"):
        list(sql_place.read().read(A1))
    with pytest.raises(RecordBroken, match="table/A1 at 3: no event"):
        list(sql_place.read().read(A1, 3))


def test_events_missing_at_the_end_are_noticed(sql_place: Place) -> None:
    record_batch(sql_place.open(), plain_batch(A1, 0, 5))
    sql_place.tamper("DELETE FROM events WHERE stream = ? AND position > ?", A1, 3)
    with pytest.raises(RecordBroken, match="table/A1 at 4: no event, and the head says more"):
        list(sql_place.read().read(A1))


def test_a_head_of_another_history_is_noticed(sql_place: Place) -> None:
    record_batch(sql_place.open(), plain_batch(A1, 0, 5))
    sql_place.tamper("UPDATE heads SET hash = ?", bytes(32))
    for after in (0, 5):
        with pytest.raises(RecordBroken, match="table/A1 at 5: not the event that the head says"):
            list(sql_place.read().read(A1, after))


def test_events_without_a_head_are_noticed(sql_place: Place) -> None:
    record_batch(sql_place.open(), plain_batch(A1, 0, 5))
    sql_place.tamper("DELETE FROM heads")
    with pytest.raises(RecordBroken, match="table/A1: has events or answers, and no head"):
        verify(sql_place.read().database)


@pytest.mark.parametrize("column", ["name = 'round.settled'", "at = 5"])
def test_a_column_that_contradicts_its_body_is_named(sql_place: Place, column: str) -> None:
    record_batch(sql_place.open(), plain_batch(A1, 0, 5))
    sql_place.tamper(f"UPDATE events SET {column} WHERE position = 4")  # noqa: S608
    with pytest.raises(RecordBroken, match="table/A1 at 4: filed as"):
        list(sql_place.read().read(A1))


def test_an_answer_that_points_at_other_events_is_named(sql_place: Place) -> None:
    journal = sql_place.open()
    record_batch(journal, plain_batch(A1, 0, 3))

    def second(**changes: int | bytes) -> Callable[[list[AnswerRow]], None]:
        def change(rows: list[AnswerRow]) -> None:
            rows[1] = replace(rows[1], **changes)  # type: ignore[arg-type]

        return change

    for change, problem in (
        (second(first=1), "events of another command"),
        (second(first=4), "its events are not there"),
        (second(refusal=b"x"), "a refusal: JSON is malformed"),
    ):
        sql_place.change_answers(A1, change, rechained=True)
        with (
            journal.transaction([A1]) as transaction,
            pytest.raises(RecordBroken, match=f"table/A1, the answer to table/A1-2: {problem}"),
        ):
            transaction.answers(A1, [CommandId("table/A1-2")])


def test_a_checkpoint_with_a_false_signature_is_named(sql_place: Place, tmp_path: Path) -> None:
    filled(sql_place, tmp_path)
    sql_place.tamper("UPDATE checkpoints SET signature = ?", bytes(64))
    with pytest.raises(RecordBroken, match="checkpoint 1: the signature does not hold"):
        verify(sql_place.read().database)


def test_checkpoints_are_numbered_and_linked(sql_place: Place, tmp_path: Path) -> None:
    journal, key = sql_place.open(), create_key(tmp_path / "key")
    for _ in range(3):
        sign_checkpoint(journal.database, key, Instant(1))
    sql_place.tamper("DELETE FROM checkpoints WHERE number = 2")
    with pytest.raises(RecordBroken, match="checkpoint 3: says it is number 3, expected 2"):
        verify(sql_place.read().database)
    sql_place.tamper("DELETE FROM checkpoints WHERE number = 1")
    sql_place.tamper("UPDATE checkpoints SET number = 1")
    with pytest.raises(RecordBroken, match="checkpoint 1: says it is number 3, expected 1"):
        verify(sql_place.read().database)


def test_tables_of_a_newer_version_are_refused(sql_place: Place) -> None:
    sql_place.open().close()
    outsider(sql_place, "INSERT INTO migrations VALUES (3, 'of tomorrow', 1)")
    problem = "tables of version 3, newer than this program, which knows 2"
    for attempt in (sql_place.open, sql_place.read):
        with pytest.raises(RecordBroken, match=problem):
            attempt()


def test_tables_with_a_step_left_out_are_refused(sql_place: Place) -> None:
    sql_place.open().close()
    sql_place.tamper("DELETE FROM migrations")
    with pytest.raises(RecordBroken, match=r"migrations \[\], expected all from 1 on"):
        sql_place.open()


@pytest.mark.parametrize("table", ["events", "migrations"])
def test_a_record_without_its_guards_is_not_written_to(sql_place: Place, table: str) -> None:
    sql_place.open().close()
    is_file = isinstance(sql_place, SqlitePlace)
    trigger = f"{table}_{'undeleted' if is_file else 'kept'}"
    outsider(sql_place, f"DROP TRIGGER {trigger}{'' if is_file else f' ON {table}'}")
    with pytest.raises(RecordBroken, match=f"table {table} has no trigger {trigger}, which"):
        sql_place.open()
    # The record can still be read.
    assert sql_place.read().streams() == {}


def test_nor_is_one_whose_guards_are_switched_off(postgresql_place: PostgresqlPlace) -> None:
    postgresql_place.open().close()
    outsider(postgresql_place, "ALTER TABLE answers DISABLE TRIGGER answers_kept")
    with pytest.raises(RecordBroken, match="table answers has no trigger answers_kept"):
        postgresql_place.open()


def test_the_guards_that_a_record_of_the_first_version_lacks_are_added(
    sqlite_place: SqlitePlace, tmp_path: Path
) -> None:
    filled(sqlite_place, tmp_path)
    sqlite_place.tamper("DELETE FROM migrations WHERE version = 2")
    for table in KEPT:
        outsider(sqlite_place, f"DROP TRIGGER {table}_unreplaced")
    # A reader accepts it: no table has changed.
    assert list(sqlite_place.read().streams()) == [A1]
    sqlite_place.open().close()
    for table in KEPT:
        with pytest.raises(apsw.ConstraintError, match=f"{table}: the record is only added to"):
            outsider(sqlite_place, f"REPLACE INTO {table} SELECT * FROM {table}")  # noqa: S608


def test_a_guard_that_was_there_already_does_no_harm(sql_place: Place) -> None:
    sql_place.open().close()
    sql_place.tamper("DELETE FROM migrations WHERE version = 2")
    record_batch(sql_place.open(), plain_batch(A1, 0))


def test_a_reader_writes_nothing(sql_place: Place) -> None:
    sql_place.open()
    journal = sql_place.read()
    with pytest.raises(CannotRecord, match="open for reading only"):
        record_batch(journal, plain_batch(A1, 0))
    with pytest.raises(CannotRecord):
        journal.take_lease("table/A1", "reader", 1_000)


def test_a_snapshot_that_was_changed_is_not_used(sql_place: Place, tmp_path: Path) -> None:
    key = create_key(tmp_path / "key")
    journal = sql_place.open(trusted=[key.public])
    night = evening()
    record_batch(journal, batch_of(night.record))
    journal.keep_snapshot(Snapshot(A1, len(night.record.events), "fold", night.table))
    sign_checkpoint(journal.database, key, Instant(1))
    assert journal.snapshot(A1, "fold") is not None
    sql_place.tamper("UPDATE snapshots SET body = ?", b"{}")
    with pytest.raises(RecordBroken, match=r"snapshot of table/A1 at \d+: not the one that was"):
        journal.snapshot(A1, "fold")
    sql_place.tamper("DELETE FROM snapshots")
    assert journal.snapshot(A1, "fold") is None
    sql_place.tamper("UPDATE checkpoints SET signature = ?", bytes(64))
    with pytest.raises(RecordBroken, match="checkpoint 1: the signature does not hold"):
        journal.snapshot(A1, "fold")

"""A copy is of one moment, and a copy that differs from its source is never kept."""

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from punto.runtime.ports import CannotRecord, RecordBroken
from punto.storage.addresses import read_record, still_record
from punto.storage.copies import backups
from punto.storage.copies import postgresql_restore as postgresql_restoring
from punto.storage.copies.backups import back_up
from punto.storage.copies.restores import restore
from punto.storage.record import schema
from punto.storage.record.sessions import StillRecord
from punto.storage.record.whole_tables import (
    ANSWERS,
    EVENTS,
    TABLES,
    WholeTable,
    all_rows,
    rows_of_stream,
)
from punto.storage.sqlite.files import StillSqlite
from support.storage.batches import A1, B2, batch_of, evening, plain_batch, record_batch
from support.storage.places import Place, PostgresqlPlace, SqlitePlace

Attempt = Callable[[], object]


def address_of(place: Place) -> str:
    if isinstance(place, SqlitePlace):
        return str(place.path)
    assert isinstance(place, PostgresqlPlace)
    return place.address


def test_a_still_record_shows_one_moment_while_its_writer_goes_on(sql_place: Place) -> None:
    journal = sql_place.open()
    record_batch(journal, plain_batch(A1, 0, 3))
    with still_record(address_of(sql_place)) as still:
        record_batch(journal, plain_batch(A1, 3, 2))
        record_batch(journal, plain_batch(B2, 0, 2))
        assert [(head.stream, head.position) for head in still.session.heads()] == [(A1, 3)]
        assert len(list(all_rows(still.session, EVENTS))) == 3
        assert len(list(all_rows(still.session, ANSWERS))) == 3
    with still_record(address_of(sql_place)) as still:
        assert len(list(all_rows(still.session, EVENTS))) == 7


def test_nothing_is_added_to_a_still_record(sql_place: Place) -> None:
    sql_place.open()
    with still_record(address_of(sql_place)) as still:
        attempts: tuple[Attempt, ...] = (
            lambda: still.writing([A1]),
            lambda: still.take_lease("timer", "me", 1_000),
        )
        for attempt in attempts:
            with pytest.raises(CannotRecord, match="open for reading only"):
                attempt()
        still.give_up_lease("timer", "me")
        still.close()


@pytest.mark.parametrize("count", [1, 999, 1_000, 1_001, 2_500])
def test_rows_are_read_in_parts_and_none_is_missed(count: int, sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, count))
    record_batch(journal, plain_batch(B2, 0, 2))
    with still_record(str(sqlite_place.path)) as still:
        rows = [(row[0], row[1]) for row in all_rows(still.session, EVENTS)]
        assert rows == [*((A1, n + 1) for n in range(count)), (B2, 1), (B2, 2)]
        part = rows_of_stream(still.session, EVENTS, A1, 0, count - 1)
        assert [row[1] for row in part] == list(range(1, count))
        part = rows_of_stream(still.session, ANSWERS, A1, 1, count)
        assert [row[1] for row in part] == list(range(2, count + 1))


def test_a_table_that_is_new_is_copied_too() -> None:
    # Left out are leases, which processes hold, and migrations, which each database has itself.
    record = Path(schema.__file__).read_text("utf-8")
    created = {
        line.split()[2] for line in record.splitlines() if line.strip().startswith("CREATE TABLE")
    }
    assert created - {table.name for table in TABLES} == {"leases", "migrations"}


def test_a_copy_of_a_file_that_differs_is_not_kept(
    sqlite_place: SqlitePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_batch(sqlite_place.open(), batch_of(evening().record))

    def copied_badly(still: StillSqlite, to: apsw.Connection) -> None:
        honest(still, to)
        to.execute("DROP TRIGGER answers_unchanged")
        to.execute("UPDATE answers SET fingerprint = 'another' WHERE number = 7")

    honest = StillSqlite.copy_pages
    monkeypatch.setattr(StillSqlite, "copy_pages", copied_badly)
    attempts: tuple[Attempt, ...] = (
        lambda: back_up(str(sqlite_place.path), tmp_path / "copy.db"),
        lambda: restore(sqlite_place.path, str(tmp_path / "copy.db")),
    )
    for attempt in attempts:
        with pytest.raises(RecordBroken, match="the copy differs in answers, in row 7"):
            attempt()
        assert not (tmp_path / "copy.db").exists()


def test_a_copy_of_a_database_that_differs_is_not_kept(
    postgresql_place: PostgresqlPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_batch(postgresql_place.open(), batch_of(evening().record))
    left_out = tuple(table for table in TABLES if table.name != "transfers")
    monkeypatch.setattr(backups, "TABLES", left_out)
    with pytest.raises(RecordBroken, match="the copy differs in transfers, in row 1"):
        back_up(postgresql_place.address, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_restore_to_a_database_that_differs_is_as_if_it_never_was(
    sqlite_place: SqlitePlace, postgresql_place: PostgresqlPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_batch(sqlite_place.open(), batch_of(evening().record))

    def filled_badly(record: StillRecord, connection: object, table: WholeTable) -> None:
        if table.name != "transfers":
            honest(record, connection, table)  # type: ignore[arg-type]

    honest = postgresql_restoring._fill  # noqa: SLF001
    monkeypatch.setattr(postgresql_restoring, "_fill", filled_badly)
    with pytest.raises(RecordBroken, match="the copy differs in transfers, in row 1"):
        restore(sqlite_place.path, postgresql_place.address)
    with pytest.raises(CannotRecord, match="there is no record of Punto"):
        read_record(postgresql_place.address)
    monkeypatch.undo()
    restore(sqlite_place.path, postgresql_place.address)

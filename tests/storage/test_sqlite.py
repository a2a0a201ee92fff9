"""The record in a file: one writer, readers beside it, and every kind of unfit file."""

import errno
import fcntl
import os
import re
import signal
import socket
import subprocess
import sys
from itertools import count
from pathlib import Path

import apsw
import pytest

from punto.runtime.ports import CannotRecord, RecordBroken
from punto.storage.sqlite import database as sqlite
from punto.storage.sqlite.database import open_sqlite, read_sqlite
from punto.storage.sqlite.files import create_database
from punto.storage.sqlite.session import ANSWERS
from support.storage.batches import A1, plain_batch, record_batch
from support.storage.faulty_disk import FaultyDisk, Orders
from support.storage.places import SqlitePlace

NAMES = count()


def test_a_file_has_one_writer_and_the_second_is_told_who(sqlite_place: SqlitePlace) -> None:
    sqlite_place.open()
    me = f"process {os.getpid()} on {socket.gethostname()} since "
    with pytest.raises(CannotRecord) as fault:
        open_sqlite(sqlite_place.path)
    assert f"{sqlite_place.path}: already open for writing by {me}" in str(fault.value)
    assert re.search(r"since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$", str(fault.value))


def test_a_writer_that_was_killed_leaves_no_lock_behind(sqlite_place: SqlitePlace) -> None:
    program = (
        "import sys, time; from pathlib import Path; "
        "from punto.storage.sqlite.database import open_sqlite; "
        "journal = open_sqlite(Path(sys.argv[1])); print('open', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(sqlite_place.path)], stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"open\n"
    with pytest.raises(CannotRecord, match=f"by process {other.pid} on"):
        sqlite_place.open()
    other.send_signal(signal.SIGKILL)
    other.communicate()
    record_batch(sqlite_place.open(), plain_batch(A1, 0))


def test_a_writer_that_ended_leaves_only_how_far_it_got_beside_its_file(
    sqlite_place: SqlitePlace,
) -> None:
    record_batch(sqlite_place.open(), plain_batch(A1, 0))
    sqlite_place.close()
    left = {each.name for each in sqlite_place.path.parent.iterdir()}
    assert left == {"record.db", "record.db-acknowledged"}


def test_a_lock_that_was_taken_away_meanwhile_is_taken_again(
    sqlite_place: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sqlite_place.path.with_name("record.db.lock")
    locked, honest = list[int](), fcntl.flock

    def flock(file: int, how: int) -> None:
        if not locked:
            path.unlink()  # as its last holder does, at the last moment
        locked.append(file)
        honest(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    journal = sqlite_place.open()
    assert len(locked) == 2
    with pytest.raises(CannotRecord, match="already open for writing"):
        open_sqlite(sqlite_place.path)
    journal.close()


def test_readers_see_what_is_recorded_while_the_writer_goes_on(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, 3))
    reader = sqlite_place.read()
    events = reader.read(A1)
    assert next(events)[0] == 1
    record_batch(journal, plain_batch(A1, 3))
    assert reader.streams() == {A1: 4}
    assert len(list(events)) == 2  # it read what was there when it looked
    assert len(list(reader.read(A1))) == 4


def test_the_file_is_as_durable_as_the_record_needs(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    with journal.database.writing([]) as session:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert session.rows(lambda found: found, f"PRAGMA {pragma}") == [value]


def test_only_its_owner_can_read_a_record(sqlite_place: SqlitePlace) -> None:
    record_batch(sqlite_place.open(), plain_batch(A1, 0))
    for name in ("record.db", "record.db-wal"):
        assert (sqlite_place.path.parent / name).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("commands", [1, 100, 500])
def test_a_repeat_is_found_without_reading_all_answers(
    sqlite_place: SqlitePlace, commands: int
) -> None:
    sqlite_place.open().close()
    connection = apsw.Connection(str(sqlite_place.path), apsw.SQLITE_OPEN_READONLY)
    question = ANSWERS.format(marks=",".join("?" * commands))
    plan = [
        row[3]
        for row in connection.execute(f"EXPLAIN QUERY PLAN {question}", ["x"] * (commands + 1))
    ]
    connection.close()
    assert len(plan) == 1
    assert plan[0].endswith("(stream=? AND command=?)")


def test_a_wrong_path_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotRecord, match="no folder"):
        open_sqlite(tmp_path / "nowhere" / "record.db")
    with pytest.raises(CannotRecord, match="there is no such file"):
        open_sqlite(tmp_path / "record.db", create=False)
    with pytest.raises(CannotRecord, match="there is no such file"):
        read_sqlite(tmp_path / "record.db")
    with pytest.raises((CannotRecord, RecordBroken)):
        open_sqlite(tmp_path)


def test_a_record_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    (tmp_path / "record.db.new").write_bytes(b"what a crash left behind")
    create_database(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["record.db"]
    journal = read_sqlite(path)
    assert journal.streams() == {}
    journal.close()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not a record of Punto, or cut off at its beginning"),
        (b"This is no database at all, only a text.\n" * 100, "NotADB: file is not a database"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "record.db"
    path.write_bytes(content)
    for attempt in (open_sqlite, read_sqlite):
        with pytest.raises(RecordBroken, match=f"{path}: {problem}"):
            attempt(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE invoices (number)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(RecordBroken, match="not a record of Punto"):
        open_sqlite(path)
    assert path.read_bytes() == before


def test_a_file_cut_short_is_refused(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, 500))
    journal.close()
    whole = sqlite_place.path.read_bytes()
    for part in (2, 3, 10):
        sqlite_place.path.write_bytes(whole[: len(whole) // part])
        with pytest.raises(RecordBroken, match=r"record\.db: Corrupt: .*malformed"):
            sqlite_place.open()
        with pytest.raises(RecordBroken, match=r"record\.db: Corrupt: .*malformed"):
            sqlite_place.read()


def test_no_byte_of_an_event_can_be_lost_without_notice(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, 60))
    journal.close()
    whole = sqlite_place.path.read_bytes()
    # More places than events: a tree that grew leaves old copies in the free space of its pages.
    places = [found.start() for found in re.finditer(rb'"clause":"3\.5"', whole)]
    named = set()
    for place in places:
        spoiled = bytearray(whole)
        spoiled[place + 10] ^= 1
        sqlite_place.path.write_bytes(spoiled)
        try:
            assert len(list(sqlite_place.read().read(A1))) == 60
        except RecordBroken as fault:
            named.add(str(fault))
    assert named == {
        f"table/A1 at {position}: the event does not follow in the chain"
        for position in range(1, 61)
    }


def test_a_page_of_rubbish_is_refused(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, 500))
    journal.close()
    whole = sqlite_place.path.read_bytes()
    size = 4_096
    refused = 0
    for page in range(1, len(whole) // size):
        spoiled = whole[: page * size] + os.urandom(size) + whole[(page + 1) * size :]
        sqlite_place.path.write_bytes(spoiled)
        try:
            reader = read_sqlite(sqlite_place.path)
        except RecordBroken:
            refused += 1
            continue
        try:
            assert len(list(reader.read(A1))) == 500
        except RecordBroken:
            refused += 1
        finally:
            reader.close()
    # Some pages hold answers, which a reader of events does not need.
    assert refused > 10


def faulty(place: SqlitePlace, orders: Orders) -> str:
    """Register a new faulty disk; SQLite knows it by this name as long as the object lives."""
    name = f"faulty-{next(NAMES)}"
    place.disk = FaultyDisk(name, orders)  # type: ignore[attr-defined]
    return name


def test_a_file_that_is_read_only_is_refused_for_writing(sqlite_place: SqlitePlace) -> None:
    sqlite_place.open().close()
    name = faulty(sqlite_place, Orders(read_only=True))
    with pytest.raises(CannotRecord, match=r"record\.db: read-only"):
        open_sqlite(sqlite_place.path, vfs=name)
    sqlite_place.open().close()


def test_a_copy_can_be_read_on_read_only_media(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0, 3))
    orders = Orders(no_log=True)
    disk = faulty(sqlite_place, orders)
    with pytest.raises(CannotRecord, match="CantOpen"):
        read_sqlite(sqlite_place.path, vfs=disk)
    journal.close()
    copy = read_sqlite(sqlite_place.path, vfs=disk)
    assert len(list(copy.read(A1))) == 3
    copy.close()


def test_a_full_disk_halts_and_the_record_stays_whole(sqlite_place: SqlitePlace) -> None:
    orders = Orders()
    journal = open_sqlite(sqlite_place.path, vfs=faulty(sqlite_place, orders))
    record_batch(journal, plain_batch(A1, 0, 3))
    orders.write = apsw.FullError
    with pytest.raises(CannotRecord, match=r"record\.db: Full"):
        record_batch(journal, plain_batch(A1, 3))
    assert journal.streams() == {A1: 3}
    orders.write = None
    record_batch(journal, plain_batch(A1, 3))
    assert journal.streams() == {A1: 4}
    journal.close()


def test_what_cannot_be_noted_as_acknowledged_is_not_acknowledged(
    sqlite_place: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0))

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        with pytest.raises(CannotRecord, match=r"record\.db-acknowledged: No space left"):
            record_batch(journal, plain_batch(A1, 1))
        # Between two commits this is only reported, and stops no one.
        sqlite_place.path.with_name("record.db-acknowledged").unlink()
        journal.check_place()
    # The batch is recorded nevertheless, and a repeat gets its answer.
    assert journal.streams() == {A1: 2}
    record_batch(journal, plain_batch(A1, 2))


def test_a_fault_while_a_record_is_opened_keeps_no_other_writer_out(
    sqlite_place: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_place.open().close()

    def no_memory(*_: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "WatchedFiles", no_memory)
        with pytest.raises(CannotRecord, match="Cannot allocate memory"):
            open_sqlite(sqlite_place.path)
    open_sqlite(sqlite_place.path).close()


def test_a_note_of_what_was_acknowledged_that_cannot_be_looked_at_is_no_place(
    sqlite_place: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = sqlite_place.open()
    record_batch(journal, plain_batch(A1, 0))
    honest = Path.stat

    def denied(path: Path, **how: bool) -> os.stat_result:
        if path.name.endswith("-acknowledged"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return honest(path, **how)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", denied)
        with pytest.raises(CannotRecord, match=r"record\.db-acknowledged: Permission denied"):
            journal.check_place()
    journal.check_place()


@pytest.mark.parametrize("fault", ["write", "sync"])
def test_after_an_error_of_the_disk_only_a_fresh_look_will_do(
    sqlite_place: SqlitePlace, fault: str
) -> None:
    orders = Orders()
    journal = open_sqlite(sqlite_place.path, vfs=faulty(sqlite_place, orders))
    record_batch(journal, plain_batch(A1, 0, 3))
    setattr(orders, fault, apsw.IOError)
    with pytest.raises(CannotRecord, match=r"record\.db: IO"):
        record_batch(journal, plain_batch(A1, 3))
    setattr(orders, fault, None)
    with pytest.raises(CannotRecord, match="stopped after an error; start the server again"):
        record_batch(journal, plain_batch(A1, 3))
    journal.close()
    # The batch of the failed sync may or may not be in the file, but never half of it.
    again = sqlite_place.open()
    end = again.streams()[A1]
    assert end in {3, 4}
    assert len(list(again.read(A1))) == end
    record_batch(again, plain_batch(A1, end))


def test_a_transaction_inside_of_a_transaction_is_a_mistake(sqlite_place: SqlitePlace) -> None:
    journal = sqlite_place.open()
    with (
        journal.transaction([A1]),
        pytest.raises(RuntimeError, match="inside of a transaction"),
        journal.transaction([A1]),
    ):
        pass
    record_batch(journal, plain_batch(A1, 0))

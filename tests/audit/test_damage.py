"""Every flipped bit in a record's file or log is noticed, and every file that is cut short."""

import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from punto.audit import COLUMNS, Unreadable, audit, read_acknowledged
from punto.audit import read_log as audited_log
from punto.runtime.ports import CannotRecord, RecordBroken, is_of_a_table
from punto.runtime.stream_runtime import Halted
from punto.runtime.stream_start import new_floor, new_table, open_floor, open_table
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import HeadRow
from punto.storage.sqlite.acknowledged_positions import Acknowledged, Kept, read_kept
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.write_ahead_log import read_log
from punto.values.ids import Instant
from support.audit.busy import SCRIPT
from support.audit.recording import Recorder, commands_of
from support.audit.thoroughness import EVERYTHING
from support.cli.running import run
from support.rehearsals.stage import read

FILES = ("record.db", "record.db-wal", "record.db-acknowledged")
Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="session")
def killed(tmp_path_factory: pytest.TempPathFactory, busy_key: SigningKey) -> Path:
    """The files of a server that was killed: everything is still in the log."""
    served, left = tmp_path_factory.mktemp("served"), tmp_path_factory.mktemp("killed")
    with closing(open_sqlite(served / "record.db")) as journal:
        recorder, asked = Recorder(journal), list(commands_of(read(SCRIPT)))
        recorder.give(asked[:60])
        sign_checkpoint(journal.database, busy_key, Instant(1))
        for each in asked[60:]:
            recorder.give([each])
        for name in FILES:
            shutil.copy(served / name, left / name)
    return left


@pytest.fixture(scope="session")
def stopped(killed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a server that was stopped in order: everything is in one file."""
    left = tmp_path_factory.mktemp("stopped")
    for name in FILES:
        shutil.copy(killed / name, left / name)
    open_sqlite(left / "record.db").close()
    return left


@contextmanager
def copied(folder: Path, to: Path) -> Iterator[Path]:
    """A copy of a record to damage, which is deleted afterwards."""
    for name in FILES:
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    yield to / "record.db"
    for each in to.iterdir():
        each.unlink()


def rows(path: Path) -> Rows:
    """All rows as bytes, whether or not they can be read as text."""
    found: Rows = {}
    with closing(apsw.Connection(str(path))) as connection:
        for table, columns in COLUMNS.items():
            asked = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
            found[table] = connection.execute(f"SELECT {asked} FROM {table}").fetchall()  # noqa: S608
    return found


def said_by_audit(path: Path) -> str:
    """Return the auditor's finding, or an empty string if the record holds."""
    try:
        found = audit(str(path)).finding
    except Unreadable as fault:
        return str(fault)
    return "" if found is None else found.sentence


def said_by_start(path: Path) -> str:
    """Return why a server does not start or which table it halts, or an empty string."""
    try:
        with closing(open_sqlite(path, create=False)) as journal:
            return said_by_tables(journal)
    except (RecordBroken, CannotRecord) as fault:
        return str(fault)


def said_by_tables(journal: StoredJournal) -> str:
    try:
        journal.check_signed_ends()
        open_floor(new_floor(journal, lambda _: None, lambda _: None), journal)
        for stream in filter(is_of_a_table, journal.streams()):
            table = new_table(stream, journal, lambda _: None, lambda _: None)
            open_table(table, journal, "none")
    except (RecordBroken, Halted) as fault:
        return str(fault)
    return ""


def expect_noticed(path: Path, whole: Rows, what: str) -> str:
    """Check that auditor and server find the damage, unless nothing is lost; return the finding."""
    by_audit, by_start = said_by_audit(path), said_by_start(path)
    if by_audit and by_start:
        return by_audit
    found = rows(path)
    if not by_audit:
        assert found == whole, f"{what}: the auditor finds nothing"
    if not by_start:
        # A server checks the rest of an answer only when its command is repeated.
        for table in COLUMNS:
            some = slice(0, 3) if table == "answers" else slice(None)
            assert [row[some] for row in found[table]] == [row[some] for row in whole[table]], (
                f"{what}: the start finds nothing in {table}; the auditor: {by_audit}"
            )
    return by_audit


def flip(path: Path, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def some_bits(size: int, count: int, every: int) -> list[int]:
    """Return random bits of a file; in a long run, one bit in each ``every`` bytes."""
    chance = random.Random(size)  # noqa: S311 (the same ones in every run)
    if EVERYTHING:
        return [byte * 8 + chance.randrange(8) for byte in range(0, size, every)]
    return [chance.randrange(size * 8) for _ in range(count)]


def test_no_flipped_bit_in_the_file_goes_unnoticed(stopped: Path, tmp_path: Path) -> None:
    whole, size = rows(stopped / "record.db"), (stopped / "record.db").stat().st_size
    header = [byte * 8 + byte % 8 for byte in range(0, 100, 1 if EVERYTHING else 10)]
    for bit in (*header, *some_bits(size, 30, every=64)):
        with copied(stopped, tmp_path) as path:
            flip(path, bit)
            expect_noticed(path, whole, f"bit {bit} of the file")


def test_no_flipped_bit_in_the_log_goes_unnoticed(killed: Path, tmp_path: Path) -> None:
    with copied(killed, tmp_path) as path:
        assert (said_by_audit(path), said_by_start(path)) == ("", "")
        whole = rows(path)
    size, found = (killed / "record.db-wal").stat().st_size, 0
    header = [byte * 8 + byte % 8 for byte in range(0, 32, 1 if EVERYTHING else 4)]
    for bit in (*header, *some_bits(size, 20, every=512)):
        with copied(killed, tmp_path) as path:
            flip(path.with_name("record.db-wal"), bit)
            found += bool(expect_noticed(path, whole, f"bit {bit} of the log"))
    assert found > 15


def test_a_log_that_was_cut_short_anywhere_is_noticed(killed: Path, tmp_path: Path) -> None:
    log = (killed / "record.db-wal").read_bytes()
    frames = [32 + number * (24 + 4_096) for number in range((len(log) - 32) // (24 + 4_096))]
    chosen = frames if EVERYTHING else [*frames[:: len(frames) // 8], frames[-1]]
    for size in (0, *chosen, *(each + 2_000 for each in chosen)):
        with copied(killed, tmp_path) as path:
            path.with_name("record.db-wal").write_bytes(log[:size])
            assert "acknowledged" in said_by_audit(path), size
            told = said_by_start(path)
            assert "were acknowledged" in told or "was signed" in told, size
            # Reading changes nothing, so that everything is still there to be rescued.
            assert path.with_name("record.db-wal").read_bytes() == log[:size]


def test_damage_in_the_log_is_named_with_its_place_and_a_remedy(
    killed: Path, tmp_path: Path
) -> None:
    with copied(killed, tmp_path) as path:
        flip(path.with_name("record.db-wal"), (32 + 9 * (24 + 4_096) + 500) * 8)
        told = said_by_start(path)
        assert f"{path}-wal: frame 10 is damaged, and " in told
        assert "transactions from there on would be lost" in told
        assert "docs/OPERATING.md" in told
        assert f"{path}-wal, frame 10" in said_by_audit(path)


def test_no_answer_can_be_lost_from_the_index_in_which_repeats_are_looked_up(
    stopped: Path, tmp_path: Path
) -> None:
    """A command missing in the index would be accepted a second time."""
    whole = rows(stopped / "record.db")
    content = (stopped / "record.db").read_bytes()
    command = bytes(whole["answers"][-1][2])
    places = [found.end() - 1 for found in re.finditer(re.escape(command), content)]
    told = set[str]()
    for place in places:
        with copied(stopped, tmp_path) as path:
            flip(path, place * 8)
            told.add(expect_noticed(path, whole, f"byte {place}").rpartition(": ")[2])
    assert any("missing from index sqlite_autoindex_answers_2" in each for each in told)


def test_the_commands_refuse_a_damaged_record_in_one_sentence(killed: Path, tmp_path: Path) -> None:
    with copied(killed, tmp_path) as path:
        flip(path.with_name("record.db-wal"), (32 + 9 * (24 + 4_096) + 500) * 8)
        told = f"punto: {path}-wal: frame 10 is damaged, and "
        for words in (["serve", "--port", "0"], ["backup", str(tmp_path / "copy.db")]):
            result = run(*words, "--database", str(path))
            assert (result.exit_code, result.stderr.startswith(told)) == (2, True), result.stderr
        result = run("audit", str(path))
        assert (result.exit_code, f"{path}-wal, frame 10" in result.stdout) == (1, True)
        assert not (tmp_path / "copy.db").exists()


def test_a_log_begun_again_over_an_old_one_is_not_damaged(killed: Path, tmp_path: Path) -> None:
    with copied(killed, tmp_path) as path, closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN; SELECT count(*) FROM events")
        other.execute("COMMIT")
        other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
        other.execute("DELETE FROM leases")
        other.execute("INSERT INTO leases VALUES ('x', 'y', 1)")
        log = read_log(path)
        assert (log.lost_commits, log.sound < log.size) == (0, True)
        assert said_by_audit(path) == ""


def test_server_and_audit_report_a_missing_file_of_acknowledged_ends(
    stopped: Path, tmp_path: Path
) -> None:
    with copied(stopped, tmp_path) as path:
        path.with_name("record.db-acknowledged").unlink()
        assert any("record.db-acknowledged: No such file" in x for x in audit(str(path)).unchecked)
        troubles: list[str] = []
        served(path, troubles)
        assert len(troubles) == 1
        assert "missing or unreadable" in troubles[0]
        assert any("record.db-acknowledged: begun at" in x for x in audit(str(path)).unchecked)
        served(path, troubles)
        assert len(troubles) == 1


def served(path: Path, troubles: list[str]) -> None:
    """Start a server, let it make its periodic check, and stop it."""
    with closing(open_sqlite(path, on_trouble=troubles.append)) as journal:
        journal.check_place()


def test_a_file_of_acknowledged_ends_deleted_under_a_running_server_is_written_again(
    stopped: Path, tmp_path: Path
) -> None:
    with copied(stopped, tmp_path) as path:
        troubles: list[str] = []
        with closing(open_sqlite(path, on_trouble=troubles.append)) as journal:
            journal.check_place()
            path.with_name("record.db-acknowledged").unlink()
            journal.check_place()
            journal.check_place()
        assert [each.rpartition(": ")[2] for each in troubles] == [
            "deleted or replaced; it is written again"
        ]
        assert any("record.db-acknowledged: begun at" in x for x in audit(str(path)).unchecked)


def test_a_record_that_vanished_is_not_begun_again(stopped: Path, tmp_path: Path) -> None:
    with copied(stopped, tmp_path) as path:
        path.unlink()
        with pytest.raises(RecordBroken, match="says how far its record came: floor at "):
            open_sqlite(path)
        assert not path.exists()


def test_the_name_of_a_stream_may_have_a_space_and_a_number_sign(tmp_path: Path) -> None:
    path, end = tmp_path / "record.db", HeadRow("table/VIP #1", 7, bytes(32), 3, bytes(32))
    writer = Acknowledged(path, Kept(str(path)), [], lambda _: None)
    writer.note([end])
    writer.close()
    assert read_kept(path).ends == {end.stream: end}
    audited, _ = read_acknowledged(path)
    assert audited is not None
    assert audited[end.stream]["position"] == 7


def own_reading(folder: Path) -> bool:
    return read_log(folder / "record.db").is_doubtful


def auditors_reading(folder: Path) -> bool:
    return bool(audited_log(folder / "record.db-wal")[1])


@pytest.mark.parametrize("finds_damage", [own_reading, auditors_reading])
def test_a_read_that_the_writer_overtakes_is_not_taken_for_damage(
    killed: Path, monkeypatch: pytest.MonkeyPatch, finds_damage: Callable[[Path], bool]
) -> None:
    whole = (killed / "record.db-wal").read_bytes()
    overtaken = whole[:8_300] + bytes(4_120) + whole[12_420:]
    reads = iter([overtaken, whole, whole])
    monkeypatch.setattr(Path, "read_bytes", lambda _path: next(reads))
    assert not finds_damage(killed)
    monkeypatch.setattr(Path, "read_bytes", lambda _path: overtaken)
    assert finds_damage(killed)

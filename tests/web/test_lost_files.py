"""A record is deleted, replaced or overwritten under a running server, which notices and halts."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from structlog.testing import capture_logs

from punto.runtime.ports import CannotRecord
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from support.bootstrap.server_processes import PATIENCE_S, ServerProcess
from support.storage.batches import A1, plain_batch, record_batch
from support.web.floor_server import (
    PASSWORD,
    SUPERVISOR,
    Browser,
    Client,
    Floor,
    Json,
    floor,
    terminal,
)

Loss = Callable[[Path], None]


def deleted(path: Path) -> None:
    path.unlink()


def moved_away(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replaced_by_a_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def without_its_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def overwritten_by_itself(path: Path) -> None:
    """Overwrite the file with its own bytes."""
    shutil.copyfile(path, path.with_name("copy.db"))
    shutil.copyfile(path.with_name("copy.db"), path)


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 4_096)


def with_an_older_log(path: Path) -> None:
    """Cut the log back to before the last transaction."""
    log = path.with_name(f"{path.name}-wal")
    content = log.read_bytes()
    log.write_bytes(content[: len(content) - 4_120])


def with_an_empty_log(path: Path) -> None:
    os.truncate(path.with_name(f"{path.name}-wal"), 0)


async def cash_in(screen: Client, name: str) -> Json:
    wish = {"name": "TakeBill", "terminal": "A1-1", "amount": 10_000, "simulated": True}
    return await screen.command(name, wish)


async def until_not_ready(at: Floor) -> Json:
    """Wait until ``/ready`` reports a problem, and return the report."""
    async with asyncio.timeout(30):
        while True:
            status, told, _ = await Browser(at.url).ask("GET", "/ready")
            if status != 200:
                return told
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("lose", [deleted, replaced_by_a_copy, overwritten_by_itself, cut_short])
def test_nothing_is_acknowledged_once_the_file_is_not_there(tmp_path: Path, lose: Loss) -> None:
    async def story() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            answer = await cash_in(screen, "1")
            assert answer.get("accepted") is True, answer
            lose(tmp_path / "floor.db")
            answer = await cash_in(screen, "2")
            assert answer["accepted"] is False, answer
            told = await until_not_ready(at)
            assert told["error"]["code"] == "halted"
            assert "while it was open" in told["error"]["sentence"]
            (halted,) = {standing.halted for standing in at.server.node.tables().values()}
            assert "while it was open" in halted

    asyncio.run(story())


def test_a_server_without_players_notices_too_and_says_why(tmp_path: Path) -> None:
    async def story() -> None:
        with capture_logs() as lines:
            async with floor(tmp_path) as at:
                moved_away(tmp_path / "floor.db")
                await until_not_ready(at)
        halts = {line["stream"]: line["reason"] for line in lines if line["event"] == "halted"}
        assert halts.keys() == {"floor", "table/A1"}
        for reason in halts.values():
            assert f"{tmp_path / 'floor.db'} was " in reason
            assert "start the server again" in reason

    asyncio.run(story())


def lose_while_writing(journal: StoredJournal, lose: Callable[[], None]) -> None:
    with journal.transaction([A1]) as transaction:
        transaction.append(plain_batch(A1, 1))
        lose()


@pytest.mark.parametrize(
    "lose",
    [
        deleted,
        moved_away,
        replaced_by_a_copy,
        without_its_log,
        overwritten_by_itself,
        cut_short,
        with_an_older_log,
        with_an_empty_log,
    ],
)
def test_a_batch_whose_file_goes_while_it_is_written_is_not_told_as_recorded(
    tmp_path: Path, lose: Loss
) -> None:
    journal = open_sqlite(tmp_path / "record.db")
    record_batch(journal, plain_batch(A1, 0))
    with pytest.raises(CannotRecord, match="while it was open"):
        lose_while_writing(journal, lambda: lose(tmp_path / "record.db"))
    with pytest.raises(CannotRecord, match="while it was open"):
        record_batch(journal, plain_batch(A1, 2))
    with pytest.raises(CannotRecord, match="while it was open"):
        journal.streams()
    journal.close()


def test_the_log_of_the_file_that_took_the_place_is_left_alone(tmp_path: Path) -> None:
    """SQLite deletes a log by its name when the last connection is closed."""
    path, other = tmp_path / "record.db", tmp_path / "other"
    journal = open_sqlite(path)
    other.mkdir()
    open_sqlite(other / "record.db").close()
    (other / "record.db-wal").write_bytes(b"the log of another record")
    for name in ("record.db", "record.db-wal"):
        (other / name).replace(tmp_path / name)
    before = path.read_bytes()
    with pytest.raises(CannotRecord, match="was replaced by another file while it was open"):
        journal.close()
    assert path.read_bytes() == before
    assert (tmp_path / "record.db-wal").read_bytes() == b"the log of another record"


def test_credentials_that_were_deleted_let_nobody_in_and_the_tables_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            await at.with_secrets(SUPERVISOR)
            os.unlink(tmp_path / "floor-credentials.db")  # noqa: PTH108 (as an attacker does)
            browser = Browser(at.url)
            assert await browser.sign_in(SUPERVISOR, PASSWORD) >= 500
            assert browser.csrf is None
            assert (await cash_in(screen, "1"))["accepted"] is True

    asyncio.run(story())


def run(*words: str | Path) -> None:
    subprocess.run(words, check=True, capture_output=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path, str(tmp_path / "floor.db"))
    yield started
    started.process.kill()


def ready(server: ServerProcess) -> Json:
    """Return the report of ``/ready``, whether or not it is ready."""
    try:
        told: Json = json.loads(server.get("/ready"))
    except HTTPError as answer:
        told = json.loads(answer.read())
    return told


def until_halted(server: ServerProcess) -> str:
    end = time.monotonic() + PATIENCE_S
    while "error" not in (told := ready(server)):
        assert time.monotonic() < end
        time.sleep(0.1)
    return str(told["error"]["sentence"])


def until_played(server: ServerProcess, more: int) -> None:
    end, enough = time.monotonic() + PATIENCE_S, server.rounds() + more
    while server.rounds() < enough:
        assert time.monotonic() < end
        time.sleep(0.1)


def backed_up_with_punto(database: Path, copy: Path) -> None:
    run(sys.executable, "-m", "punto", "backup", str(copy), "--database", str(database))


def copied(database: Path, copy: Path) -> None:
    run("cp", database, copy)


def vacuumed(database: Path, copy: Path) -> None:
    run(sys.executable, "-c", _SQL, database, f"VACUUM INTO '{copy}'")


_SQL = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()"


@pytest.mark.parametrize("back_up", [backed_up_with_punto, copied, vacuumed])
def test_a_server_halts_when_an_older_copy_is_written_over_its_file(
    server: ServerProcess, tmp_path: Path, back_up: Callable[[Path, Path], None]
) -> None:
    database, copy = tmp_path / "floor.db", tmp_path / "copy.db"
    until_played(server, 4)
    back_up(database, copy)
    until_played(server, 4)
    inode = database.stat().st_ino
    run("cp", copy, database)
    assert database.stat().st_ino == inode
    assert f"{database} was overwritten or cut short while it was open" in until_halted(server)
    server.tell(signal.SIGTERM)
    server.ended()
    assert "was overwritten or cut short while it was open" in server.said
    assert database.read_bytes() == copy.read_bytes(), "the server writes nothing more into it"


def test_a_server_halts_when_an_older_log_is_written_over_its_own(
    server: ServerProcess, tmp_path: Path
) -> None:
    database = tmp_path / "floor.db"
    until_played(server, 4)
    run("cp", f"{database}-wal", tmp_path / "older")
    until_played(server, 4)
    run("cp", tmp_path / "older", f"{database}-wal")
    assert f"{database}-wal was overwritten or cut short while it was open" in until_halted(server)
    server.tell(signal.SIGTERM)
    server.ended()


def test_copies_readers_and_checkpoints_of_others_halt_nothing(
    server: ServerProcess, tmp_path: Path
) -> None:
    database = tmp_path / "floor.db"
    for number, sql in enumerate(
        [
            "PRAGMA wal_checkpoint(PASSIVE)",
            "PRAGMA wal_checkpoint(RESTART)",
            "PRAGMA wal_checkpoint(TRUNCATE)",
            "SELECT count(*) FROM events",
            "PRAGMA integrity_check",
        ]
    ):
        until_played(server, 2)
        run(sys.executable, "-c", _SQL, database, sql)
        run("cp", database, tmp_path / f"{number}.db")
    backed_up_with_punto(database, tmp_path / "backup.db")
    vacuumed(database, tmp_path / "vacuumed.db")
    database.chmod(0o640)
    until_played(server, 4)
    assert ready(server)["ready"] is True
    server.tell(signal.SIGTERM)
    assert server.ended() == 0
    assert "while it was open" not in server.said
    open_sqlite(database).close()

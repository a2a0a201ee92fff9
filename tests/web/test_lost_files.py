"""The files of a record are deleted or replaced under a running server, which notices and halts."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from punto.runtime.ports import CannotRecord
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
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


async def cash_in(screen: Client, name: str) -> Json:
    wish = {"name": "TakeBill", "terminal": "A1-1", "amount": 10_000, "simulated": True}
    return await screen.command(name, wish)


async def until_not_ready(at: Floor) -> Json:
    """What ``/ready`` says as soon as it does not say that all is well."""
    async with asyncio.timeout(30):
        while True:
            status, told, _ = await Browser(at.url).ask("GET", "/ready")
            if status != 200:
                return told
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("lose", [deleted, replaced_by_a_copy])
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
            (halted,) = {standing.halted for standing in at.service.node.tables().values()}
            assert "while it was open" in halted

    asyncio.run(story())


def test_a_server_at_which_nobody_plays_notices_too_and_says_why(tmp_path: Path) -> None:
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
    [deleted, moved_away, replaced_by_a_copy, without_its_log],
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

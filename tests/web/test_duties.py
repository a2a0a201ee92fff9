"""Duties in the background go on after any fault."""

import asyncio
import errno
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from punto.bootstrap import archive
from punto.identity.terminals.events import NameErased
from punto.runtime.mailboxes import Closed
from punto.runtime.ports import CannotRecord, RecordBroken
from punto.web.duties import Duty
from punto.web.screens.patron_names import NameNote
from punto.web.security.vault_notes import VaultNotes
from support.runtime.stage import until
from support.web.floor_server import floor

FAULTS = [CannotRecord("away"), CannotRecord("away"), RecordBroken("odd"), OSError(errno.EMFILE)]


def test_a_duty_outlives_every_fault_and_tells_each_once() -> None:
    faults, looks = iter(FAULTS), list[int]()

    async def look() -> None:
        looks.append(1)
        for fault in faults:
            raise fault

    async def play() -> None:
        duty = Duty("it waits", look, 0.001)
        duty.begin()
        await until(lambda: len(looks) > len(FAULTS) + 1)
        await duty.close()

    with capture_logs() as logged:
        asyncio.run(play())
    assert [each["event"] for each in logged] == ["it waits"] * 3
    assert [each["exc_info"] for each in logged] == [False, True, True]
    assert logged[0]["why"] == "the record cannot be written: away"


def test_a_duty_that_never_began_can_be_closed() -> None:
    async def look() -> None:
        raise AssertionError

    asyncio.run(Duty("it waits", look, 1).close())


def test_the_search_index_follows_again_after_a_process_could_not_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_EVERY_S", 0.01)
    monkeypatch.setattr(archive, "_REST_S", 0.01)

    async def play() -> None:
        async with floor(tmp_path) as at:
            own = at.server.app.archive
            assert isinstance(own, archive.ServerArchive)
            own._command, own._is_damaged = ("/no/such/program",), True  # noqa: SLF001
            await until(lambda: any("search index" in each["event"] for each in logged))
            marker = tmp_path / "index was called"
            words = f"open({str(marker)!r}, 'w')"
            own._command, own._is_damaged = (sys.executable, "-c", words), True  # noqa: SLF001
            await until(marker.exists)

    with capture_logs() as logged:
        asyncio.run(play())


def test_notes_are_read_again_after_they_could_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = VaultNotes[NameNote].all
    faults = [RecordBroken("odd"), Closed("stopping")]

    async def all_notes(self: VaultNotes[NameNote]) -> Mapping[str, NameNote]:
        if self._kind == "patron" and faults:
            raise faults.pop()
        return await rest(self)

    monkeypatch.setattr(VaultNotes, "all", all_notes)

    async def play() -> None:
        async with floor(tmp_path) as at:
            await until(lambda: not faults)
            names = at.server.services.names
            # As the command line leaves it when it erases a name.
            await names._notes.add("A1/ann", NameNote("", "x", 1))  # noqa: SLF001
            told = at.server.services.floor_feed.latest
            await until(lambda: any(isinstance(e.fact, NameErased) for _, e in told()))

    asyncio.run(play())
    assert not faults

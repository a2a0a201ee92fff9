"""A job of the lab belongs to the floor: it runs at one server, and every server knows it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from punto.bootstrap import floor_lab
from punto.bootstrap.floor_lab import SILENT_MS, FloorLab
from punto.bootstrap.lab import ServerLab
from punto.storage.addresses import open_vault
from punto.web.http.ports import LabBusy
from punto.web.wire.lab import LabWork
from support.runtime.stage import HandClock

# A worker that never finishes a study, and makes a sheet at once.
WORKER = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["kind"] == "study":
        print(json.dumps({"progress": {"done": 7}}), flush=True)
        time.sleep(600)
    for ending in ("html", "pdf"):
        open(f"{asked['folder']}/par-x.{ending}", "w").write(f"<p>{ending} {asked['seed']}</p>")
    links = {"page": "/lab/sheets/par-x.html", "pdf": "/lab/sheets/par-x.pdf"}
    print(json.dumps({"told": links}), flush=True)
"""
GIVE_UP_S = 30


def work(kind: str, seed: int = 1) -> LabWork:
    return LabWork(kind=kind, game="mbs-tiger", decks=8, size=10, seed=seed)  # type: ignore[arg-type]


@dataclass
class TwoServers:
    """Two servers of one floor, and their clock."""

    one: FloorLab
    other: FloorLab
    clock: HandClock


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[TwoServers]:
    vault, clock = open_vault(str(folder / "floor.db")), HandClock(50_000)
    labs = [
        FloorLab(ServerLab(is_open=True, command=(sys.executable, "-c", WORKER)), vault, clock.now)
        for _ in range(2)
    ]
    try:
        yield TwoServers(labs[0], labs[1], clock)
    finally:
        for lab in labs:
            await lab.close()
        vault.close()


def play(folder: Path, story: Callable[[TwoServers], Awaitable[None]]) -> None:
    async def run() -> None:
        async with two_servers(folder) as servers:
            await story(servers)

    asyncio.run(run())


async def until_seen(at: TwoServers, lab: FloorLab, state: str, done: int = 0) -> None:
    """Wait until a server shows the job like this, while the floor's clock goes on."""
    async with asyncio.timeout(GIVE_UP_S):
        while True:
            job = await lab.job()
            if job is not None and job.state == state and job.done >= done:
                return
            at.clock.at += 20
            await asyncio.sleep(0.01)


async def until_told(lab: FloorLab) -> None:
    """Wait until a server has told the floor that its job has ended."""
    async with asyncio.timeout(GIVE_UP_S):
        watching = lab._watching  # noqa: SLF001
        assert watching is not None
        await watching


def test_a_job_is_seen_at_every_server_and_keeps_all_from_another(tmp_path: Path) -> None:
    async def story(at: TwoServers) -> None:
        assert (await at.one.job(), await at.other.job()) == (None, None)
        await at.one.begin(work("study"))
        await until_seen(at, at.other, "running")
        with pytest.raises(LabBusy):
            await at.other.begin(work("sheet"))
        await until_seen(at, at.one, "running", done=7)
        await until_seen(at, at.other, "running", done=7)

    play(tmp_path, story)


def test_a_job_is_cancelled_from_any_server(tmp_path: Path) -> None:
    async def story(at: TwoServers) -> None:
        await at.other.cancel()
        await at.one.begin(work("study"))
        await asyncio.gather(at.other.cancel(), until_seen(at, at.one, "cancelled"))
        await until_seen(at, at.other, "cancelled")
        # And the next job may begin, at whichever server it is requested.
        await at.other.begin(work("study"))
        await at.other.cancel()
        await until_seen(at, at.one, "cancelled")

    play(tmp_path, story)


def test_a_sheet_is_fetched_from_any_server(tmp_path: Path) -> None:
    async def story(at: TwoServers) -> None:
        for seed in (1, 2):
            await at.one.begin(work("sheet", seed))
            await until_seen(at, at.one, "done")
            await until_seen(at, at.other, "done")
        for ending in ("html", "pdf"):
            found = await at.other.sheet(f"par-x.{ending}")
            assert found is not None
            assert found.read_text() == f"<p>{ending} 2</p>"
        assert await at.other.sheet("par-y.html") is None
        assert await at.other.sheet("../floor.db") is None

    play(tmp_path, story)


def test_a_job_whose_server_is_gone_has_ended_and_bars_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: TwoServers) -> None:
        await at.one.begin(work("study"))
        await until_seen(at, at.other, "running")
        # It dies, and says nothing more.
        monkeypatch.setattr(floor_lab, "_BEAT_MS", 10 * SILENT_MS)
        at.clock.at += SILENT_MS
        job = await at.other.job()
        assert job is not None
        assert (job.state, job.sentence) == ("failed", "the server at work on it is gone")
        await at.other.cancel()
        await at.other.begin(work("sheet"))
        await until_seen(at, at.other, "done")

    play(tmp_path, story)


def test_a_server_that_wakes_up_after_its_job_was_given_up_leaves_the_later_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: TwoServers) -> None:
        monkeypatch.setattr(floor_lab, "_BEAT_MS", 10 * SILENT_MS)
        with monkeypatch.context() as asleep:
            running = await at.one.begin(work("sheet", 1))
            asleep.setattr(at.one._own, "job", lambda: running)  # noqa: SLF001
            at.clock.at += SILENT_MS
            await at.other.begin(work("sheet", 2))
            await until_told(at.other)
        await until_told(at.one)
        kept = await at.other._sheets.all()  # noqa: SLF001
        assert {each.content for each in kept.values()} == {b"<p>html 2</p>", b"<p>pdf 2</p>"}

    play(tmp_path, story)


def test_a_server_whose_job_was_given_up_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: TwoServers) -> None:
        with monkeypatch.context() as asleep:
            asleep.setattr(floor_lab, "_BEAT_MS", 10 * SILENT_MS)
            await at.one.begin(work("study"))
            at.clock.at += SILENT_MS
            await at.other.begin(work("sheet"))
            await until_seen(at, at.other, "done")
        at.clock.at += SILENT_MS
        await until_told(at.one)
        await until_seen(at, at.one, "done")

    play(tmp_path, story)


def test_a_job_whose_server_is_stopped_says_so(tmp_path: Path) -> None:
    async def story(at: TwoServers) -> None:
        await at.one.begin(work("study"))
        await at.one.close()
        job = await at.other.job()
        assert job is not None
        assert (job.state, job.sentence) == ("failed", "the server at work on it was stopped")

    play(tmp_path, story)

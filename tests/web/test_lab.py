"""The lab over HTTP: who may use it, what it answers, and the life of its processes."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from punto.bootstrap.floor_lab import FloorLab
from punto.bootstrap.lab import LabProcess, ServerLab
from punto.bootstrap.rule_book import shipped_game, shipped_house_edges
from punto.lab import exact_odds
from punto.storage.addresses import open_vault
from punto.web.http.ports import LabFailed
from punto.web.http.request_pace import Attempts
from punto.web.sessions.pace import Pace
from punto.web.wire.lab import Simulated, Studied
from support.runtime.stage import until
from support.web.floor_server import CHIEF, Anything, Browser, Floor, floor

Told: TypeAlias = tuple[int, Anything]

# A lab that starts quickly: it gives the answers that the tests need, and computes nothing.
WORKER = """
import json, os, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["game"] == "mbs-tiger" and asked["seed"] == 666:
        os._exit(3)
    if asked["kind"] == "study":
        print(json.dumps({"progress": {"done": 7}}), flush=True)
        time.sleep(600)
    if asked["kind"] == "sheet":
        for ending in ("html", "pdf"):
            open(f"{asked['folder']}/par-x.{ending}", "w").write(f"<p>{ending}</p>")
        links = {"page": "/lab/sheets/par-x.html", "pdf": "/lab/sheets/par-x.pdf"}
        print(json.dumps({"told": links}), flush=True)
    if asked["kind"] == "simulation":
        print(json.dumps({"refused": "these rounds cannot be dealt"}), flush=True)
"""


@asynccontextmanager
async def lab_floor(folder: Path, lab: str = "open") -> AsyncIterator[tuple[Floor, Browser]]:
    async with floor(folder, lab=lab) as at:
        yield at, Browser(at.url)


async def told(browser: Browser, path: str, body: object = None) -> Told:
    """Send a request, by POST if it has a body."""
    status, answer, _ = await browser.ask("GET" if body is None else "POST", path, body)
    return status, answer


async def refused(browser: Browser, path: str, body: object) -> tuple[int, str, str]:
    status, answer = await told(browser, path, body)
    return status, answer["error"]["code"], answer["error"]["sentence"]


def shoe(without: str = "", game: str = "mbs-tiger", decks: int = 8) -> dict[str, object]:
    return {"game": game, "decks": decks, "without": without}


def work(kind: str, seed: int = 1, size: int = 10) -> dict[str, object]:
    return {"kind": kind, "game": "mbs-tiger", "decks": 8, "size": size, "seed": seed}


def test_the_edges_of_a_table_are_those_of_its_decks(tmp_path: Path) -> None:
    async def play() -> None:
        async with lab_floor(tmp_path) as (_, browser):
            status, answer = await told(browser, "/api/tables/A1/edges")
            assert (status, answer["game"], answer["decks"]) == (200, "mbs-tiger", 8)
            # Player, Tie and a pair with eight decks, as every book states them.
            edges = answer["edges"]
            per_cents = {bet: f"{100 * edge['float']:.4f}" for bet, edge in edges.items()}
            assert (per_cents["player"], per_cents["tie"]) == ("1.2351", "14.3596")
            game = shipped_game("mbs-tiger")
            assert game is not None
            assert {bet: Fraction(edge["exact"]) for bet, edge in edges.items()} == dict(
                shipped_house_edges().of(game, 8)
            )
            assert await refused_get(browser, "/api/tables/Z9/edges") == (404, "no_such_table")

    asyncio.run(play())


async def refused_get(browser: Browser, path: str) -> tuple[int, str]:
    status, answer = await told(browser, path)
    return status, answer["error"]["code"]


def test_odds_of_a_shoe_are_those_of_the_library(tmp_path: Path) -> None:
    async def play() -> None:
        async with lab_floor(tmp_path) as (at, browser):
            status, about = await told(browser, "/api/lab")
            assert (status, about["missing"]) == (200, "")
            assert {"mbs-tiger", "rws-live"} <= {game["key"] for game in about["games"]}
            status, answer = await told(browser, "/api/lab/odds", shoe("6S 6H KD"))
            assert status == 200, answer
            game = shipped_game("mbs-tiger")
            assert game is not None
            odds, full = exact_odds(game, 8, "6S 6H KD"), exact_odds(game, 8)
            assert (answer["cards"], answer["total"]) == (413, str(odds.total))
            for bet in answer["bets"]:
                known = odds[bet["bet"]]
                assert Fraction(bet["edge"]["exact"]) == known.edge != full[known.key].edge
                assert Fraction(bet["full"]["exact"]) == full[known.key].edge
                assert Fraction(bet["win"]["exact"]) == known.win
                assert bet["standard_deviation"] == known.standard_deviation
            assert [bet["bet"] for bet in answer["bets"]] == list(odds)
            await bad_shoes_are_refused(browser)
            at.server.app.lab_attempts = Attempts(Pace(burst=1, per_second=1))
            assert (await told(browser, "/api/lab/odds", shoe()))[0] == 200
            assert (await refused(browser, "/api/lab/odds", shoe()))[:2] == (429, "too_fast")

    asyncio.run(play())


async def bad_shoes_are_refused(browser: Browser) -> None:
    """Check bad shoes on the same server, because the lab takes seconds to start."""
    for asked, status, code, words in (
        (shoe("ZZ"), 422, "lab_refused", "card 'ZZ'"),
        (shoe("AS " * 9), 422, "lab_refused", "taken 9 times"),
        (shoe(decks=40), 422, "lab_refused", "decks 40"),
        (shoe(decks=0), 422, "malformed", "decks"),
        (shoe(game="mbs-nothing"), 404, "no_such_game", "mbs-nothing"),
        (shoe("AS " * 700), 422, "malformed", "without"),
        ({"game": "mbs-tiger"}, 422, "malformed", "decks"),
    ):
        found = await refused(browser, "/api/lab/odds", asked)
        assert found[:2] == (status, code)
        assert words in found[2]


def test_only_staff_use_the_lab_where_it_is_not_open(tmp_path: Path) -> None:
    async def play() -> None:
        async with lab_floor(tmp_path, "staff") as (at, browser):
            for path, body in (
                ("/api/lab", None),
                ("/api/lab/odds", shoe()),
                ("/api/lab/work", None),
            ):
                status, answer = await told(browser, path, body)
                assert (status, answer["error"]["code"]) == (401, "not_signed_in")
            assert await refused_get(browser, "/lab/sheets/par-x.html") == (401, "not_signed_in")
            # The edges, which every table prints, stay public.
            assert (await told(browser, "/api/tables/A1/edges"))[0] == 200
            await at.with_secrets(CHIEF)
            assert await browser.sign_in(CHIEF) == 200
            assert (await told(browser, "/api/lab"))[0] == 200

    asyncio.run(play())


@asynccontextmanager
async def cheap_lab(folder: Path) -> AsyncIterator[tuple[ServerLab, Browser]]:
    async with lab_floor(folder) as (at, browser):
        lab = ServerLab(is_open=True, command=(sys.executable, "-c", WORKER))
        vault = open_vault(str(folder / "lab.db"))
        at.server.app.lab = FloorLab(lab, vault, at.server.app.now)
        try:
            yield lab, browser
        finally:
            await at.server.app.lab.close()
            vault.close()


async def ended(lab: ServerLab, browser: Browser) -> Anything:
    await until(lambda: (job := lab.job()) is not None and job.state != "running")
    _, answer = await told(browser, "/api/lab/work")
    return answer["job"]


def test_one_piece_of_work_at_a_time_which_can_be_cancelled(tmp_path: Path) -> None:
    async def play() -> None:
        async with cheap_lab(tmp_path) as (lab, browser):
            assert await told(browser, "/api/lab/work") == (200, {"job": None})
            assert (await told(browser, "/api/lab/work", work("study")))[0] == 200
            assert (await refused(browser, "/api/lab/work", work("sheet")))[:2] == (409, "lab_busy")
            await until(lambda: (job := lab.job()) is not None and job.done == 7)
            _, answer = await told(browser, "/api/lab/work/cancel", {})
            assert (answer["job"]["state"], answer["job"]["done"]) == ("cancelled", 7)
            too_many = await refused(browser, "/api/lab/work", work("study", size=2_001))
            assert too_many[:2] == (422, "malformed")
            assert (await refused(browser, "/api/lab/work", work("simulation", size=10**9)))[
                0
            ] == 422

    asyncio.run(play())


def test_a_lab_that_has_just_ended_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system knows that a process has ended before our event loop does."""
    kill = os.killpg

    def ended_before(process: int, number: int) -> None:
        kill(process, number)
        raise ProcessLookupError

    async def play() -> None:
        async with cheap_lab(tmp_path) as (lab, browser):
            monkeypatch.setattr(os, "killpg", ended_before)
            await told(browser, "/api/lab/work", work("study"))
            await until(lambda: (job := lab.job()) is not None and job.done == 7)
            _, answer = await told(browser, "/api/lab/work/cancel", {})
            assert answer["job"]["state"] == "cancelled"

    asyncio.run(play())


def test_a_lab_that_falls_over_is_started_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with cheap_lab(tmp_path) as (lab, browser):
            await told(browser, "/api/lab/work", work("simulation", seed=666))
            job = await ended(lab, browser)
            assert (job["state"], "crashed" in job["sentence"]) == ("failed", True)
            await told(browser, "/api/lab/work", work("simulation"))
            job = await ended(lab, browser)
            assert (job["state"], job["sentence"]) == ("failed", "these rounds cannot be dealt")
            await told(browser, "/api/lab/work", work("sheet"))
            job = await ended(lab, browser)
            assert (job["state"], job["sheet"]["page"]) == ("done", "/lab/sheets/par-x.html")
            status, answer, headers = await browser.ask("GET", job["sheet"]["page"])
            assert (status, answer["raw"]) == (200, b"<p>html</p>")
            assert "sandbox" in headers["content-security-policy"]
            status, _, headers = await browser.ask("GET", job["sheet"]["pdf"])
            assert "attachment" in headers["content-disposition"]
            for name in ("par-y.html", "..%2Ffloor.db", "par-x.txt"):
                assert (await told(browser, f"/lab/sheets/{name}"))[0] == 404

    asyncio.run(play())


def test_a_lab_that_was_killed_is_waited_for_before_another_starts_and_at_the_end() -> None:
    """Otherwise its pipes would outlive the event loop."""
    processes = list[Process | None]()

    async def play() -> None:
        lab = LabProcess((sys.executable, "-c", "import time; time.sleep(600)"))
        for _ in range(2):
            with pytest.raises(LabFailed, match="no answer within"):
                await lab.ask({}, lambda _: None, 0.5)
            processes.append(lab._process)  # noqa: SLF001
        await lab.close()

    asyncio.run(play())
    first, second = processes
    assert first is not None
    assert second is not None
    assert first is not second
    assert None not in {first.returncode, second.returncode}


def test_without_its_libraries_the_lab_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "the lab needs numba: install punto with its extra lab"
    monkeypatch.setattr(ServerLab, "missing", property(lambda _: sentence))

    async def play() -> None:
        async with lab_floor(tmp_path) as (_, browser):
            assert (await told(browser, "/api/lab"))[1]["missing"] == sentence
            assert await refused(browser, "/api/lab/odds", shoe()) == (503, "no_lab", sentence)

    asyncio.run(play())


def test_the_worker_tells_what_the_server_passes_on(tmp_path: Path) -> None:
    from punto.lab_worker import answer  # noqa: PLC0415 (as costly as the lab itself)

    progress: list[dict[str, int]] = []
    asked = {"game": "rws-etg", "decks": 4, "seed": 7}
    told = answer({"do": "simulation", "size": 5_000, **asked}, progress.append)["told"]
    dealt = msgspec.convert(told, Simulated)
    assert dealt.rounds == 5_000
    assert [bet.bet for bet in dealt.bets][:3] == ["player", "banker", "tie"]
    for bet in dealt.bets:
        low, high = bet.interval
        assert low < bet.edge < high
        assert abs(bet.edge - bet.exact) < 1.5 * (high - low)
    progress.clear()
    told = answer({"do": "study", "size": 1, **asked}, progress.append)["told"]
    studied = msgspec.convert(told, Studied)
    assert (studied.shoes, progress[-1]["done"]) == (1, 1)
    # The deeper the shoe, the wider the spread of edges; the full shoe has the known edge.
    tie = studied.bets[2]
    full, deepest = tie.depths[0], tie.depths[-1]
    assert (full.gone, f"{full.mean:.4f}") == (0, "0.1459")
    assert deepest.high - deepest.low > full.high - full.low
    unfit = answer({"do": "odds", "without": "AX", **asked}, progress.append)
    assert "AX" in unfit["refused"]
    taken = tmp_path / "taken"
    taken.touch()
    unfit = answer({"do": "sheet", "folder": str(taken), **asked}, progress.append)
    assert "expected a folder" in unfit["refused"]

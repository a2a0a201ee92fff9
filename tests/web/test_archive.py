"""Reports and the search of the record over HTTP: who may ask, what is told, what is refused."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import ParamSpec
from urllib.parse import urlencode

import pytest

from punto.bootstrap.archive import ServerArchive
from punto.views.reports import REPORTS
from punto.web.http.ports import Archive, ReportFailed
from punto.web.http.request_pace import Attempts
from punto.web.sessions.pace import Pace
from support.runtime.stage import until
from support.web.floor_server import (
    CHIEF,
    DEALER,
    SUPERVISOR,
    Anything,
    Browser,
    Floor,
    Json,
    console,
    floor,
    terminal,
)

FUTURE, PAST = "2999-01-01T00:00+08:00", "1999-01-01T00:00+08:00"

# Runs in place of punto: it reports its process, prints nothing and never ends.
ENDLESS = """
import os, sys, time
open(os.environ["PUNTO_DATABASE"] + ".pid", "w").write(str(os.getpid()))
time.sleep(600)
"""
# Prints its rows one by one, as punto does, and in many more parts than a short report.
LONG = """
import time
for number in range(1_000):
    print(number, flush=True)
    time.sleep(0.000_5)
"""
# As Python ends a program with a fault: code 1, which is also that of a report that does not tie.
CRASHES = "raise MemoryError"
DIES = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
COMPLAINS = "import sys; print('punto: the record does not hold', file=sys.stderr); sys.exit(2)"


P = ParamSpec("P")


def in_a_loop(play: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    @wraps(play)
    def test(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(play(*args, **kwargs))

    return test


@dataclass
class Person:
    """A person with a program of their own, which sends the token of a session."""

    browser: Browser
    token: str

    async def post(self, path: str, **body: Anything) -> tuple[int, Json]:
        status, told, _ = await self.browser.ask(
            "POST", path, body, Authorization=f"Bearer {self.token}"
        )
        return status, told

    async def get(self, path: str) -> tuple[int, Json, dict[str, str]]:
        return await self.browser.ask("GET", path, Authorization=f"Bearer {self.token}")

    async def found(self, **asked: Anything) -> Json:
        """Search until everything that is recorded can be found."""
        async with asyncio.timeout(60):
            while True:
                status, told = await self.post("/api/events/search", **asked)
                assert status == 200, told
                if told["indexed"] == told["recorded"]:
                    return told
                await asyncio.sleep(0.2)

    async def codes(self, **asked: Anything) -> list[str]:
        return [each["code"] for each in (await self.found(**asked))["events"]]

    async def refusal(self, path: str, **asked: Anything) -> tuple[int, str]:
        status, told = await self.post(path, **asked)
        return status, told["error"]["code"]


async def person(at: Floor, name: str) -> Person:
    return Person(Browser(at.url), await at.staff(name))


@asynccontextmanager
async def archive_floor(folder: Path) -> AsyncIterator[tuple[Floor, Person]]:
    """Run a floor at which one round is played, and sign in a Pit Supervisor."""
    async with floor(folder) as at:
        at.server.app.archive_attempts = Attempts(Pace(burst=1_000_000))
        async with terminal(at, "A1-1") as patron, console(at) as dealer:
            await dealer.do("OpenBets")
            await patron.until_phase("betting")
            here = {"terminal": "A1-1", "round_number": 1}
            await patron.do("WantPosition", stakes=[["banker", 10_000]], **here)
            await dealer.do("BeginClosing")
            await patron.until_phase("closing")
            await patron.do("AnswerFreeze", **here)
            await dealer.until_phase("dealing")
            await dealer.do("DrawCard", dealt_count=0)
        yield at, await person(at, SUPERVISOR)


def replaced(archive: Archive, program: str) -> ServerArchive:
    """Return the archive of the same record, with another program in place of punto."""
    assert isinstance(archive, ServerArchive)
    command = (sys.executable, "-c", program)
    return ServerArchive(archive._address, archive._journal, command)  # noqa: SLF001 (the same)


async def asked_by_hand(
    at: Floor, by: Person, request: str, body: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request on a line that the test can hang up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(at.url.rsplit(":", 1)[1]))
    head = f"{request} HTTP/1.1\r\nHost: {at.url[7:]}\r\nContent-Length: {len(body)}\r\n"
    writer.write(f"{head}Authorization: Bearer {by.token}\r\n\r\n{body}".encode())
    await writer.drain()
    return reader, writer


def printed(folder: Path, *words: str) -> bytes:
    """Return what the command line prints for the same record."""
    command = [sys.executable, "-m", "punto", *words, "--database", str(folder / "floor.db")]
    return subprocess.run(command, check=True, capture_output=True).stdout


@in_a_loop
async def test_a_dealer_learns_nothing_of_the_record(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, _):
        dealer = await person(at, DEALER)
        for asked in ({}, {"text": "a"}, {"before": "1.floor"}, {"since": "x"}, {"person": DEALER}):
            status, told = await dealer.post("/api/events/search", **asked)
            assert (status, told["error"]["code"]) == (403, "not_allowed")
            assert told["error"]["sentence"] == "the record is for a Pit Supervisor or above"
        for name in (*REPORTS, "nonsense"):
            assert await dealer.refusal("/api/reports", report=name) == (403, "not_allowed")
            status, told, _ = await dealer.get(f"/reports/{name}.csv")
            assert (status, told["error"]["code"]) == (403, "not_allowed")
        nobody = Person(Browser(at.url), "x")
        assert await nobody.refusal("/api/events/search") == (401, "not_signed_in")
        assert await nobody.refusal("/api/reports", report="shift") == (401, "not_signed_in")
        assert (await nobody.get("/reports/shift.csv"))[0] == 401


@in_a_loop
async def test_every_event_is_found_and_the_default_hides_the_ordinary(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        usual = await pit.codes()
        assert "TableConfigured" in usual
        assert not {"PositionTaken", "CardDealt", "LinkReported"} & {*usual}
        async with asyncio.timeout(60):  # a line counts as lost only after a while
            while not await pit.codes(everything=True, event="LinkReported"):
                pass
        every, before = list[Json](), ""
        while True:
            page = await pit.found(everything=True, before=before)
            every += page["events"]
            before = page["next"]
            if not before:
                break
        assert len(every) == page["recorded"]
        assert {"PositionTaken", "CardDealt", "LinkReported"} <= {each["code"] for each in every}
        assert at.server.node.floor.people
        assert {each["table"] for each in every} == {"", "A1"}
        (bet,) = (each for each in every if each["code"] == "PositionTaken")
        assert bet["sentence"] == "A1-1 has banker 100.00"
        assert (bet["terminal"], bet["person"], bet["round_number"]) == ("A1-1", "", 1)


@in_a_loop
async def test_filters_hold_together(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (_, pit):
        assert await pit.codes(terminal="A1-1", round=1, everything=True, text="bank") == [
            "PositionTaken"
        ]
        assert await pit.codes(terminal="A1-2", text="banker 100", everything=True) == []
        assert "TableOpened" in await pit.codes(person=DEALER, table="A1")
        assert "PersonEnrolled" in await pit.codes(table="", text="sofia lim")
        assert {*await pit.codes(kind="people", gravity="notable")} >= {"RoleGranted"}
        assert {*await pit.codes(event="RoleGranted")} == {"RoleGranted"}
        assert {*await pit.codes(clause="A-52")} == {"RoleGranted", "TableOpened"}
        assert await pit.codes(ticket="0000", everything=True) == []
        assert await pit.codes(round=999, everything=True) == []
        assert await pit.codes(since=FUTURE) == []
        assert await pit.codes(until=PAST) == []
        assert await pit.codes(since=PAST, until=FUTURE) == await pit.codes()


@in_a_loop
async def test_a_question_that_makes_no_sense_is_answered_in_plain_words(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (_, pit):
        await pit.found()
        searches: tuple[tuple[Json, tuple[int, str]], ...] = (
            ({"since": "yesterday"}, (422, "unreadable_date")),
            ({"until": "2026-01-01T06:00"}, (422, "unreadable_date")),
            ({"since": FUTURE, "until": PAST}, (422, "reversed_period")),
            ({"before": "12.table/Z9"}, (404, "no_such_page")),
            ({"before": "x"}, (404, "no_such_page")),
            ({"before": "9" * 30 + ".floor"}, (404, "no_such_page")),
            ({"ticket": "12345"}, (422, "malformed")),
        )
        for asked, wanted in searches:
            assert await pit.refusal("/api/events/search", **asked) == wanted, asked
        reports: tuple[tuple[Json, tuple[int, str]], ...] = (
            ({"report": "shift", "since": "x"}, (422, "unreadable_date")),
            ({"report": "shift", "since": "2026-01-01\x0006:00+08:00"}, (422, "unreadable_date")),
            ({"report": "shift", "since": FUTURE, "until": PAST}, (422, "reversed_period")),
            ({"report": "nonsense"}, (404, "no_such_report")),
            ({"report": "shift", "tables": ["Z9"]}, (404, "no_such_table")),
            ({"report": "shift", "tables": ["--help"]}, (404, "no_such_table")),
        )
        for asked, wanted in reports:
            assert await pit.refusal("/api/reports", **asked) == wanted, asked
        assert (await pit.found(person=f"{DEALER}\0"))["events"] == []


@in_a_loop
async def test_a_file_is_asked_for_within_the_same_limits_as_a_report(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (_, pit):
        for asked in (
            {"since": f"2026-01-01T06:00:00.{'0' * 30}+08:00"},
            {"until": f"2026-01-01T06:00:00.{'0' * 30}+08:00"},
            {"table": ["A1"] * 201},
        ):
            status, told, _ = await pit.get(f"/reports/shift.csv?{urlencode(asked, doseq=True)}")
            assert (status, told["error"]["code"]) == (422, "malformed"), asked
        status, told, _ = await pit.get(f"/reports/{'x' * 65}.csv")
        assert (status, told["error"]["code"]) == (422, "malformed")


@in_a_loop
async def test_every_report_is_what_the_command_line_prints(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (_, pit):
        for name in REPORTS:
            status, told = await pit.post("/api/reports", report=name)
            assert (status, told["problem"]) == (200, "")
            assert told["report"] == json.loads(printed(tmp_path, "report", name, "--json")), name
            assert all(tie["holds"] for tie in told["report"]["ties"])
        period = {"since": "2020-01-01T00:00+08:00", "until": FUTURE}
        _, told = await pit.post("/api/reports", report="shift", tables=["A1"], **period)
        assert [row["table"] for row in told["report"]["rows"]] == ["A1"]
        assert told["report"]["since"] == "2020-01-01T00:00:00.000+08:00"
        words = [f"--{end}={moment}" for end, moment in period.items()]
        status, file, headers = await pit.get(f"/reports/shift.csv?{urlencode(period)}&table=A1")
        assert (status, headers["content-type"]) == (200, "text/csv; charset=utf-8")
        assert headers["content-disposition"] == 'attachment; filename="punto-shift.csv"'
        assert file["raw"].decode("utf-8-sig").encode() == printed(
            tmp_path, "report", "shift", "--csv", *words
        )


@in_a_loop
async def test_one_report_at_a_time_and_it_ends_with_the_line_that_asked(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        app = at.server.app
        whole, app.archive = app.archive, replaced(app.archive, ENDLESS)
        reader, writer = await asked_by_hand(at, pit, "POST /api/reports", '{"report": "shift"}')
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        note = tmp_path / "floor.db.pid"
        await until(lambda: note.exists() and note.read_text() != "")
        assert await pit.refusal("/api/reports", report="shift") == (409, "report_busy")
        assert (await pit.get("/reports/shift.csv"))[0] == 409
        writer.close()
        await until(lambda: not Path(f"/proc/{note.read_text()}").exists())
        # A second cancelled one would be busy still, if the first had not been given up.
        app.archive = whole
        assert (await pit.post("/api/reports", report="shift"))[1]["problem"] == ""


@in_a_loop
async def test_a_file_is_not_made_for_a_client_that_hung_up(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        app = at.server.app
        whole, app.archive = app.archive, replaced(app.archive, ENDLESS)
        _, writer = await asked_by_hand(at, pit, "GET /reports/shift.csv")
        note = tmp_path / "floor.db.pid"
        await until(lambda: note.exists() and note.read_text() != "")
        writer.close()
        await until(lambda: not Path(f"/proc/{note.read_text()}").exists())
        app.archive = whole
        assert (await pit.get("/reports/shift.csv"))[0] == 200


@in_a_loop
async def test_a_report_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        app = at.server.app
        whole, app.archive = app.archive, replaced(app.archive, COMPLAINS)
        status, told = await pit.post("/api/reports", report="shift")
        assert (status, told) == (200, {"report": None, "problem": "the record does not hold"})
        status, told, _ = await pit.get("/reports/shift.csv")
        assert (status, told["error"]["code"]) == (422, "no_report")
        app.archive = whole


@in_a_loop
async def test_a_report_whose_process_breaks_off_is_no_report(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        app = at.server.app
        whole = app.archive
        for program, why in ((CRASHES, "MemoryError"), (DIES, "it was ended by the system")):
            app.archive = replaced(whole, program)
            status, told = await pit.post("/api/reports", report="shift")
            sentence = f"the report broke off ({why}): run punto report on the server"
            assert (status, told) == (200, {"report": None, "problem": sentence})
            status, told, _ = await pit.get("/reports/shift.csv")
            assert (status, told["error"]["code"]) == (422, "no_report")
        app.archive = whole


@in_a_loop
async def test_a_report_of_many_rows_is_whole(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, _):
        archive = replaced(at.server.app.archive, LONG)
        async with archive.report(("shift", "--csv")) as parts:
            rows = b"".join([part async for part in parts])
        assert rows.split() == [b"%d" % number for number in range(1_000)]


@in_a_loop
async def test_a_report_that_is_not_ready_in_time_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.bootstrap.archive._REPORT_S", 0.2)
    async with archive_floor(tmp_path) as (at, _):
        archive = replaced(at.server.app.archive, ENDLESS)
        with pytest.raises(ReportFailed, match="took longer"):
            async with archive.report(("shift", "--csv")) as parts:
                assert not any([part async for part in parts])
        async with archive.report(("shift", "--csv")):
            pass  # the one before is no longer being made


@in_a_loop
async def test_a_damaged_index_is_made_again_while_people_search(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (_, pit):
        before = await pit.codes()
        index = tmp_path / "floor-search.db"
        for name in ("floor-search.db-wal", "floor-search.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        index.write_bytes(b"no database" * 1_000)
        assert await pit.codes() == before
        index.unlink()
        assert await pit.codes() == before


@in_a_loop
async def test_a_report_runs_no_code_of_the_folder_that_the_server_was_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "punto.py").write_text(COMPLAINS)
    async with archive_floor(tmp_path) as (_, pit):
        monkeypatch.chdir(tmp_path)
        status, told = await pit.post("/api/reports", report="shift")
        assert (status, told["problem"]) == (200, "")


@in_a_loop
async def test_the_pace_of_searches_is_limited(tmp_path: Path) -> None:
    async with archive_floor(tmp_path) as (at, pit):
        at.server.app.archive_attempts = Attempts(Pace(burst=2, per_second=0))
        statuses = [(await pit.post("/api/events/search"))[0] for _ in range(3)]
        assert statuses == [200, 200, 429]


@pytest.mark.parametrize("who", [SUPERVISOR, CHIEF])
@in_a_loop
async def test_the_pit_and_above_may_search(tmp_path: Path, who: str) -> None:
    async with archive_floor(tmp_path) as (at, _):
        assert "TableConfigured" in await (await person(at, who)).codes()

"""The names of patrons: kept beside the record, seen only by staff, and erased completely."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from punto.bootstrap.demo_floor import STAFF, TablePlan
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server_records import KEY_BYTES
from punto.identity.terminals.events import NameErased
from punto.live import USUAL_LAYOUT
from punto.rounds.configuration import CardSource
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.runtime.ports import FLOOR
from punto.storage.addresses import read_record
from punto.values.money import dollars
from punto.values.structures import replace
from support.storage.servers import PostgresServer
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    SUPERVISOR,
    Anything,
    Browser,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
    plan,
)

NAME = "Lim Ah Seng \u6797\u4e9a\u6210"


def live_plan() -> TablePlan:
    game = shipped_game("rws-live")
    assert game is not None
    terms = terms_of(game, 8, (), Limits(dollars(5), dollars(5_000)))
    assert isinstance(terms, Terms)
    base = replace(plan("L1", 0), terms=terms, source=CardSource.KEYED_SHOE)
    return replace(base, dealer=STAFF[3].person, layout=USUAL_LAYOUT)


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Json:
    key = tmp_path / "shoes.key"
    key.touch(0o600)
    key.write_bytes(b"k" * KEY_BYTES)
    if request.param == "sqlite":
        return {"database": str(tmp_path / "floor.db"), "shoe_key": str(key)}
    server = request.getfixturevalue("postgres_server")
    assert isinstance(server, PostgresServer)
    return {"database": server.fresh_address(), "shoe_key": str(key)}


@pytest.fixture
def patron() -> str:
    """Return a new key: the tests on one PostgreSQL share the store of names."""
    return f"p-{uuid4().hex[:8]}"


@asynccontextmanager
async def live_floor(
    folder: Path, patron: str, **settings: Anything
) -> AsyncIterator[tuple[Floor, Client]]:
    """A floor with a live table, a patron at it, and its console."""
    async with floor(folder, plan(), live_plan(), **settings) as at, console(at, "L1") as screen:
        await screen.do("JoinTable", patron=patron, box="1")
        yield at, screen


async def asked(at: Floor, path: str, person: str, **body: str) -> tuple[int, Json]:
    token = await at.staff(person)
    bearer = f"Bearer {token}"
    status, told, _ = await Browser(at.url).ask("POST", path, body, Authorization=bearer)
    return status, told


async def name(at: Floor, patron: str, name: str = NAME, table: str = "L1") -> tuple[int, Json]:
    return await asked(at, "/api/patrons/name", DEALER, table=table, patron=patron, name=name)


async def erase(at: Floor, patron: str, by: str = MANAGER) -> tuple[int, Json]:
    body = {"id": uuid4().hex, "table": "L1", "patron": patron}
    return await asked(at, "/api/patrons/erase", by, **body)


async def until_named(screen: Client, patron: str, expected: str | None) -> None:
    await screen.until(lambda m: "names" in m and m["names"].get(patron) == expected)


def erasures(at: Floor) -> list[tuple[str, str, str | None]]:
    """Return the patrons whose names were erased, and by whom."""
    latest = at.server.services.floor_feed.latest()
    return [
        (event.fact.table, event.fact.patron, None if event.by is None else event.by.person)
        for _, event in latest
        if isinstance(event.fact, NameErased)
    ]


async def until_erased(at: Floor) -> None:
    async with asyncio.timeout(20):
        while not erasures(at):  # noqa: ASYNC110 (it is another process that erases)
            await asyncio.sleep(0.1)


def test_only_staff_see_a_name(tmp_path: Path, settings: Json, patron: str) -> None:
    async def story() -> None:
        async with live_floor(tmp_path, patron, **settings) as (at, screen):
            assert (await name(at, patron))[1]["accepted"] is True
            await until_named(screen, patron, NAME)
            async with client(at) as display, client(at, await at.staff(SUPERVISOR)) as pit:
                await display.hello("display", "L1")
                await display.until_said("view")
                await pit.hello("pit", "L1")
                await until_named(pit, patron, NAME)
                assert (await name(at, patron, "Lim A. S."))[1]["accepted"] is True
                await until_named(screen, patron, "Lim A. S.")
                await until_named(pit, patron, "Lim A. S.")
                await screen.do("LeaveTable", patron=patron)
                await display.say(say="ping", n=1)
                await display.until_said("pong")
                assert not any("Lim" in frame or "names" in frame for frame in display.frames)

    asyncio.run(story())


def test_an_erased_name_leaves_record_and_audit_as_they_were(
    tmp_path: Path, settings: Json, patron: str
) -> None:
    async def story() -> None:
        async with live_floor(tmp_path, patron, **settings) as (at, screen):
            await name(at, patron)
            await until_named(screen, patron, NAME)
            before = record(settings["database"])
            assert (await erase(at, patron, DEALER))[1]["refusal"]["code"] == "RankTooLow"
            assert (await erase(at, patron, SUPERVISOR))[1]["refusal"]["code"] == "RankTooLow"
            assert (await erase(at, patron))[1] == {"accepted": True, "refusal": None, "link": None}
            await until_named(screen, patron, None)
            assert erasures(at) == [("L1", patron, MANAGER)]
            after = record(settings["database"])
            assert {k: v for k, v in after.items() if k != FLOOR} == {
                k: v for k, v in before.items() if k != FLOOR
            }
            assert after[FLOOR][: len(before[FLOOR])] == before[FLOOR]
            assert (await erase(at, patron))[0] == 404
            assert not traces(settings["database"], "Lim Ah Seng")

    asyncio.run(story())
    audit = punto("audit", settings["database"])
    assert audit.returncode == 0, audit.stdout + audit.stderr


def punto(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "punto", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def record(database: str) -> dict[str, list[tuple[int, object]]]:
    journal = read_record(database)
    try:
        return {stream: list(journal.read(stream)) for stream in journal.streams()}
    finally:
        journal.close()


def traces(database: str, text: str) -> list[str]:
    """Return the files of the store in which a text occurs."""
    if not database.startswith("postgresql"):
        files = Path(database).parent.glob("floor*")
        return [str(file) for file in files if text.encode() in file.read_bytes()]
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        kept = connection.execute("SELECT pg_relation_filepath('punto_names.notes')").fetchone()
        folder = connection.execute("SHOW data_directory").fetchone()
    assert kept is not None
    assert folder is not None
    path = Path(folder[0]) / kept[0]
    return [str(path)] if text.encode() in path.read_bytes() else []


def test_the_command_line_lists_names_and_erases_them_while_the_server_runs(
    tmp_path: Path, settings: Json, patron: str
) -> None:
    database = settings["database"]

    async def story() -> None:
        async with live_floor(tmp_path, patron, **settings) as (at, screen):
            await name(at, patron)
            await until_named(screen, patron, NAME)
            listed = await asyncio.to_thread(punto, "names", "L1", "--database", database, "--json")
            told = {each["patron"]: each for each in json.loads(listed.stdout)["names"]}
            assert (told[patron]["name"], told[patron]["by"]) == (NAME, DEALER)
            words = ("names", "L1", patron, "--database", database, "--erase")
            erased = await asyncio.to_thread(punto, *words)
            assert (erased.returncode, erased.stderr) == (0, "")
            assert "Lim" not in erased.stdout
            await until_named(screen, patron, None)
            await until_erased(at)
            assert erasures(at) == [("L1", patron, None)]
            assert not traces(database, "Lim Ah Seng")
            again = await asyncio.to_thread(punto, *words)
            assert (again.returncode, again.stderr) == (2, "punto: no such name is kept\n")

    asyncio.run(story())
    assert punto("audit", database).returncode == 0


def test_a_name_erased_while_no_server_runs_is_recorded_at_the_next_start(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")

    async def story() -> None:
        async with live_floor(tmp_path, "ann") as (at, _):
            await name(at, "ann")
        assert (await asyncio.to_thread(punto, "names", "--database", database)).stdout.count("Lim")
        await asyncio.to_thread(punto, "names", "L1", "--database", database, "--erase")
        assert not traces(database, "Lim Ah Seng")
        async with floor(tmp_path) as at:
            await until_erased(at)
            assert erasures(at) == [("L1", "ann", None)]
        nothing = await asyncio.to_thread(punto, "names", "--database", database)
        assert nothing.stdout == "No names are kept.\n"

    asyncio.run(story())


def test_names_are_sought_beside_a_record_only(tmp_path: Path) -> None:
    answer = punto("names", "--database", str(tmp_path / "floor.db"))
    assert answer.returncode == 2
    assert "there is no such file" in answer.stderr
    assert not list(tmp_path.iterdir())


def test_a_name_is_in_the_store_until_it_is_erased_and_never_in_the_record(
    tmp_path: Path, patron: str
) -> None:
    async def story() -> None:
        database = str(tmp_path / "floor.db")
        async with live_floor(tmp_path, patron) as (at, _):
            await name(at, patron)
            names = tmp_path / "floor-names.db"
            found = traces(database, "Lim Ah Seng")
            assert found
            assert all(file.startswith(str(names)) for file in found)
            assert names.stat().st_mode & 0o777 == 0o600
            await name(at, patron, "Somebody Else")
            assert not traces(database, "Lim Ah Seng"), "a replaced name is erased, too"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ("", 422),
        ("x" * 65, 422),
        ("x" * 10_000, 422),
        ("a\0b", 200),
        ("\u202eevil", 200),
        ("zero\u200bwidth", 200),
        ("   ", 200),
        ("...", 200),
        ("\ud800", 400),
    ],
)
def test_a_name_that_people_cannot_read_is_not_kept(
    tmp_path: Path, typed: str, status: int
) -> None:
    async def story() -> None:
        async with live_floor(tmp_path, "ann") as (at, _):
            got, told = await name(at, "ann", typed)
            assert got == status, told
            if status == 200:
                assert told["refusal"]["code"] == "TextUnreadable"
            assert (await erase(at, "ann"))[0] == 404, "nothing was kept"

    asyncio.run(story())


def test_names_belong_to_patrons_who_are_at_a_live_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with live_floor(tmp_path, "ann") as (at, screen):
            assert (await name(at, "ben"))[0] == 404
            assert (await name(at, "ann", table="A1"))[0] == 404
            assert (await name(at, "ann", table="Z9"))[0] == 404
            # Two people may have one name, also in letters that look alike.
            await screen.do("JoinTable", patron="ben", box="2")
            assert (await name(at, "ann", "Ann Lee"))[1]["accepted"] is True
            assert (await name(at, "ben", "\u0410nn Lee"))[1]["accepted"] is True
            status, told, _ = await Browser(at.url).ask(
                "POST", "/api/patrons/name", {"table": "L1", "patron": "ann", "name": "x"}
            )
            assert (status, told["error"]["code"]) == (401, "not_signed_in")
            assert (await erase(at, "ann", CHIEF))[1]["accepted"] is True

    asyncio.run(story())

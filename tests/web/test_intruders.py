"""Whoever has one login, or write access to the store of credentials, and bad intentions."""

import asyncio
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from punto.identity.access.commands import AlarmCause
from punto.identity.access.events import AlarmRaised
from punto.identity.terminals.events import CallAnswered
from punto.values.ids import PersonId, TerminalId
from support.web.floor_server import CHIEF, DEALER, SUPERVISOR, Browser, floor, terminal
from web.test_guessing import facts, signed_in
from web.test_two_people import choose, invite

FORGER = """
import json, sqlite3, sys
store, name, note, dealer, boss = json.loads(sys.argv[1])
db = sqlite3.connect(store)
# An authentic note of one person is made that of another, and one is made up.
for kept_as, kept in db.execute("SELECT name, note FROM notes WHERE kind = 'session'").fetchall():
    changed = bytes(kept).replace(dealer.encode(), boss.encode())
    db.execute("UPDATE notes SET note = ? WHERE name = ?", (changed, kept_as))
db.execute("INSERT INTO notes VALUES ('session', ?, ?)", (name, json.dumps(note).encode()))
db.commit()
"""

FORGER_OF_STAFF = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("INSERT INTO notes VALUES ('staff', ?, x'00')", sys.argv[2:])
db.commit()
"""


def test_a_session_forged_in_the_store_lets_nobody_in_and_raises_an_alarm(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, dealer = await signed_in(at, CHIEF), await signed_in(at, DEALER)
            now = at.service.house.now()
            note = {"person": CHIEF, "csrf": "x", "began_at": now, "used_at": now}
            store = str(tmp_path / "floor-credentials.db")
            told = json.dumps([store, sha256(b"forged").hexdigest(), note, DEALER, CHIEF])
            await asyncio.to_thread(
                subprocess.run, [sys.executable, "-c", FORGER, told], check=True
            )
            stranger = Browser(at.url)
            status, _, _ = await stranger.ask("GET", "/api/floor", Authorization="Bearer forged")
            assert status == 401
            assert (await dealer.ask("GET", "/api/floor"))[0] == 401
            assert (await boss.ask("GET", "/api/floor"))[0] == 200
            alarm = AlarmRaised(PersonId(CHIEF), AlarmCause.FORGED, "127.0.0.1")
            assert alarm in facts(at)
            # Whatever a forged note says, the server makes no mistake over it.
            unkept = [store, sha256(b"other").hexdigest(), {"person": "\0"}, "", ""]
            told = json.dumps(unkept)
            await asyncio.to_thread(
                subprocess.run, [sys.executable, "-c", FORGER, told], check=True
            )
            status, _, _ = await stranger.ask("GET", "/api/floor", Authorization="Bearer other")
            assert status == 401

    asyncio.run(play())


def test_nobody_chooses_secrets_where_a_forged_note_takes_their_place(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            link = await invite(boss, DEALER, "i-1")
            store = str(tmp_path / "floor-credentials.db")
            script = [sys.executable, "-c", FORGER_OF_STAFF, store, DEALER]
            await asyncio.to_thread(subprocess.run, script, check=True)
            assert await choose(at, link) == 503
            assert (await boss.ask("GET", "/api/floor"))[0] == 200
            assert AlarmRaised(PersonId(DEALER), AlarmCause.FORGED, "127.0.0.1") in facts(at)

    asyncio.run(play())


def test_a_dealer_reads_no_events_and_answers_no_call(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as patron:
            dealer, sue = await signed_in(at, DEALER), await signed_in(at, SUPERVISOR)
            told = (await dealer.ask("GET", "/api/floor"))[1]
            assert (told["events"], told["terminals"], told["alarms"]) == ([], [], [])
            assert told["people"]
            assert told["tables"]
            await patron.say(say="call", id="c", wanted=True)
            await patron.until_said("called")
            done = {"terminal": "A1-1"}
            _, refused, _ = await dealer.ask("POST", "/api/attendants/done", done)
            assert refused["refusal"]["code"] == "RankTooLow"
            _, answered, _ = await sue.ask("POST", "/api/attendants/done", done)
            assert answered["accepted"] is True
            assert facts(at)[0] == CallAnswered(TerminalId("A1-1"))
            assert (await sue.ask("POST", "/api/attendants/done", done))[0] == 409

    asyncio.run(play())


def test_a_table_that_looks_like_another_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            for number, (table, code) in enumerate(
                (("a1", "IdAlike"), ("AI", "IdAlike"), ("A1 ", "IdUnfit"), ("Ａ1", "IdUnfit"))
            ):
                body = {"id": f"{number}", "table": table, "game": "rws-etg", "minimum": 500}
                setup = {**body, "source": "virtual shoe"}
                told = (await boss.ask("POST", "/api/tables", setup))[1]
                assert told["refusal"]["code"] == code, table

    asyncio.run(play())

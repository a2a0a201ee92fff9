"""Attackers with one login, or with write access to the store of credentials."""

import asyncio
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from punto.identity.access.events import AlarmRaised, TerminalAdmitted
from punto.identity.floors import AlarmCause
from punto.identity.terminals.events import CallAnswered
from punto.values.ids import PersonId, TerminalId
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    PIN,
    SUPERVISOR,
    Browser,
    Floor,
    Json,
    floor,
    terminal,
)
from web.test_lockouts import facts, lock_out, signed_in, wish
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

FORGER_OF_LINKS = """
import json, sqlite3, sys
store, name, person = sys.argv[1:]
note = {"purpose": "password", "subject": person, "slot": "", "page": "/set-up", "ends_at": 2**53}
db = sqlite3.connect(store)
db.execute("INSERT INTO notes VALUES ('link', ?, ?)", (name, json.dumps(note).encode()))
db.commit()
"""


def test_a_session_forged_in_the_store_lets_nobody_in_and_raises_an_alarm(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, dealer = await signed_in(at, CHIEF), await signed_in(at, DEALER)
            now = at.server.app.now()
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
            # The server handles a forged note correctly, whatever it contains.
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


def test_a_link_forged_in_the_store_opens_nothing_and_raises_an_alarm(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            store, name = str(tmp_path / "floor-credentials.db"), sha256(b"forged").hexdigest()
            script = [sys.executable, "-c", FORGER_OF_LINKS, store, name, SUPERVISOR]
            await asyncio.to_thread(subprocess.run, script, check=True)
            assert await choose(at, {"link": "/set-up#password=forged"}) == 410
            assert (await boss.ask("GET", "/api/floor"))[0] == 200
            assert AlarmRaised(PersonId(SUPERVISOR), AlarmCause.FORGED, "127.0.0.1") in facts(at)

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


async def waiting(at: Floor) -> tuple[Browser, str]:
    """Return a device, and the code that it shows."""
    device = Browser(at.url)
    return device, (await device.ask("POST", "/api/enrolment"))[1]["code"]


async def admit(by: Browser, name: str, code: str) -> Json:
    body = {"id": name, "code": code, "terminal": "A1-1"}
    return (await by.ask("POST", "/api/floor/admissions", body))[1]


async def told_as(device: Browser) -> str | None:
    """Return the terminal for which a device has a credential."""
    await device.ask("GET", "/api/enrolment")
    terminal: str | None = (await device.ask("GET", "/api/session"))[1]["terminal"]
    return terminal


def test_an_admission_sent_again_for_another_device_is_judged_and_recorded(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, manager = await signed_in(at, CHIEF), await signed_in(at, MANAGER)
            one, code = await waiting(at)
            assert (await admit(manager, "again", code))["accepted"] is True
            assert await told_as(one) == "A1-1"
            other, code = await waiting(at)
            assert (await admit(manager, "again", code))["accepted"] is True
            assert facts(at)[:2] == [TerminalAdmitted(TerminalId("A1-1"))] * 2
            assert await told_as(other) == "A1-1"
            revoked = await wish(boss, "RevokeRole", person=MANAGER, role=3)
            assert revoked["accepted"] is True
            _, code = await waiting(at)
            assert (await admit(manager, "again", code))["accepted"] is False
            assert await told_as(other) == "A1-1"

    asyncio.run(play())


def test_a_device_that_was_replaced_cannot_come_back_by_its_claim(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            first, code = await waiting(at)
            await admit(boss, "1", code)
            assert await told_as(first) == "A1-1"
            second, code = await waiting(at)
            await admit(boss, "2", code)
            assert await told_as(second) == "A1-1"
            assert await told_as(first) is None
            assert await told_as(second) == "A1-1"
            retired = await wish(boss, "RetireTerminal", terminal="A1-2")
            assert retired["accepted"] is True

    asyncio.run(play())


def test_an_old_unlocking_sent_again_does_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, manager = await signed_in(at, CHIEF), await signed_in(at, MANAGER)
            await at.with_secrets(SUPERVISOR)
            unlock = {"what": "UnlockPerson", "person": SUPERVISOR}
            body = {"id": "again", "wish": unlock, "pin": PIN}
            await lock_out(at, SUPERVISOR)
            assert (await manager.ask("POST", "/api/floor/commands", body))[1]["accepted"] is True
            assert not await at.server.app.keys.secrets.is_locked(PersonId(SUPERVISOR))
            await lock_out(at, SUPERVISOR)
            assert (await wish(boss, "RevokeRole", person=MANAGER, role=3))["accepted"] is True
            await manager.ask("POST", "/api/floor/commands", body)
            assert await at.server.app.keys.secrets.is_locked(PersonId(SUPERVISOR))

    asyncio.run(play())


def test_an_old_dismissal_sent_again_takes_no_secrets_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            await at.with_secrets(DEALER)
            body = {"id": "again", "wish": {"what": "DismissPerson", "person": DEALER}}
            assert (await boss.ask("POST", "/api/floor/commands", body))[1]["accepted"] is True
            assert PersonId(DEALER) not in await at.server.app.keys.secrets.known()
            assert (await wish(boss, "ReinstatePerson", person=DEALER))["accepted"] is True
            await at.with_secrets(DEALER)
            await boss.ask("POST", "/api/floor/commands", body)
            assert PersonId(DEALER) in await at.server.app.keys.secrets.known()

    asyncio.run(play())


def test_an_invitation_sent_again_gives_no_second_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            assert (await invite(boss, DEALER, "again"))["link"] is not None
            body = {"id": "again", "person": DEALER, "pin": ""}
            status, told, _ = await boss.ask("POST", "/api/floor/invitations", body)
            assert (status, told["error"]["code"]) == (409, "repeated")

    asyncio.run(play())


def test_a_dealer_makes_no_table_by_asking_for_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            dealer, boss = await signed_in(at, DEALER), await signed_in(at, CHIEF)
            limits = {"minimum": 500, "maximum": 50_000}
            setup = {"table": "Z9", "game": "rws-etg", **limits, "source": "virtual shoe"}
            told = (await dealer.ask("POST", "/api/tables", {"id": "1", **setup}))[1]
            assert told["refusal"]["code"] == "RoleTooLow"
            tables = (await boss.ask("GET", "/api/floor"))[1]["tables"]
            assert [each["table"] for each in tables] == ["A1"]
            told = (await boss.ask("POST", "/api/tables", {"id": "2", **setup, "table": "z9"}))[1]
            assert told["accepted"] is True

    asyncio.run(play())

"""One person tries to act as two, through an account that they set up."""

import asyncio
from pathlib import Path

import pytest

from punto.audit import audit
from punto.identity.access.events import PersonInvited, ResetAsked
from punto.values.ids import PersonId
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    PASSWORD,
    PIN,
    SUPERVISOR,
    Browser,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
)
from web.test_lockouts import REPORT, facts, signed_in, wish

NEW_PASSWORD, NEW_PIN = "quite another word", "271828"
ASK: Json = {
    "name": "AskAdjustment",
    "terminal": "A1-1",
    "amount": 5_000,
    "reason": "a courtesy",
    "kind": "credits",
}
GRANT: Json = {"name": "AnswerAdjustment", "terminal": "A1-1", "granted": True}


async def invite(by: Browser, person: str, name: str, pin: str = "") -> Json:
    body = {"id": name, "person": person, "pin": pin}
    status, told, _ = await by.ask("POST", "/api/floor/invitations", body)
    assert status == 200, told
    return told


async def choose(at: Floor, told: Json, password: str = NEW_PASSWORD, pin: str = NEW_PIN) -> int:
    """Use the link of an invitation in its own browser."""
    body = {"token": told["link"].partition("=")[2], "password": password, "pin": pin}
    return (await Browser(at.url).ask("POST", "/api/secrets", body))[0]


async def enrolled(at: Floor, boss: Browser, person: str, name: str, role: int) -> None:
    """Enrol a new person, invited by the boss alone, and choose their secrets."""
    assert (await wish(boss, "EnrolPerson", person=person, name=name))["accepted"] is True
    assert (await wish(boss, "GrantRole", person=person, role=role))["accepted"] is True
    assert await choose(at, await invite(boss, person, f"i-{person}")) == 200


async def adjusted(at: Floor, first: str, pin: str, second: str, other_pin: str) -> Json:
    """Return the answer to an adjustment that two accounts make."""

    async def pit(screen: Client, name: str, wished: Json, shown: str) -> Json:
        await screen.hello("pit", "A1")
        return await screen.command(name, wished, pin=shown)

    async with client(at, await at.staff(first)) as one:
        asked = await pit(one, f"ask-{first}-{second}", ASK, pin)
        assert asked.get("accepted") is True, asked
    async with client(at, await at.staff(second)) as two:
        granted = await pit(two, f"grant-{first}-{second}", GRANT, other_pin)
    async with client(at, await at.staff(first)) as one:
        if not granted["accepted"]:
            turned = {**GRANT, "granted": False}
            assert (await pit(one, f"off-{first}-{second}", turned, pin))["accepted"] is True
    return granted


def test_a_person_cannot_replace_the_secrets_of_another_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, sue = await signed_in(at, CHIEF), await signed_in(at, SUPERVISOR)
            manager = await signed_in(at, MANAGER)
            assert (await invite(boss, SUPERVISOR, "1"))["refusal"]["code"] == "PinNeeded"
            wrong = await invite(boss, SUPERVISOR, "2", "000000")
            assert wrong["refusal"]["code"] == "PinWrong"
            first = await invite(boss, SUPERVISOR, "3", PIN)
            assert (first["accepted"], first["link"]) == (True, None)
            assert facts(at)[0] == ResetAsked(PersonId(SUPERVISOR))
            again = await invite(boss, SUPERVISOR, "4", PIN)
            assert again["refusal"]["code"] == "SamePersonTwice"
            own = await invite(sue, SUPERVISOR, "5", PIN)
            assert own["refusal"]["code"] == "ResetOfOneself"
            # Dismissal and reinstatement do not help.
            for what in ("DismissPerson", "ReinstatePerson"):
                assert (await wish(boss, what, person=SUPERVISOR))["accepted"] is True
            assert (await wish(boss, "GrantRole", person=SUPERVISOR, role=2))["accepted"] is True
            second = await invite(manager, SUPERVISOR, "6", PIN)
            # The server has deleted the secrets, and the floor has no event of their choice.
            assert second["link"] is not None

    asyncio.run(play())


def test_secrets_that_two_people_replaced_are_told_to_their_owner(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, manager = await signed_in(at, CHIEF), await signed_in(at, MANAGER)
            assert await choose(at, await invite(boss, SUPERVISOR, "0")) == 200
            for what in ("DismissPerson", "ReinstatePerson"):
                assert (await wish(boss, what, person=SUPERVISOR))["accepted"] is True
            assert (await wish(boss, "GrantRole", person=SUPERVISOR, role=2))["accepted"] is True
            first = await invite(manager, SUPERVISOR, "1", PIN)
            assert first["link"] is None
            told = (await manager.ask("GET", "/api/floor"))[1]["people"]
            asked = {each["person"]: each["reset_asked_by"] for each in told}
            assert asked[SUPERVISOR] == MANAGER
            second = await invite(boss, SUPERVISOR, "2", PIN)
            assert facts(at)[0] == PersonInvited(PersonId(SUPERVISOR), PersonId(MANAGER))
            assert await choose(at, second, PASSWORD, PIN) == 200
            sue = Browser(at.url)
            body = {"person": SUPERVISOR, "password": PASSWORD}
            _, session, _ = await sue.ask("POST", "/api/sign-in", body)
            assert [each["by"] for each in session["resets"]] == [[MANAGER, CHIEF]]

    asyncio.run(play())


def test_an_inviter_does_not_complete_dual_control_with_an_account_they_set_up(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            await at.with_secrets(MANAGER)
            await enrolled(at, boss, "puppet", "Pup Pet", 4)
            puppet = Browser(at.url)
            assert await puppet.sign_in("puppet", NEW_PASSWORD) == 200
            assert (await wish(puppet, "EnrolPerson", person="second", name="Sec Ond"))["accepted"]
            assert (await wish(boss, "GrantRole", person="second", role=4))["accepted"]
            assert await choose(at, await invite(puppet, "second", "c")) == 200
            # Whichever account asks first, and also along a chain of invitations.
            for first, pin, second, other in (
                (CHIEF, PIN, "puppet", NEW_PIN),
                ("puppet", NEW_PIN, CHIEF, PIN),
                (CHIEF, PIN, "second", NEW_PIN),
                ("puppet", NEW_PIN, "second", NEW_PIN),
            ):
                granted = await adjusted(at, first, pin, second, other)
                assert granted["refusal"]["code"] == "OnePersonAsTwo", (first, second)
            # A third person may do it.
            assert (await adjusted(at, MANAGER, PIN, CHIEF, PIN))["accepted"] is True
            assert (await adjusted(at, MANAGER, PIN, "puppet", NEW_PIN))["accepted"] is True

    asyncio.run(play())


def test_two_accounts_of_one_inviter_give_no_credits_and_replace_no_secrets(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            await at.with_secrets(SUPERVISOR)
            for person, name in (("left", "Left Hand"), ("right", "Right Hand")):
                await enrolled(at, boss, person, name, 4)
            granted = await adjusted(at, "left", NEW_PIN, "right", NEW_PIN)
            assert granted["refusal"]["code"] == "OnePersonAsTwo"
            left, right = Browser(at.url), Browser(at.url)
            assert await left.sign_in("left", NEW_PASSWORD) == 200
            assert await right.sign_in("right", NEW_PASSWORD) == 200
            assert (await invite(left, SUPERVISOR, "1", NEW_PIN))["accepted"] is True
            second = await invite(right, SUPERVISOR, "2", NEW_PIN)
            assert second["refusal"]["code"] == "OnePersonAsTwo"

    asyncio.run(play())


def test_reports_between_accounts_of_one_inviter_are_listed_by_the_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at, person=DEALER) as dealer:
            boss = await signed_in(at, CHIEF)
            await enrolled(at, boss, "left", "Left Hand", 4)
            await enrolled(at, boss, "right", "Right Hand", 2)
            await at.with_secrets(MANAGER)
            await dealer.do("OpenBets")
            attest = {"name": "Attest", "cards": None}
            for number, (first, second, pin) in enumerate(
                (("left", "right", NEW_PIN), ("left", CHIEF, PIN), (CHIEF, MANAGER, PIN))
            ):
                async with console(at, person=first) as own:
                    assert (await own.command(f"r{number}", REPORT)).get("accepted") is True
                by = {"person": second, "pin": pin}
                attested = await dealer.command(f"a{number}", attest, by=by)
                assert attested.get("accepted") is True, attested

    asyncio.run(play())
    # One server has one clock, so no tolerance is needed.
    monkeypatch.setattr("punto.audit.CLOCKS_MS", 0)
    verdict = audit(str(tmp_path / "floor.db"))
    assert verdict.holds, verdict.finding
    told = [remark.partition(": ")[2].partition(";")[0] for remark in verdict.remarks]
    assert told == [
        "right decided on a report by left",
        f"{CHIEF} decided on a report by left",
    ]
    assert "To look into" in verdict.as_text()
    assert verdict.as_data()["to_look_into"] == verdict.remarks


def test_an_account_does_not_attest_what_its_inviter_reports(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at, person=DEALER) as dealer:
            boss = await signed_in(at, CHIEF)
            await enrolled(at, boss, "puppet", "Pup Pet", 2)
            await dealer.do("OpenBets")
            async with console(at, person=CHIEF) as own:
                report = await own.command("r", REPORT)
                assert report.get("accepted") is True, report
            attest = {"name": "Attest", "cards": None}
            by = {"person": "puppet", "pin": NEW_PIN}
            refused = await dealer.command("a", attest, by=by)
            assert refused["refusal"]["code"] == "OnePersonAsTwo"

    asyncio.run(play())


def test_a_floor_may_do_without_the_waiting_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, invitation_hours=0) as at:
            boss = await signed_in(at, CHIEF)
            await enrolled(at, boss, "sub", "Sub Stitute", 4)
            assert (await adjusted(at, CHIEF, PIN, "sub", NEW_PIN))["accepted"] is True

    asyncio.run(play())


def test_a_link_that_the_record_knows_nothing_of_opens_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            path = await at.server.app.keys.links.make_for("password", CHIEF)
            assert await choose(at, {"link": path}) == 410
            assert await Browser(at.url).sign_in(CHIEF, NEW_PASSWORD) == 401

    asyncio.run(play())

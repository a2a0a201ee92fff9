"""Signing in, choosing secrets, admitting devices, and the defences against guessing."""

import asyncio
from pathlib import Path

import pytest

from punto.bootstrap.open_floor import links_at_start
from punto.identity.access.events import SignedIn
from punto.values.ids import PersonId, TableId
from punto.web.security.one_time_links import Purpose
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    PASSWORD,
    PIN,
    SUPERVISOR,
    Anything,
    Browser,
    Floor,
    client,
    console,
    floor,
    report,
    terminal,
)


def facts(at: Floor) -> list[object]:
    """Return the latest events of the floor's record, the latest first."""
    return [event.fact for _, event in at.server.services.floor_feed.latest()]


def test_a_person_signs_in_by_name_and_password_and_out_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            browser = Browser(at.url)
            status, told, headers = await browser.ask(
                "POST", "/api/sign-in", {"person": MANAGER, "password": PASSWORD}
            )
            assert (status, told["person"], told["roles"]) == (200, MANAGER, [3])
            cookie = headers["set-cookie"]
            assert cookie.startswith("punto-staff=")
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert PASSWORD not in str(told)
            assert facts(at)[0] == SignedIn(PersonId(MANAGER))
            browser.csrf = told["csrf"]
            assert (await browser.ask("GET", "/api/floor"))[0] == 200
            assert (await browser.ask("POST", "/api/sign-out"))[0] == 200
            assert (await browser.ask("GET", "/api/floor"))[0] == 401

    asyncio.run(play())


def test_a_cookie_alone_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            browser = Browser(at.url)
            assert await browser.sign_in(MANAGER) == 200
            wish = {"what": "EnrolTerminal", "terminal": "X1", "place": "bar"}
            body = {"id": "1", "wish": wish}
            for headers, code in (
                ({"X-Punto-CSRF": "guessed"}, "csrf"),
                ({"Origin": "http://elsewhere.example"}, "other_origin"),
            ):
                status, told, _ = await browser.ask("POST", "/api/floor/commands", body, **headers)
                assert (status, told["error"]["code"]) == (403, code)
            status, told, _ = await browser.ask("POST", "/api/floor/commands", body)
            assert (status, told["accepted"]) == (200, True)

    asyncio.run(play())


def test_a_wrong_pin_counts_as_well_and_a_right_one_confirms_a_step(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at) as dealer:
            await at.with_secrets(SUPERVISOR)
            await dealer.do("OpenBets")
            reported = await dealer.command("r", report("technical-interruption", "power"))
            assert reported.get("accepted") is True, reported
            attest = {"name": "Attest", "cards": None}
            without = await dealer.command("a0", attest)
            assert without["refusal"]["code"] == "PinNeeded"
            by = {"person": SUPERVISOR, "pin": "000000"}
            wrong = await dealer.command("a1", attest, by=by)
            assert wrong["refusal"]["code"] == "PinWrong"
            assert "000000" not in str(wrong)
            right = await dealer.command("a2", attest, by={"person": SUPERVISOR, "pin": PIN})
            assert right.get("accepted") is True, right

    asyncio.run(play())


def test_a_device_shows_a_code_and_the_pit_lets_it_in(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            device, pit = Browser(at.url), Browser(at.url)
            assert (await device.ask("GET", "/api/enrolment"))[1]["state"] == "unknown"
            _, asked, _ = await device.ask("POST", "/api/enrolment")
            assert (asked["state"], len(asked["code"])) == ("waiting", 6)
            await pit.sign_in(MANAGER)
            body = {"id": "1", "code": "ZZZZZZ", "terminal": "X1", "place": "bar"}
            assert (await pit.ask("POST", "/api/floor/admissions", body))[0] == 404
            body["code"] = asked["code"].lower()
            _, told, _ = await pit.ask("POST", "/api/floor/admissions", body)
            assert told["accepted"] is True
            _, let_in, headers = await device.ask("GET", "/api/enrolment")
            assert (let_in["state"], let_in["terminal"]) == ("enrolled", "X1")
            assert headers["set-cookie"].startswith("punto-device=")
            assert (await device.ask("GET", "/api/session"))[1]["terminal"] == "X1"
            # A code can be used once.
            assert (await pit.ask("POST", "/api/floor/admissions", body))[0] == 404

    asyncio.run(play())


def test_a_terminal_that_is_retired_is_let_in_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(CHIEF)
            token, pit = await at.device("A1-1"), Browser(at.url)
            await pit.sign_in(CHIEF)
            retire = {"id": "1", "wish": {"what": "RetireTerminal", "terminal": "A1-1"}}
            async with client(at, token) as open_before:
                await open_before.hello("terminal")
                told = (await pit.ask("POST", "/api/floor/commands", retire))[1]
                assert told["accepted"] is True
                await open_before.socket.wait_closed()
                assert open_before.socket.close_reason == "retired"
            async with client(at, token) as screen:
                assert (await screen.hello("terminal"))["code"] == "not_allowed"

    asyncio.run(play())


def test_a_floor_is_founded_once_by_its_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, founded=False) as at:
            browser = Browser(at.url)
            assert (await browser.ask("GET", "/api/session"))[1]["founded"] is False
            path = await at.server.app.keys.links.make_for("found", "")
            token = path.partition("=")[2]
            body = {"token": token, "person": "ada", "name": "Ada Lim", "pin": PIN}
            weak = {**body, "password": "short"}
            status, told, _ = await browser.ask("POST", "/api/found", weak)
            assert (status, told["error"]["code"]) == (422, "secret_unfit")
            whole = {**body, "password": PASSWORD}
            status, told, _ = await browser.ask("POST", "/api/found", whole)
            assert (status, told["person"], told["roles"]) == (200, "ada", [4])
            again = Browser(at.url)
            assert (await again.ask("POST", "/api/found", whole))[0] == 410
            assert await again.sign_in("ada") == 200

    asyncio.run(play())


def test_an_invitation_lets_a_person_choose_secrets_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            pit, newcomer = Browser(at.url), Browser(at.url)
            await pit.sign_in(MANAGER)
            above = {"id": "1", "person": CHIEF}
            _, told, _ = await pit.ask("POST", "/api/floor/invitations", above)
            assert told["refusal"]["code"] == "RankTooLow"
            _, told, _ = await pit.ask(
                "POST", "/api/floor/invitations", {"id": "2", "person": DEALER}
            )
            body = {"token": told["link"].partition("=")[2], "password": PASSWORD, "pin": PIN}
            status, told, _ = await newcomer.ask("POST", "/api/secrets", body)
            assert (status, told["person"]) == (200, DEALER)
            assert (await Browser(at.url).ask("POST", "/api/secrets", body))[0] == 410

    asyncio.run(play())


def test_a_link_lets_one_browser_in(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            path = await at.link("device", "A1-1")
            first, other = Browser(at.url), Browser(at.url)
            status, _, headers = await first.ask("POST", path)
            assert (status, headers["location"]) == (303, "/terminal")
            for method in ("GET", "POST"):
                assert (await first.ask(method, path))[0] == 303
                status, told, _ = await other.ask(method, path)
                assert (status, told["error"]["code"]) == (410, "link_used")

    asyncio.run(play())


@pytest.mark.parametrize("purpose", ["device", "staff"])
def test_looking_at_a_link_does_not_use_it_up(tmp_path: Path, purpose: Purpose) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            path = await at.link(purpose, "A1-1" if purpose == "device" else MANAGER)
            for method in ("GET", "HEAD", "GET"):
                status, told, headers = await Browser(at.url).ask(method, path)
                assert (status, "set-cookie" in headers) == (200, False)
                assert method == "HEAD" or b'<form method="post"' in told["raw"]
            elsewhere = {"Origin": "http://elsewhere.example"}
            assert (await Browser(at.url).ask("POST", path, **elsewhere))[0] == 403
            status, _, headers = await Browser(at.url).ask("POST", path)
            assert (status, "set-cookie" in headers) == (303, True)

    asyncio.run(play())


def test_the_founding_links_of_several_starts_work_until_one_is_used(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, founded=False) as at:
            printed = [(await links_at_start(at.server, None))["found"] for _ in range(3)]
            body = {"person": "ada", "name": "Ada Lim", "pin": PIN, "password": PASSWORD}
            tokens = [link.partition("=")[2] for link in printed]
            weak = {**body, "pin": "1", "token": tokens[0]}
            assert (await Browser(at.url).ask("POST", "/api/found", weak))[0] == 422
            answers = [
                (await Browser(at.url).ask("POST", "/api/found", {**body, "token": token}))[0]
                for token in (tokens[0], *tokens)
            ]
            assert answers == [200, 410, 410, 410]

    asyncio.run(play())


def test_a_table_is_configured_from_the_pit_and_plays(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            pit = Browser(at.url)
            await pit.sign_in(MANAGER)
            body = {"id": "1", "table": "C1", "game": "rws-etg", "minimum": 500, "maximum": 50_000}
            setup = {**body, "source": "virtual shoe"}
            assert (await pit.ask("POST", "/api/tables", setup))[1]["accepted"] is True
            assert TableId("C1") in at.server.node.tables()
            async with console(at, "C1") as dealer:
                await dealer.do("OpenTable")
            wrong = {**setup, "id": "2", "game": "chess"}
            assert (await pit.ask("POST", "/api/tables", wrong))[0] == 404

    asyncio.run(play())


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/sign-in", b"{", 400),
        ("POST", "/api/sign-in", b"\xff\xfe", 400),
        ("POST", "/api/sign-in", b"[]", 422),
        ("POST", "/api/sign-in", {"person": "x"}, 422),
        ("POST", "/api/sign-in", {"person": "x", "password": "y", "z": 1}, 422),
        ("POST", "/api/sign-in", {"person": "nobody", "password": "\ud800"}, 400),
        ("POST", "/api/sign-in", b" " * 20_000, 413),
        ("GET", "/api/sign-in", None, 405),
        ("POST", "/api/floor/commands", {"id": "1", "wish": {}}, 401),
        ("GET", "/api/floor", None, 401),
        ("GET", "/api/nothing", None, 404),
        ("GET", "/enter/nothing", None, 404),
        ("GET", "/rules/nothing", None, 404),
        ("GET", "/static/../../etc/passwd", None, 404),
    ],
)
def test_a_mistake_gets_its_envelope_and_never_500(
    tmp_path: Path, method: str, path: str, body: object, status: int
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            answered, told, headers = await Browser(at.url).ask(method, path, body)
            assert answered == status
            assert set(told["error"]) == {"code", "sentence"}
            assert "default-src 'none'" in headers["content-security-policy"]

    asyncio.run(play())


def test_another_name_of_the_server_is_not_answered_to(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            status, told, _ = await Browser(at.url).ask("GET", "/ready", Host="evil.example")
            assert (status, told["error"]["code"]) == (421, "other_host")

    asyncio.run(play())


def test_knocking_too_often_is_slowed_down(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            browser = Browser(at.url)
            answers = [await browser.ask("POST", "/api/enrolment") for _ in range(30)]
            assert {status for status, _, _ in answers} == {200, 429}

    asyncio.run(play())


def test_probes_tell_that_it_lives_is_ready_and_how_it_does(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1"):
            browser = Browser(at.url)
            assert (await browser.ask("GET", "/health"))[0] == 200
            ready = (await browser.ask("GET", "/ready"))[1]
            assert (ready["ready"], ready["tables"]) == (True, {"A1": True})
            assert ready["clocks"]["times_set"] == 0
            shown = (await browser.ask("GET", "/metrics"))[1]["raw"].decode()
            assert 'punto_connections{screen="terminal"} 1.0' in shown
            assert "punto_tables_halted 0.0" in shown

    asyncio.run(play())


def test_the_description_names_every_endpoint(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            _, told, _ = await Browser(at.url).ask("GET", "/api/openapi.json")
            assert told["openapi"] == "3.1.0"
            assert {"/api/session", "/api/floor/admissions", "/api/tables"} <= set(told["paths"])
            assert "EnrolPerson" in str(told["components"]["schemas"]["FloorWishBody"]) or (
                "EnrolPersonWish" in told["components"]["schemas"]
            )

    asyncio.run(play())


def test_who_is_dismissed_sees_nothing_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at, person="li.wei") as dealer:
            await at.with_secrets(CHIEF)
            pit = Browser(at.url)
            await pit.sign_in(CHIEF)
            dismiss = {"id": "1", "wish": {"what": "DismissPerson", "person": "li.wei"}}
            assert (await pit.ask("POST", "/api/floor/commands", dismiss))[1]["accepted"] is True
            async with asyncio.timeout(20):
                await dealer.socket.wait_closed()
            assert dealer.socket.close_code == 1008

    asyncio.run(play())


def test_a_pit_without_a_table_is_greeted_all_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, client(at, await at.staff(MANAGER)) as pit:
            assert (await pit.hello("pit"))["tables"] == ["A1"]
            await pit.say(
                **{"say": "hello", "as": "pit", "table": "A1"},
                tab="x",
                language="en",
                protocol=1,
            )
            view = await pit.until_said("view")
            assert view["private"]["table"] == "A1"

    asyncio.run(play())


def test_the_events_of_all_tables_are_for_the_pit_alone(tmp_path: Path) -> None:
    async def asked_by(at: Floor, person: str) -> tuple[int, Anything]:
        bearer = {"Authorization": f"Bearer {await at.staff(person)}"}
        return (await Browser(at.url).ask("GET", "/api/floor/events", **bearer))[:2]

    async def play() -> None:
        async with floor(tmp_path) as at:
            assert (await asked_by(at, DEALER))[0] == 403
            status, told = await asked_by(at, SUPERVISOR)
            assert (status, told[0]["table"]) == (200, "A1")
            assert "TableOpened" in [each["code"] for each in told[0]["events"]]

    asyncio.run(play())

"""Lines end with the credential that opened them, and screens find tables made elsewhere."""

import asyncio
from copy import copy
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from punto.bootstrap.demo_floor import demo_configuration
from punto.identity.messages import FloorCommand as FloorAsked
from punto.identity.people.actors import actor
from punto.identity.people.commands import GrantActingRole
from punto.rounds.commands import TableCommand, Timer
from punto.rounds.table.commands import ConfigureTable, Link, ReportLink
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.web.security.browser_credentials import (
    IDLE_MS,
    Counting,
    Sessions,
    ShownCredential,
    kept_as,
)
from punto.web.sessions.effects import Device, Passer, StaffMember
from support.runtime.stage import until
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    Browser,
    Client,
    Floor,
    client,
    console,
    floor,
    plan,
    terminal,
)
from web.test_sockets import closed


async def ended(screen: Client) -> tuple[int, str]:
    code, heard = await closed(screen)
    return code, heard[-1]["code"]


def test_signing_out_ends_the_screens_of_that_session_and_no_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at, person=MANAGER) as other:
            await at.with_secrets(MANAGER)
            browser = Browser(at.url)
            assert await browser.sign_in(MANAGER) == 200
            cookies = "; ".join(f"{each.name}={each.value}" for each in browser.jar)
            async with client(at, headers={"Cookie": cookies}) as screen:
                assert (await screen.hello("pit", "A1"))["say"] == "welcome"
                assert (await browser.ask("POST", "/api/sign-out"))[0] == 200
                assert await ended(screen) == (1008, "signed_out")
            await other.say(say="ping", n=1)
            assert (await other.until_said("pong"))["n"] == 1

    asyncio.run(play())


def test_a_device_that_was_let_in_elsewhere_ends_the_line_of_the_first(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as first:
            await at.device("A1-1")  # a new credential, which ends the one before
            await at.server.services.credential_watch.look()
            assert await ended(first) == (1008, "signed_out")

    asyncio.run(play())


async def floor_wish(at: Floor, number: int, **wish: object) -> None:
    """Send a wish of the Shift Manager about the floor, which must be accepted."""
    bearer = {"Authorization": f"Bearer {await at.staff(CHIEF)}"}
    body = {"id": f"w{number}", "wish": wish}
    status, told, _ = await Browser(at.url).ask("POST", "/api/floor/commands", body, **bearer)
    assert (status, told.get("accepted")) == (200, True), told


async def act_as_supervisor(at: Floor, person: str) -> Instant:
    """Let a person act as Pit Supervisor for an hour; return the end."""
    now = at.server.app.now()
    end = Instant(now + 3_600_000)
    wish = GrantActingRole(PersonId(person), Role.PIT_SUPERVISOR, now, end)
    command = FloorAsked(CommandId("acting"), now, PersonId(CHIEF), wish)
    assert isinstance(await at.server.node.ask_floor(command), tuple)
    return end


def test_the_pit_closes_for_somebody_whose_role_has_ended_and_their_console_stays(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at, person=DEALER) as own_console:
            await act_as_supervisor(at, DEALER)
            async with client(at, await at.staff(DEALER)) as pit:
                assert (await pit.hello("pit", "A1"))["say"] == "welcome"
                await floor_wish(at, 1, what="EndActingRole", person=DEALER)
                assert await ended(pit) == (1008, "not_allowed")
            await own_console.say(say="ping", n=1)
            assert (await own_console.until_said("pong"))["n"] == 1

            await floor_wish(at, 2, what="RevokeRole", person=DEALER, role=1)
            assert await ended(own_console) == (1008, "not_allowed")

    asyncio.run(play())


def test_an_acting_role_that_runs_out_ends_its_screens_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            services, until_then = at.server.services, await act_as_supervisor(at, DEALER)
            async with client(at, await at.staff(DEALER)) as pit:
                assert (await pit.hello("pit", "A1"))["say"] == "welcome"
                await services.credential_watch.look()
                services.greeter._now = lambda: until_then  # noqa: SLF001
                # As the watch does periodically, without a request.
                await services.credential_watch.look()
                assert await ended(pit) == (1008, "not_allowed")

    asyncio.run(play())


def test_a_session_expires_unless_it_is_used(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            keys, now = at.server.app.keys, at.server.app.now()
            token, _ = await keys.sessions.begin(PersonId(CHIEF))
            shown = ShownCredential(StaffMember(PersonId(CHIEF)), kept_as(token))
            counting = Counting(keys.devices, keys.sessions)

            async def counts_at(later_ms: int, *, used: bool) -> bool:
                keys.sessions._now = lambda: Instant(now + later_ms)  # noqa: SLF001
                return await counting.counts(shown, used=used)

            nearly = IDLE_MS - 60_000
            assert await counts_at(nearly, used=False)
            assert await counts_at(nearly, used=True)
            # A look does not extend it; use does.
            assert await counts_at(2 * nearly, used=False)
            assert not await counts_at(3 * nearly, used=True)
            assert await counting.counts(ShownCredential(Passer()), used=False)
            assert not await counting.counts(
                ShownCredential(Device(TerminalId("A1-1")), "x"), used=False
            )

    asyncio.run(play())


def test_a_session_begun_at_another_node_is_known_here_after_the_next_look(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            keys = at.server.app.keys
            elsewhere = copy(keys.vault)
            elsewhere._seen = {}  # noqa: SLF001
            token, _ = await Sessions(elsewhere, at.server.app.now).begin(PersonId(MANAGER))
            assert not keys.know(kept_as(token))
            await at.server.services.credential_watch.look()
            assert keys.know(kept_as(token))

    asyncio.run(play())


def test_a_terminal_that_was_called_lost_is_found_when_it_speaks(tmp_path: Path) -> None:
    """As when it arrives from another node, which saw only that it left."""

    async def play() -> None:
        one, table = TerminalId("A1-1"), TableId("A1")
        async with floor(tmp_path) as at, terminal(at, one) as patron:

            def link() -> Link:
                return at.server.node.tables()[table].table.seats[one].link

            await until(lambda: link() is Link.CONNECTED)
            dealer = at.server.node.tables()[table].table.dealer
            assert dealer is not None
            lost = ReportLink(one, Link.LOST)
            command = TableCommand(
                CommandId("other-node"), at.server.app.now(), Timer(dealer), lost
            )
            assert isinstance(await at.server.node.ask(table, command), tuple)
            await patron.until(lambda m: m.get("private", {}).get("link") == Link.LOST.value)
            await patron.say(say="ping", n=1)
            await until(lambda: link() is Link.CONNECTED)

    asyncio.run(play())


def test_a_table_that_another_node_made_is_seen_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            made = replace(demo_configuration(plan()), table=TableId("Z9"))
            # By the node itself, as if another node had made the table: no page here asked for it.
            await _ask(at, TableId("Z9"), ConfigureTable(made))
            await until(lambda: TableId("Z9") in at.server.services.table_feeds.feeds)
            async with client(at) as screen:
                assert "Z9" in (await screen.hello("display", "Z9"))["tables"]

    asyncio.run(play())


async def _ask(at: Floor, table: TableId, wish: ConfigureTable) -> None:
    now = at.server.app.now()
    by = actor(at.server.node.floor, PersonId(CHIEF), now)
    assert isinstance(by, Actor)
    answer = await at.server.node.ask(table, TableCommand(CommandId("made"), now, by, wish))
    assert isinstance(answer, tuple)


def test_a_refused_socket_is_not_logged_as_a_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            with pytest.raises(InvalidStatus) as refused:
                async with client(at, origin="http://elsewhere.example"):
                    pass
            assert refused.value.response.status_code == 403

    asyncio.run(play())
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


HALF = "POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {url}\r\n"


@pytest.mark.parametrize(
    "rest",
    ['Content-Length: 100\r\n\r\n{"person"', "Transfer-Encoding: chunked\r\n\r\nZZ\r\n"],
    ids=["hung up", "no chunk"],
)
def test_a_request_that_breaks_off_is_not_logged_as_a_fault(
    rest: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with floor(tmp_path, founded=False) as at:
            port = int(at.url.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write((HALF.format(port=port, url=at.url) + rest).encode())
            await writer.drain()
            if "ZZ" in rest:
                assert (await reader.readline()).startswith(b"HTTP/1.1 400")
            writer.close()
            # By the time of this request, the earlier ones were handled.
            assert (await Browser(at.url).ask("GET", "/api/session"))[0] == 200

    asyncio.run(play())
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    ],
    ids=["no HTTP", "an upgrade"],
)
def test_what_no_browser_sends_fills_no_log(
    sent: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with floor(tmp_path, founded=False) as at:
            for _ in range(3):
                port = int(at.url.rpartition(":")[2])
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(sent)
                assert (await reader.readline()).startswith(b"HTTP/1.1")
                writer.close()

    asyncio.run(play())
    assert [each for each in caplog.records if each.name.startswith("uvicorn")] == []


def test_letting_a_device_in_looks_up_no_credential_but_that_terminal_s(tmp_path: Path) -> None:
    looked_at: list[str] = []

    class Noting(Counting):
        async def counts(self, shown: ShownCredential, *, used: bool) -> bool:
            looked_at.append(str(shown.speaker))
            return await super().counts(shown, used=used)

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as first, terminal(at, "A1-2"):
            keys, credential_watch = at.server.app.keys, at.server.services.credential_watch
            credential_watch._counting = Noting(keys.devices, keys.sessions)  # noqa: SLF001
            _, note = await keys.enrolments.ask()
            bearer = {"Authorization": f"Bearer {await at.staff(CHIEF)}"}
            body = {"id": "a", "code": note.code, "terminal": "A1-1"}
            status, told, _ = await Browser(at.url).ask(
                "POST", "/api/floor/admissions", body, **bearer
            )
            assert (status, told["accepted"]) == (200, True), told
            assert await ended(first) == (1008, "signed_out")

    asyncio.run(play())
    assert looked_at == [str(Device(TerminalId("A1-1")))]

"""The socket of a real server, on a real port."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from punto.rounds.betting.events import PositionTaken
from punto.rounds.events import TableEvent
from punto.rounds.table.commands import Link
from punto.runtime.ports import stream_of
from punto.storage.addresses import read_record
from punto.values.ids import TableId, TerminalId
from support.runtime.stage import until
from support.web.floor_server import (
    DEALER,
    SUPERVISOR,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
    plan,
    terminal,
)


def bet(terminal: str, round_number: int, cents: int = 5_000) -> Json:
    stakes = [["banker", cents]]
    wish = {"terminal": terminal, "round_number": round_number, "stakes": stakes}
    return {"name": "WantPosition", **wish}


def positions_in_the_record(folder: Path) -> list[PositionTaken]:
    """Return the positions in the record, read beside the running server."""
    record = read_record(str(folder / "floor.db"))
    try:
        events = [each for _, each in record.read(stream_of(TableId("A1")))]
    finally:
        record.close()
    facts = [event.fact for event in events if isinstance(event, TableEvent)]
    return [fact for fact in facts if isinstance(fact, PositionTaken)]


async def closed(screen: Client) -> tuple[int, list[Json]]:
    """Return the close code, and the last messages of the server."""
    heard: list[Json] = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(await screen.hear())
    code = screen.socket.close_code
    assert code is not None
    return code, heard


def test_a_terminal_is_greeted_and_sees_its_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, client(at, await at.device("A1-1")) as screen:
            welcome = await screen.hello("terminal")
            assert welcome["say"] == "welcome"
            assert (welcome["table"], welcome["terminal"]) == ("A1", "A1-1")
            view = await screen.hear()
            assert view["say"] == "view"
            assert view["public"]["phase"] == "idle"
            assert view["private"]["credits"] == 100_000
            assert view["layout"]["game"]["key"] == "mbs-tiger"
            assert abs(view["now"] - at.server.app.now()) < 10_000

    asyncio.run(play())


def test_a_bet_is_answered_only_when_it_is_in_the_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at) as dealer, terminal(at, "A1-1") as patron:
            await dealer.do("OpenBets")
            await patron.until_phase("betting")
            answer = await patron.command("c1", bet("A1-1", 1))
            assert answer["accepted"] is True
            (taken,) = positions_in_the_record(tmp_path)
            assert (taken.terminal, taken.stakes) == ("A1-1", (("banker", 5_000),))
            # A repeat, as after a lost connection, is answered again and does nothing.
            assert (await patron.command("c1", bet("A1-1", 1)))["accepted"] is True
            assert len(positions_in_the_record(tmp_path)) == 1
            refused = await patron.command("c1", bet("A1-1", 1, 6_000))
            assert refused["refusal"]["code"] == "CommandIdReused"

    asyncio.run(play())


def test_a_refusal_tells_its_code_its_facts_and_a_sentence(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as patron:
            answer = await patron.command("c1", bet("A1-1", 1))
            assert answer["accepted"] is False
            assert answer["refusal"]["code"] == "OutOfPhase"
            assert "expected" in answer["refusal"]["sentence"]

    asyncio.run(play())


def test_a_terminal_never_receives_what_is_anothers(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path) as at,
            console(at) as dealer,
            terminal(at, "A1-1") as one,
            terminal(at, "A1-2") as two,
        ):
            await dealer.do("OpenBets")
            await one.until_phase("betting")
            assert (await one.command("c1", bet("A1-1", 1, 12_300)))["accepted"] is True
            await dealer.do("BeginClosing")
            for number, patron in enumerate((one, two), 1):
                await patron.until_phase("closing")
                await patron.do("AnswerFreeze", terminal=f"A1-{number}", round_number=1)
            await two.until_phase("dealing")
            told = "".join(two.frames)
            assert "A1-1" not in told
            assert "12300" not in told
            assert "87700" not in told  # what is left of its credits
            other = await two.command("c9", bet("A1-1", 1))
            assert other["refusal"]["code"] == "NotForThisSender"

    asyncio.run(play())


def test_no_card_leaves_before_it_is_dealt_and_each_leaves_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path, plan(patrons=1)) as at,
            console(at) as dealer,
            terminal(at, "A1-1") as patron,
        ):
            await dealer.do("OpenBets")
            await dealer.do("BeginClosing")
            await patron.until_phase("closing")
            await patron.do("AnswerFreeze", terminal="A1-1", round_number=1)
            await patron.until_phase("dealing")
            left, shown = patron.public["shoe"]["progress"]["left_count"], patron.public["hands"]
            draw = {"name": "DrawCard", "dealt_count": 0}
            # Two presses at once draw one card.
            await dealer.say(say="command", id="d1", wish=draw)
            await dealer.say(say="command", id="d2", wish=draw)
            answers = [await dealer.until_said("answer") for _ in range(2)]
            assert answers[0]["accepted"] is True
            await patron.until(lambda m: m.get("public", {}).get("hands", shown) != shown)
            assert patron.public["shoe"]["progress"]["left_count"] == left - 1

    asyncio.run(play())


def test_the_newest_tab_of_a_terminal_takes_over_and_the_older_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            token = await at.device("A1-1")
            async with client(at, token) as older, client(at, token) as newer:
                await older.hello("terminal")
                await older.until_said("view")
                await newer.hello("terminal", tab="y")
                code, heard = await closed(older)
                assert (code, heard[-1]["say"]) == (4001, "replaced")
                await newer.until_said("view")

    asyncio.run(play())


def test_a_tab_that_dials_again_is_not_told_that_it_was_replaced(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, node="a") as at:
            token = await at.device("A1-1")
            async with client(at, token) as older, client(at, token) as newer:
                assert (await older.hello("terminal"))["node"] == "a"
                await older.until_said("view")
                await newer.hello("terminal")
                code, heard = await closed(older)
                assert code == 4001
                assert "replaced" not in [message["say"] for message in heard]
                await newer.until_said("view")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("frame", "code", "problem"),
    [
        (b"\x00", 1003, "not_text"),
        ("x" * 20_000, 1009, "oversized"),
    ],
)
def test_an_invalid_message_ends_the_connection(
    tmp_path: Path, frame: str | bytes, code: int, problem: str
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            await screen.socket.send(frame)
            ended, heard = await closed(screen)
            assert (ended, heard[-1]["code"]) == (code, problem)

    asyncio.run(play())


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '{"say":"dance"}',
        '{"say":"command","id":"x","wish":{"name":"OpenBets"}}',
        '{"say":"command","id":"x","wish":{"name":"WantPosition"}}',
        '{"say":"command","id":"","wish":{}}',
        '{"say":"recall","id":"x","round":"\\ud800"}',
    ],
)
def test_a_malformed_message_is_refused_and_the_line_goes_on(tmp_path: Path, frame: str) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            await screen.socket.send(frame)
            assert (await screen.until_said("problem"))["code"] == "malformed"
            await screen.say(say="ping", n=7)
            assert (await screen.until_said("pong"))["n"] == 7

    asyncio.run(play())


def test_without_a_credential_there_is_a_display_and_nothing_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            async with client(at) as screen:
                assert (await screen.hello("display", "A1"))["say"] == "welcome"
                view = await screen.until_said("view")
                assert view["private"] is None
            for wanted in ("terminal", "console", "pit"):
                async with client(at) as screen:
                    assert (await screen.hello(wanted, "A1"))["code"] == "not_allowed"
                    assert (await closed(screen))[0] == 1008
            async with client(at, "nobody's token") as screen:
                assert (await screen.hello("terminal"))["code"] == "not_allowed"

    asyncio.run(play())


def test_a_dealer_has_a_console_and_no_pit(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            async with client(at, await at.staff(DEALER)) as screen:
                told = await screen.hello("pit", "A1")
                assert (told["say"], told["code"]) == ("problem", "not_allowed")
                assert told["sentence"] == "the pit is for a Pit Supervisor or above"
                assert (await closed(screen))[0] == 1008
                assert len(screen.frames) == 1
            async with client(at, await at.staff(DEALER)) as screen:
                assert (await screen.hello("console", "A1"))["say"] == "welcome"
            async with client(at, await at.staff(SUPERVISOR)) as screen:
                assert (await screen.hello("pit", "A1"))["say"] == "welcome"

    asyncio.run(play())


def test_a_socket_opens_only_for_a_page_of_this_server(tmp_path: Path) -> None:
    async def refused(at: Floor, status: int, **options: object) -> None:
        with pytest.raises(InvalidStatus) as fault:
            async with client(at, **options):  # type: ignore[arg-type]
                pass
        assert fault.value.response.status_code == status
        assert json.loads(fault.value.response.body)["error"]["code"]

    async def play() -> None:
        async with floor(tmp_path) as at:
            await refused(at, 403, origin="http://elsewhere.example")
            await refused(at, 403, origin=None)

    asyncio.run(play())


def test_a_terminal_that_is_gone_is_lost_and_found_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:

            def link() -> Link:
                table = at.server.node.tables()[TableId("A1")].table
                return table.seats[TerminalId("A1-1")].link

            async with terminal(at, "A1-1"):
                await until(lambda: link() is Link.CONNECTED)
            await until(lambda: link() is Link.LOST)
            async with terminal(at, "A1-1"):
                await until(lambda: link() is Link.CONNECTED)

    asyncio.run(play())


def test_who_does_not_read_holds_up_nobody_and_finds_the_newest_view(tmp_path: Path) -> None:
    async def play() -> None:
        dealing = plan("B1", 2, self_dealing=True)
        async with floor(tmp_path, dealing) as at, terminal(at, "B1-2") as quick:
            token = await at.device("B1-1")
            async with client(at, token, max_queue=1) as slow:
                await slow.hello("terminal")
                # The slow client reads nothing while the other sees whole rounds.
                begun = quick.public["round_number"]
                await quick.until(lambda _: quick.public["round_number"] >= begun + 3)
                newest = quick.public["round_number"]
                await slow.until(lambda _: slow.public.get("round_number", 0) >= newest)

    asyncio.run(play())

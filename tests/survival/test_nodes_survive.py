"""Nodes die, databases restart and lines are cut during play, and no person has to act."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGINT, SIGKILL, SIGQUIT, SIGSTOP, SIGTERM, Signals

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from punto.values import replace
from support.storage.lines import line_to
from support.storage.servers import PostgresServer
from support.survival.databases import bring_back
from support.survival.floor_of_nodes import PATIENCE_S, House, ServerNode, asked, dialled, house
from support.web.floor_server import DEALER, Browser, Client, floor, plan
from support.web.nginx_proxy import NAMES

TIMES = int(os.environ.get("PUNTO_RESTARTS", "1"))
"""How often each disturbance happens to a floor; make soak sets a larger number."""
CROWD = 20
"""How many screens connect at once."""
LONGEST_S = 30.0
"""No terminal may be silent this long, however slow the machine; the longest pause is printed."""


@pytest.fixture
def mortal_server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()


async def set_up(address: str, folder: Path) -> dict[str, str]:
    """Set up a self-dealing table and one with a Dealer; return the tokens of all screens."""
    key = str(folder / "shoes.key")
    plans = replace(plan("A1", 3, self_dealing=True), betting_ms=1_000), plan("D1", 0)
    async with floor(folder, *plans, database=address, shoe_key=key, finish_seconds=30) as at:
        await at.with_secrets(DEALER)
        tokens = {name: await at.device(name) for name in ("A1-1", "A1-2", "A1-3")}
        return {**tokens, DEALER: await at.staff(DEALER)}


async def many_dial(at: House, token: str) -> None:
    """Let many screens connect at once, as after the death of a node; each must succeed."""

    async def dial(number: int) -> None:
        async with dialled(at.proxy, token, f"127.0.0.{number}"):
            pass

    await asyncio.gather(*map(dial, range(50, 50 + CROWD)))


async def open_bets(at: House, token: str) -> None:
    """Let a Dealer open a round, in the middle of which everything happens."""
    async with dialled(at.proxy, token) as socket:
        console = Client(socket)
        assert (await console.hello("console", "D1"))["say"] == "welcome"
        await console.do("OpenBets")


async def sign_in(node: ServerNode) -> int:
    """Sign in at one node, and return the status."""
    return await Browser(f"http://127.0.0.1:{node.port}").sign_in(DEALER)


async def restart(server: PostgresServer, number: Signals) -> None:
    """Do as ``pg_ctl restart`` does: fast by SIGINT, immediate by SIGQUIT."""
    assert server.process is not None
    server.process.send_signal(number)
    await asyncio.to_thread(server.process.wait)
    server.process = None
    await asyncio.to_thread(bring_back, server)


async def throw_out(server: PostgresServer) -> None:
    """End all connections of all nodes."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'punto'"
        )


async def kill_node(at: House, chance: Random) -> None:
    node = chance.choice(at.nodes)
    await node.end(SIGKILL)
    await at.play_on()
    node.start()
    await at.until_ready(node)


async def pause_node(at: House, chance: Random) -> None:
    node = chance.choice(at.nodes)
    node.send(SIGSTOP)
    await asyncio.sleep(8)
    node.send(SIGCONT)
    await at.until_ready(node)


async def pause_database(server: PostgresServer) -> None:
    """Suspend all processes of the database for a while, without closing connections."""
    stopped = [int(pid) for pid in children_of(server)]
    for pid in stopped:
        os.kill(pid, SIGSTOP)
    await asyncio.sleep(3)
    for pid in stopped:
        with suppress(ProcessLookupError):
            os.kill(pid, SIGCONT)


def children_of(server: PostgresServer) -> list[str]:
    assert server.process is not None
    pid = server.process.pid
    return [str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def roll(at: House) -> None:
    """Restart one node after the other, each when the previous one is ready again."""
    for node in at.nodes:
        assert await node.end(SIGTERM) == 0
        node.start()
        await at.until_ready(node)


async def happen(at: House, name: str, act: Callable[[], Awaitable[None]]) -> None:
    """Do something during play, and print what the terminals saw of it."""
    began = time.monotonic()
    await at.play_on()
    await act()
    await at.play_on()
    pause = at.longest_pause(began)
    sys.stdout.write(f"{name}: longest pause {pause:.1f} s, {at.told()}\n")
    assert pause < LONGEST_S, name


def test_nobody_has_to_act_whatever_dies(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        address = mortal_server.fresh_address()
        tokens = await set_up(address, tmp_path)
        dealer = tokens.pop(DEALER)
        async with house([address] * 3, tmp_path, tokens, chance) as at:
            await open_bets(at, dealer)
            things: list[tuple[str, Callable[[], Awaitable[None]]]] = [
                ("database restarted, immediate", partial(restart, mortal_server, SIGQUIT)),
                ("node killed", partial(kill_node, at, chance)),
                ("rolling restart", partial(roll, at)),
            ]
            if TIMES > 1:
                things.append(("database restarted, fast", partial(restart, mortal_server, SIGINT)))
                things.append(("connections ended", partial(throw_out, mortal_server)))
                things.append(("node paused for 8 s", partial(pause_node, at, chance)))
                things.append(("database paused for 3 s", partial(pause_database, mortal_server)))
            for _ in range(TIMES):
                for name, act in things:
                    await happen(at, name, act)
            assert [await sign_in(node) for node in at.nodes] == [200] * 3
            at.check()
            assert not at.refusals()

    asyncio.run(story())


def test_a_node_that_is_cut_off_from_its_database_says_so_and_sends_its_screens_away(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        address = mortal_server.fresh_address()
        tokens = await set_up(address, tmp_path)
        tokens.pop(DEALER)
        with line_to(mortal_server) as line:
            ways = [line.address(address), address]
            async with house(ways, tmp_path, tokens, chance) as at:
                cut_off = at.nodes[0]
                # Before it has heard of another node, it would keep its screens.
                await asyncio.sleep(2)
                line.cut()
                began = time.monotonic()
                while await cut_off.is_ready():  # noqa: ASYNC110 (it is asked, not heard of)
                    await asyncio.sleep(0.1)
                sys.stdout.write(f"not ready after {time.monotonic() - began:.1f} s\n")
                assert await sign_in(cut_off) == 503
                await at.play_on()
                sys.stdout.write(f"cut off: {at.longest_pause(began):.1f} s, {at.told()}\n")
                line.mend()
                await at.until_ready(cut_off)
                assert await sign_in(cut_off) == 200
                await at.play_on()
                at.check()
                assert not at.refusals()

    asyncio.run(story())


def test_a_node_that_hangs_keeps_no_screen_from_its_table(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        address = mortal_server.fresh_address()
        tokens = await set_up(address, tmp_path)
        tokens.pop(DEALER)
        async with house([address] * 2, tmp_path, tokens, chance) as at:
            for node in at.nodes:
                began = time.monotonic()
                node.send(SIGSTOP)
                # The system still accepts connections for it, and it never closes them.
                await at.play_on()
                await many_dial(at, tokens["A1-1"])
                assert "HTTP/1.1 200" in await at.proxy.ask("GET", "/health")
                sys.stdout.write(f"hangs: {at.longest_pause(began):.1f} s, {at.told()}\n")
                node.send(SIGCONT)
                await at.until_ready(node)
            at.check()
            assert not at.refusals()

    asyncio.run(story())


def test_a_bet_that_is_asked_again_elsewhere_while_its_node_hangs_is_recorded_once(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        address = mortal_server.fresh_address()
        tokens = await set_up(address, tmp_path)
        tokens.pop(DEALER)
        token = tokens.pop("A1-3")
        async with house([address] * 2, tmp_path, tokens, chance) as at:
            async with dialled(at.proxy, token) as first:
                older = Client(first)
                name = (await older.hello("terminal"))["node"]
                hung = at.nodes[NAMES.index(name)]
                hung.send(SIGSTOP)
                async with dialled(at.proxy, token, avoided=name) as second:
                    newer = Client(second)
                    assert (await newer.hello("terminal"))["node"] != name
                    while True:
                        await newer.until_phase("betting")
                        wish = {
                            "name": "WantPosition",
                            "terminal": "A1-3",
                            "round_number": newer.public["round_number"],
                            "stakes": [["banker", 500]],
                        }
                        asked_as = f"asked-twice-{wish['round_number']}"
                        await older.say(say="command", id=asked_as, wish=wish)
                        answer = await newer.command(asked_as, wish)
                        if answer["accepted"]:
                            break
                        await newer.until_phase("dealing")
                    hung.send(SIGCONT)
                    # The commands in its socket were answered meanwhile, and it gives the same
                    # answers, unless it sends its screens away first.
                    with suppress(ConnectionClosedError):
                        told = await older.until(lambda said: said.get("id") == asked_as)
                        assert told["accepted"] is True
                    assert '"replaced"' not in "".join(newer.frames)
            await at.until_ready(hung)
            async with dialled(at.proxy, token) as third:
                again = Client(third)
                assert (await again.hello("terminal"))["say"] == "welcome"
                told = await again.command(asked_as, wish)
                assert told["accepted"] is True
            found = [body["command"] for _, body in at.events()]
            assert found.count(f"terminal/A1-3/{asked_as}") == 1
            at.check()

    asyncio.run(story())


def test_a_bet_at_a_node_that_lost_its_database_is_answered_elsewhere_before_that_node_gives_up(
    chance: Random, tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        address = mortal_server.fresh_address()
        tokens = await set_up(address, tmp_path)
        tokens.pop(DEALER)
        token = tokens.pop("A1-3")
        with line_to(mortal_server) as line:
            async with house([line.address(address), address], tmp_path, tokens, chance) as at:
                # Before it has heard of another node, it would keep its screens.
                await asyncio.sleep(2)
                cut_off, sound = NAMES[0], NAMES[1]
                async with dialled(at.proxy, token, avoided=sound) as first:
                    older = Client(first)
                    assert (await older.hello("terminal"))["node"] == cut_off
                    await older.until_phase("dealing")
                    await older.until_phase("betting")
                    line.cut()
                    wish = {
                        "name": "WantPosition",
                        "terminal": "A1-3",
                        "round_number": older.public["round_number"],
                        "stakes": [["banker", 500]],
                    }
                    await older.say(say="command", id="asked-in-vain", wish=wish)
                    heard = len(older.frames)
                    await older.until_said("leave")
                    # It has not refused the bet, and its table has not halted.
                    said = "".join(older.frames[heard:])
                    assert not [word for word in ("asked-in-vain", "halted") if word in said], said
                    async with dialled(at.proxy, token, avoided=cut_off) as second:
                        newer = Client(second)
                        assert (await newer.hello("terminal"))["node"] == sound
                        answer = await newer.command("asked-in-vain", wish)
                    await first.close()
                line.mend()
                await at.until_ready(at.nodes[0])
                await at.play_on()
                async with dialled(at.proxy, token, avoided=sound) as third:
                    again = Client(third)
                    assert (await again.hello("terminal"))["node"] == cut_off
                    told = await again.command("asked-in-vain", wish)
                    assert told["accepted"] is answer["accepted"]
                found = [body["command"] for _, body in at.events()]
                assert found.count("terminal/A1-3/asked-in-vain") == answer["accepted"]
                at.check()
                assert not at.refusals()

    asyncio.run(story())


async def until_answered(node: ServerNode, path: str, status: int) -> str:
    """Wait until a node answers with this status; return the body."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            assert node.process is not None
            assert node.process.poll() is None, node.log.read_text()
            found, body = await asked(node.port, path)
            if found == status:
                return body
            await asyncio.sleep(0.05)


def test_a_node_that_starts_without_its_database_waits_for_it(
    tmp_path: Path, mortal_server: PostgresServer
) -> None:
    async def story() -> None:
        settings = tmp_path / "punto.toml"
        key = tmp_path / "shoes.key"
        settings.write_text(f'database = "{mortal_server.fresh_address()}"\nshoe_key = "{key}"\n')
        node = ServerNode(settings)
        mortal_server.kill()
        node.start()
        try:
            await until_answered(node, "/health", 200)
            body = await until_answered(node, "/ready", 503)
            assert "the database cannot be reached" in body or "not open yet" in body
            assert (await asked(node.port, "/"))[0] == 503
            with pytest.raises(InvalidStatus) as denied:
                await connect(f"ws://127.0.0.1:{node.port}/socket")
            assert denied.value.response.status_code == 503
            while "waiting for the database" not in node.log.read_text():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            # It can be stopped even then.
            assert await node.end(SIGTERM) == 0
            assert not key.exists()
            node.start()
            await until_answered(node, "/ready", 503)
            await asyncio.to_thread(bring_back, mortal_server)
            await until_answered(node, "/ready", 200)
            assert await node.end(SIGTERM) == 0
        finally:
            node.send(SIGKILL)

    asyncio.run(story())


def test_a_node_whose_database_turns_it_away_says_so_and_ends(
    tmp_path: Path, mortal_server: PostgresServer
) -> None:
    settings = tmp_path / "punto.toml"
    elsewhere = mortal_server.address().replace("/postgres?", "/elsewhere?")
    settings.write_text(f'database = "{elsewhere}"\nshoe_key = "{tmp_path}/shoes.key"\n')
    node = ServerNode(settings)
    node.start()
    assert node.process is not None
    assert node.process.wait(PATIENCE_S) == 2
    assert 'database "elsewhere" does not exist' in node.log.read_text()

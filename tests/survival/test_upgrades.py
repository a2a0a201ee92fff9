"""Servers are updated one after the other while their floor plays, and its rules change."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from signal import SIGTERM
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from punto.values import replace
from punto.values.ids import Instant
from support.storage.golden_evening import unpack
from support.storage.servers import PostgresServer
from support.survival.floor_of_nodes import (
    PATIENCE_S,
    House,
    ServerNode,
    asked,
    assert_runs,
    dialled,
    house,
)
from support.survival.next_build import VERSION, next_build
from support.survival.next_rules import set_rules_ahead, versions_by_round
from support.web.floor_server import DEALER, MANAGER, Browser, Client, floor, plan

LONGEST_S = 30.0
"""No terminal may stand still this long, however slow the machine; the longest time is printed."""


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()


async def set_up(address: str, folder: Path) -> dict[str, str]:
    """Set up a self-dealing table and one with a Dealer and a patron; returns all their tokens."""
    key = str(folder / "shoes.key")
    plans = replace(plan("A1", 3, self_dealing=True), betting_ms=1_000), plan("D1", 1)
    async with floor(folder, *plans, database=address, shoe_key=key, finish_seconds=30) as at:
        await at.with_secrets(MANAGER)
        tokens = {name: await at.device(name) for name in ("A1-1", "A1-2", "A1-3", "D1-1")}
        return {**tokens, DEALER: await at.staff(DEALER)}


@asynccontextmanager
async def screen_at(node: ServerNode, token: str) -> AsyncIterator[Client]:
    """Connect a screen to this very node, past the proxy."""
    async with connect(
        f"ws://127.0.0.1:{node.port}/socket",
        subprotocols=[Subprotocol("punto.1")],
        additional_headers={"Authorization": f"Bearer {token}"},
    ) as socket:
        yield Client(socket)


async def update(at: House, node: ServerNode, build: Path) -> None:
    """Replace a server by one of the next build."""
    assert await node.end(SIGTERM) == 0
    node.build = build
    node.start()
    await at.until_ready(node)
    assert VERSION in (await asked(node.port, "/health"))[1]


async def bet_at(node: ServerNode, token: str) -> None:
    """The patron of table D1 bets at one node."""
    async with screen_at(node, token) as patron:
        assert (await patron.hello("terminal"))["say"] == "welcome"
        await patron.until_phase("betting")
        await patron.do(
            "WantPosition", terminal="D1-1", round_number=1, stakes=[["banker", 10_000]]
        )


async def set_both_ahead(node: ServerNode) -> None:
    """A Pit Manager lets both tables play by the next version of their document from its date."""
    pit = Browser(f"http://127.0.0.1:{node.port}")
    assert await pit.sign_in(MANAGER) == 200
    paces = {"A1": {"betting_ms": 1_000, "self_dealing": True}, "D1": {"betting_ms": 200}}
    await set_rules_ahead(pit, paces)


async def until_told_to_be_updated(node: ServerNode) -> None:
    async with asyncio.timeout(PATIENCE_S):
        said = "a newer version of Punto plays"
        while said not in (await asked(node.port, "/ready"))[1]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def play_two_rounds(at: House) -> None:
    """Wait until a round has begun and ended."""
    began = at.patrons[0].public["round_number"]
    async with asyncio.timeout(PATIENCE_S):
        while at.patrons[0].public["round_number"] < began + 2:
            await at.play_on(1)


async def deal(at: House, token: str) -> None:
    """A Dealer brings the round of table D1 to its end."""
    async with dialled(at.proxy, token) as socket:
        console = Client(socket)
        assert (await console.hello("console", "D1"))["say"] == "welcome"
        await console.until_said("view")
        await console.do("BeginClosing")
        await console.until_phase("dealing")
        for count in range(6):
            if console.public["phase"] != "dealing":
                break
            if count == 4:
                await console.do("AnnounceTotals")
            if console.public["phase"] == "dealing":
                await console.do("DrawCard", dealt_count=count)
        await console.until_phase("result")
        await console.do("Settle")


def check_rounds(events: list[tuple[str, dict[str, Any]]], takes_effect: Instant) -> None:
    """Each round is stamped with the document in force when it was opened, and was settled."""
    opened = versions_by_round(events, takes_effect)
    settled = Counter(stream for stream, body in events if body["name"] == "round.settled")
    at_a1 = [number for stream, number in opened if stream == "table/A1"]
    assert at_a1 == list(range(1, len(at_a1) + 1))
    assert len(at_a1) - settled["table/A1"] in {0, 1}
    assert {version for (stream, _), version in opened.items() if stream == "table/A1"} == {4, 5}
    assert opened["table/D1", 1] == 4
    assert settled["table/D1"] == 1


def test_a_floor_in_play_is_updated_to_a_new_event_and_to_rules_that_take_effect(
    chance: Random, tmp_path: Path, server: PostgresServer
) -> None:
    async def story() -> None:
        address = server.fresh_address()
        tokens = await set_up(address, tmp_path)
        dealer, patron = tokens.pop(DEALER), tokens.pop("D1-1")
        began = time.time()
        async with house([address] * 3, tmp_path, tokens, chance) as at:
            async with screen_at(at.nodes[0], dealer) as console:
                assert (await console.hello("console", "D1"))["say"] == "welcome"
                await console.do("OpenBets")
            # Late enough for one server to be updated before it, however slow the machine is.
            now = time.time()
            takes_effect = Instant(int(1_000 * (now + 5 + 3 * (now - began))))
            build = await asyncio.to_thread(next_build, tmp_path, takes_effect)
            new, *old = at.nodes
            await update(at, new, build)
            await set_both_ahead(new)
            assert time.time() * 1_000 < takes_effect
            await bet_at(new, patron)
            for node in old:
                await until_told_to_be_updated(node)
            await at.play_on()
            for node in old:
                await update(at, node, build)
            await asyncio.sleep(max(0.0, takes_effect / 1_000 - time.time()))
            await play_two_rounds(at)
            await deal(at, dealer)
            sys.stdout.write(f"longest pause {at.longest_pause(0):.1f} s, {at.told()}\n")
            assert at.longest_pause(0) < LONGEST_S
            assert not at.refusals()
            at.check(build)
            events = at.events()
        check_rounds(events, takes_effect)
        taken = [body for _, body in events if body["name"] == "round.position_taken"]
        assert {body["version"] for body in taken} == {1, 2}
        # A record of format 1, too, is read and audited by the new build.
        evening = str(unpack(tmp_path))
        assert_runs(build, "audit", evening)
        assert_runs(build, "report", "rounds", "--database", evening)

    asyncio.run(story())

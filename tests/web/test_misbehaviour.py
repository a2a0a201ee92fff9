"""Hundreds of sockets that send nothing, read nothing or never stop, beside playing terminals."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from punto.values.structures import replace
from punto.web.http import connection_limits
from punto.web.lines import line
from punto.web.sessions.pace import Pace
from support.web.floor_server import Client, Floor, client, console, floor, plan, terminal
from web.test_sockets import bet, closed

OF_EACH_KIND = 80
LONG_MS = 600_000
"""Bets stay open until the Dealer closes them."""


async def opened(stack: AsyncExitStack, at: Floor, screen: str | None) -> list[Client]:
    """Open many sockets without a credential; they send a hello for this screen, or nothing."""
    found = []
    for _ in range(OF_EACH_KIND):
        # A client with a queue of one message stops reading while the message is not taken.
        socket = await stack.enter_async_context(client(at, max_queue=1, ping_interval=None))
        stack.callback(socket.socket.transport.abort)  # a polite close would wait for each of them
        if screen is not None:
            await socket.hello(screen, "A1")
        found.append(socket)
    return found


async def flood(screen: Client) -> None:
    """Ask for rounds, which a display may not, and far faster than a screen may."""
    with suppress(ConnectionClosed):
        # Nothing else runs in between. On a slow machine they would keep to the pace otherwise.
        for number in range(3 * Pace().burst):
            await screen.say(say="recall", id=f"r{number}", round=None)


def test_terminals_play_a_round_whatever_hundreds_of_sockets_beside_them_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "HELLO_S", 5.0)
    # Another test shows how much a stranger may open at all.
    monkeypatch.setattr(connection_limits, "_STRANGERS", Pace(burst=1_000))
    monkeypatch.setattr(connection_limits, "_STRANGERS_OF_ONE_ADDRESS", Pace(burst=1_000))
    table = replace(plan(patrons=3), betting_ms=LONG_MS)

    async def play() -> None:
        async with (
            AsyncExitStack() as stack,
            floor(tmp_path, table, displays_per_address=1_000) as at,
            console(at) as dealer,
        ):
            silent = await opened(stack, at, None)
            deaf = await opened(stack, at, "display")
            loud = await opened(stack, at, "display")
            floods = [asyncio.create_task(flood(each)) for each in loud]
            names = [f"A1-{number}" for number in (1, 2, 3)]
            players = [await stack.enter_async_context(terminal(at, name)) for name in names]
            await dealer.do("OpenBets")
            for name, player in zip(names, players, strict=True):
                await player.until_phase("betting")
                assert (await player.command("bet", bet(name, 1)))["accepted"] is True
            await dealer.do("BeginClosing")
            for name, player in zip(names, players, strict=True):
                await player.until_phase("closing")
                wish = {"name": "AnswerFreeze", "terminal": name, "round_number": 1}
                await player.say(say="command", id="freeze", wish=wish)
            for player in players:
                await player.until_phase("dealing")
            await asyncio.gather(*floods)
            for screen in (*silent, *loud):
                assert (await closed(screen))[0] == 1008
            # A client that reads again sees the present table, and nothing that was skipped.
            for screen in deaf:
                await screen.until_phase("dealing")

    asyncio.run(play())

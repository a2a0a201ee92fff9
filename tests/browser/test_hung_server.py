"""A server hangs, and the page of a terminal plays on at another one."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import TypeVar

from playwright.sync_api import Browser, WebSocket

from punto.values.structures import replace
from support.browser.screens import PATIENCE_MS
from support.browser.terminal_page import TerminalPage
from support.storage.servers import PostgresServer
from support.survival.floor_of_nodes import ServerNode, dialled
from support.web.floor_server import DEALER, Client, floor, plan
from support.web.nginx_proxy import NAMES, Proxy

T = TypeVar("T")
LONG_MS = 600_000
"""Bets stay open while the server hangs."""


def awaited(work: Coroutine[object, object, T]) -> T:
    """Run what needs an event loop in a thread, since the browser's driver has one here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def credentials(database: str, folder: Path) -> tuple[str, str]:
    """Set up a table, and return the credentials of its terminal and of its Dealer."""
    table = replace(plan("A1", 1), betting_ms=LONG_MS)
    async with floor(folder, table, database=database, shoe_key=str(folder / "shoes.key")) as at:
        return await at.device("A1-1"), await at.staff(DEALER)


async def ready(nodes: list[ServerNode], proxy: Proxy) -> None:
    await proxy.listens()
    async with asyncio.timeout(120):
        while not all([await node.is_ready() for node in nodes]):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def open_bets(proxy: Proxy, dealer: str) -> None:
    async with dialled(proxy, dealer) as socket:
        console = Client(socket)
        await console.hello("console", "A1")
        await console.do("OpenBets")


def end(node: ServerNode) -> None:
    awaited(node.end(SIGKILL))


def test_a_terminal_bets_on_while_its_server_hangs(tmp_path: Path, browser: Browser) -> None:
    with ExitStack() as ending:
        server = PostgresServer.create()
        ending.callback(server.remove)
        database = server.fresh_address()
        token, dealer = awaited(credentials(database, tmp_path))
        nodes = []
        for name in NAMES[:2]:
            settings = tmp_path / f"{name}.toml"
            settings.write_text(
                f'database = "{database}"\nshoe_key = "{tmp_path / "shoes.key"}"\n'
                f'node = "{name}"\nbehind_proxy = true\n'
            )
            nodes.append(node := ServerNode(settings))
            node.start()
            ending.callback(end, node)
        proxy = Proxy(tmp_path, [node.port for node in nodes])
        ending.callback(proxy.end)
        awaited(ready(nodes, proxy))
        awaited(open_bets(proxy, dealer))

        context = browser.new_context(ignore_https_errors=True)
        ending.callback(context.close)
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": "punto-device", "value": token, "url": proxy.origin}])
        page = context.new_page()
        welcomes: list[tuple[str, str]] = []

        def watch(line: WebSocket) -> None:
            def hear(frame: str | bytes) -> None:
                said = json.loads(frame)
                if said["say"] == "welcome":
                    welcomes.append((line.url.partition("?")[2], said["node"]))

            line.on("framereceived", hear)

        page.on("websocket", watch)
        page.goto(f"{proxy.origin}/terminal")
        terminal = TerminalPage(page, "A1-1")
        terminal.expect_open()
        terminal.choose_chip("$5")
        terminal.bet("player", "$5")
        ((_, first),) = welcomes

        hung = nodes[NAMES.index(first)]
        hung.send(SIGSTOP)
        terminal.bet("player", "$10")
        (other,) = {"a", "b"} - {first}
        assert welcomes[1:] == [(f"not={first}", other)]
        hung.send(SIGCONT)
        awaited(ready(nodes, proxy))
        terminal.bet("player", "$15")
        assert len(welcomes) == 2
        assert page.get_by_role("alert").count() == 0

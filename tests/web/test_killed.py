"""The real program, killed in the middle of a round and started again on the same folder."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from punto.bootstrap.demo import DemoPage
from punto.values import field_names
from support.web.floor_server import Browser, Client, Json


class Demo:
    """``punto demo`` in its own process."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        words = ["demo", "--no-browser", "--json", "--port", str(port), "--data", str(folder)]
        pace = ["--betting", "600", "--pace", "20", "--robots", "0", "--terminals", "1"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "punto", *words, *pace],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(self.process.communicate()[1])
        self.shown: Json = json.loads(line)
        assert set(self.shown) == set(field_names(DemoPage))

    @property
    def url(self) -> str:
        return str(self.shown["address"])

    def link(self, screen: str, table: str) -> str:
        """Return the path of a screen's link."""
        links = self.shown["links"]
        (found,) = [x for x in links if (x["screen"], x["table"]) == (screen, table)]
        return str(found["url"]).removeprefix(self.url)

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=60)
        return self.process.returncode


async def bet_in(url: str, browser: Browser, slot: str, name: str, round_number: int) -> Json:
    """Connect as this browser's terminal, and ask for one bet."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)
    address = f"{url.replace('http', 'ws')}/socket?{urlencode({'slot': slot})}"
    options = {"origin": url, "additional_headers": {"Cookie": cookies}}
    async with connect(address, subprotocols=[Subprotocol("punto.1")], **options) as socket:  # type: ignore[arg-type]
        screen = Client(socket)
        assert (await screen.hello("terminal"))["say"] == "welcome"
        await screen.until_said("view")
        if not round_number:
            await screen.until_phase("betting")
            round_number = screen.public["round_number"]
        stakes = [["banker", 5_000]]
        wish = {"terminal": "B1-1", "round_number": round_number, "stakes": stakes}
        answer = await screen.command(name, {"name": "WantPosition", **wish})
        await screen.until(lambda m: "private" in m) if screen.private is None else None
        assert screen.private is not None
        return {**answer, "round": round_number, "credits": screen.private["credits"]}


def test_a_bet_that_was_answered_is_there_after_kill_and_is_answered_again(tmp_path: Path) -> None:
    first = Demo(tmp_path)
    browser = Browser(first.url)
    asyncio.run(browser.ask("POST", first.link("terminal", "B1")))
    slot = "B1.B1-1"
    answer = asyncio.run(bet_in(first.url, browser, slot, "c1", 0))
    assert answer["accepted"] is True
    assert first.end(signal.SIGKILL) == -signal.SIGKILL

    port = int(first.url.rpartition(":")[2])
    second = Demo(tmp_path, port)
    try:
        # The same cookie, the same id: the terminal need not be admitted again.
        again = asyncio.run(bet_in(second.url, browser, slot, "c1", answer["round"]))
        assert again["accepted"] is True
        assert again["credits"] == 95_000
        assert "table B1 was interrupted, and waits for the pit" in second.shown["waiting"]
    finally:
        assert second.end(signal.SIGTERM) == 0
    audit = [sys.executable, "-m", "punto", "audit", str(tmp_path / "floor.db")]
    assert subprocess.run(audit, check=False, capture_output=True).returncode == 0

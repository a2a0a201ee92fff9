"""Server processes on one PostgreSQL behind the documented nginx, and patrons who never stop."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from signal import SIGKILL, Signals
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from punto.rounds.irregularity.events import IrregularityReported
from punto.runtime.ports import FLOOR, is_of_a_table
from punto.storage.addresses import read_record
from support.web.nginx_proxy import Proxy

PATIENCE_S = 90.0
SILENCE_S = 7.0
"""After so long without a word a screen dials again, as the pages do."""
_LATE = {"BetsAreClosed", "RoundIsStale", "OutOfPhase", "RoundMayStillChange"}
"""What a bet that comes too late is told, on the best of days."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@dataclass
class ServerNode:
    """``punto serve`` in a process of its own, which may die and be started again."""

    settings: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def log(self) -> Path:
        return self.settings.with_name(f"node-{self.port}.log")

    def start(self) -> None:
        words = ["serve", "--settings", str(self.settings), "--port", str(self.port), "--json"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "punto", *words], stdout=log, stderr=log
            )

    def send(self, number: Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def end(self, number: Signals) -> int:
        """Tell it to end, and wait until it has."""
        assert self.process is not None
        self.send(number)
        return await asyncio.to_thread(self.process.wait, PATIENCE_S)

    async def is_ready(self) -> bool:
        """What a proxy would find."""
        status, _ = await asked(self.port, "/ready", 1.5)
        return status == 200


async def asked(port: int, path: str, seconds: float = 20.0) -> tuple[int, str]:
    """The status and the body of an answer; 0 where there is none."""
    with suppress(OSError, TimeoutError, IndexError, ValueError):
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with closing(writer):
                writer.write(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                said = (await reader.read()).decode()
        head, _, body = said.partition("\r\n\r\n")
        return int(head.split()[1]), body
    return 0, ""


def dialled(proxy: Proxy, token: str, address: str = "127.0.0.1") -> connect:
    """A line through the proxy."""
    return connect(
        f"wss://127.0.0.1:{proxy.ports[0]}/socket",
        ssl=proxy.trusting,
        local_addr=(address, 0),
        subprotocols=[Subprotocol("punto.1")],
        additional_headers={"Authorization": f"Bearer {token}"},
        open_timeout=SILENCE_S,
        close_timeout=0.1,
        ping_interval=None,
        max_size=None,
    )


@dataclass
class Patron:
    """A terminal that bets and bets, and asks again under the same id until it is answered."""

    terminal: str
    token: str
    proxy: Proxy
    chance: Random
    address: str
    """Where it dials from, by which nginx chooses its node."""
    accepted: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    pending: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    """How its lines ended."""
    heard_at: float = field(default_factory=time.monotonic)
    pauses: list[tuple[float, float]] = field(default_factory=list)
    """Every silence of the table that was longer than a moment: when it ended, and how long."""
    public: dict[str, Any] = field(default_factory=dict)
    count: int = 0

    async def play(self) -> None:
        wait = 0.25
        while True:
            try:
                wait = 0.25 if await self._sit() else min(2 * wait, 5.0)
            except (OSError, WebSocketException, TimeoutError) as fault:
                self.lines[type(fault).__name__] += 1
                wait = min(2 * wait, 5.0)
            await asyncio.sleep(wait * self.chance.uniform(0.5, 1.5))

    async def _sit(self) -> bool:
        async with dialled(self.proxy, self.token, self.address) as line:
            hello = {"say": "hello", "as": "terminal", "table": None, "tab": "x", "protocol": 1}
            await line.send(json.dumps({**hello, "language": "en"}))
            betting, is_welcome = None, False
            try:
                while True:
                    async with asyncio.timeout(SILENCE_S):
                        message = json.loads(await line.recv())
                    if message["say"] == "welcome":
                        is_welcome = True
                        for each in self.pending.values():
                            await line.send(json.dumps(each))
                        betting = asyncio.create_task(self._bet(line.send))
                    self._hear(message)
            except WebSocketException as fault:
                self.lines[str(getattr(getattr(fault, "rcvd", None), "code", "lost"))] += 1
            finally:
                if betting is not None:
                    betting.cancel()
            return is_welcome

    async def _bet(self, send: Callable[[str], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(0.1)
            await send(json.dumps({"say": "ping", "n": 1}))
            if self.public.get("phase") == "betting" and len(self.pending) < 3:
                self.count += 1
                name = f"bet-{self.count}"
                stake = 500 * self.chance.randint(1, 20)
                wish = {
                    "name": "WantPosition",
                    "terminal": self.terminal,
                    "round_number": self.public["round_number"],
                    "stakes": [[self.chance.choice(["banker", "player"]), stake]],
                }
                self.pending[name] = {"say": "command", "id": name, "wish": wish}
                await send(json.dumps(self.pending[name]))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["say"] == "view":
            now = time.monotonic()
            if now - self.heard_at > 1:
                self.pauses.append((now, now - self.heard_at))
            self.heard_at = now
            self.public = message.get("public", self.public)
        elif message["say"] == "answer" and self.pending.pop(message["id"], None) is not None:
            if message["accepted"]:
                self.accepted.append(message["id"])
            else:
                self.refused[message["refusal"]["code"]] += 1
        elif message["say"] == "problem":
            self.refused[message["code"]] += 1
            self.pending.pop(message["id"] or "", None)


@dataclass
class House:
    """The nodes, the proxy, the patrons and what they saw."""

    address: str
    nodes: list[ServerNode]
    proxy: Proxy
    patrons: list[Patron]

    async def until_ready(self, *nodes: ServerNode) -> None:
        nodes = nodes or tuple(self.nodes)
        async with asyncio.timeout(PATIENCE_S):
            while not all([await node.is_ready() for node in nodes]):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def play_on(self, rounds: int = 2) -> None:
        """Wait until every patron has had so many more bets accepted."""
        wanted = [len(each.accepted) + 2 * rounds for each in self.patrons]
        async with asyncio.timeout(PATIENCE_S):
            while any(  # noqa: ASYNC110 (the patrons know of no test)
                len(p.accepted) < n for p, n in zip(self.patrons, wanted, strict=True)
            ):
                await asyncio.sleep(0.02)

    def longest_pause(self, since: float) -> float:
        """The longest that any terminal saw nothing of its table, since then."""
        return max((s for each in self.patrons for at, s in each.pauses if at > since), default=0.0)

    def refusals(self) -> Counter[str]:
        """What was refused, apart from bets that came too late."""
        found = sum((each.refused for each in self.patrons), Counter[str]())
        return Counter({code: n for code, n in found.items() if code not in _LATE})

    def told(self) -> str:
        """What there is to tell of all patrons so far."""
        accepted = sum(len(each.accepted) for each in self.patrons)
        ends = sum((each.lines for each in self.patrons), Counter[str]())
        return (
            f"{accepted} bets, refused {dict(self.refusals())}, lines ended {dict(ends)},"
            f" halts {len(self.halts())}"
        )

    def halts(self) -> list[str]:
        """All that the nodes' logs say of halts."""
        lines = [line for node in self.nodes for line in node.log.read_text().splitlines()]
        return [line for line in lines if "halted" in line]

    def check(self) -> None:
        """Every answered bet is in the record once, nothing was interrupted, and it holds."""
        accepted = {f"terminal/{p.terminal}/{name}" for p in self.patrons for name in p.accepted}
        with closing(read_record(self.address)) as journal:
            told: Counter[str] = Counter()
            for stream in journal.streams():
                if is_of_a_table(stream):
                    last = ""
                    for _, event in journal.read(stream):
                        assert not isinstance(event.fact, IrregularityReported), event
                        told[event.command] += event.command != last
                        last = event.command
            assert FLOOR in journal.streams()
        assert {name: told[name] for name in accepted if told[name] != 1} == {}
        words = [sys.executable, "-m", "punto", "audit", self.address]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@asynccontextmanager
async def house(
    addresses: Sequence[str], folder: Path, tokens: dict[str, str], chance: Random
) -> AsyncIterator[House]:
    """A node for each way to the database, played for a moment before anything happens."""
    served = []
    for number, address in enumerate(addresses):
        settings = folder / f"punto-{number}.toml"
        settings.write_text(f'database = "{address}"\nshoe_key = "{folder / "shoes.key"}"\n')
        served.append(ServerNode(settings))
    proxy = Proxy(folder, [node.port for node in served])
    patrons = [
        Patron(name, token, proxy, Random(chance.random()), f"127.0.0.{number}")  # noqa: S311
        for number, (name, token) in enumerate(tokens.items(), 1)
    ]
    found = House(addresses[-1], served, proxy, patrons)
    tasks: list[asyncio.Task[None]] = []
    try:
        for node in served:
            node.start()
        await proxy.listens()
        await found.until_ready()
        tasks = [asyncio.create_task(patron.play()) for patron in patrons]
        await found.play_on()
        yield found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for node in served:
            if node.process is not None:
                node.send(SIGKILL)
                node.process.wait()
        proxy.end()

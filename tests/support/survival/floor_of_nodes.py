"""Server processes on one PostgreSQL behind the documented nginx, and patrons who keep betting."""

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

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from punto.runtime.ports import FLOOR
from support.survival.next_build import environment
from support.web.nginx_proxy import NAMES, Proxy

PATIENCE_S = 300.0
SILENCE_S = 7.0
"""After this long without a message a screen connects again, as the pages do."""
_LATE = {"BetsAreClosed", "RoundIsStale", "OutOfPhase", "RoundMayStillChange"}
"""The refusals that a late bet gets even when nothing is wrong."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@dataclass
class ServerNode:
    """``punto serve`` in its own process, which may die and be started again."""

    settings: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None
    build: Path | None = None
    """The folder of another build of Punto; None is the present one."""

    @property
    def log(self) -> Path:
        return self.settings.with_name(f"node-{self.port}.log")

    def start(self) -> None:
        words = ["serve", "--settings", str(self.settings), "--port", str(self.port), "--json"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "punto", *words],
                stdout=log,
                stderr=log,
                env=environment(self.build),
            )

    def send(self, number: Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def end(self, number: Signals) -> int:
        """Send a signal that ends the process, and wait for its exit code."""
        assert self.process is not None
        self.send(number)
        return await asyncio.to_thread(self.process.wait, PATIENCE_S)

    async def is_ready(self) -> bool:
        """Whether the node reports that it is ready, as a proxy would ask."""
        status, _ = await asked(self.port, "/ready", 1.5)
        return status == 200


async def asked(port: int, path: str, seconds: float = 20.0) -> tuple[int, str]:
    """Return the status and the body of a response; the status is 0 if none came."""
    with suppress(OSError, TimeoutError, IndexError, ValueError):
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with closing(writer):
                writer.write(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                said = (await reader.read()).decode()
        head, _, body = said.partition("\r\n\r\n")
        return int(head.split()[1]), body
    return 0, ""


def dialled(proxy: Proxy, token: str, address: str = "127.0.0.1", avoided: str = "") -> connect:
    """Connect to a server through the proxy, to another one than the avoided."""
    return connect(
        f"wss://127.0.0.1:{proxy.ports[0]}/socket" + (f"?not={avoided}" if avoided else ""),
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
    """A terminal that keeps betting, and repeats a command under its id until it is answered."""

    terminal: str
    token: str
    proxy: Proxy
    chance: Random
    address: str
    """The address that it connects from, by which nginx chooses its node."""
    accepted: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    pending: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: Counter[str] = field(default_factory=Counter)
    """How its lines ended."""
    heard_at: float = field(default_factory=time.monotonic)
    pauses: list[tuple[float, float]] = field(default_factory=list)
    """Every noticeable silence of the table: when it ended, and how long it was."""
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
    """The nodes, the proxy, the patrons and what the patrons saw."""

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
        """Wait until every patron has had bets accepted in this many more rounds."""
        wanted = [len(each.accepted) + 2 * rounds for each in self.patrons]
        until = time.monotonic() + PATIENCE_S
        while any(len(p.accepted) < n for p, n in zip(self.patrons, wanted, strict=True)):
            assert time.monotonic() < until, self.seen()
            await asyncio.sleep(0.02)

    def longest_pause(self, since: float) -> float:
        """Return the longest time since then in which a terminal heard nothing of its table."""
        return max((s for each in self.patrons for at, s in each.pauses if at > since), default=0.0)

    def refusals(self) -> Counter[str]:
        """Count the refusals, except those of bets that came too late."""
        found = sum((each.refused for each in self.patrons), Counter[str]())
        return Counter({code: n for code, n in found.items() if code not in _LATE})

    def told(self) -> str:
        """Summarise the bets, refusals, lines and halts so far."""
        accepted = sum(len(each.accepted) for each in self.patrons)
        ends = sum((each.lines for each in self.patrons), Counter[str]())
        return (
            f"{accepted} bets, refused {dict(self.refusals())}, lines ended {dict(ends)},"
            f" halts {len(self.halts())}"
        )

    def seen(self) -> str:
        """Describe everything that helps to explain why play does not go on."""
        now = time.monotonic()
        patrons = [
            f"{p.terminal}: {len(p.accepted)} accepted, last heard {now - p.heard_at:.1f} s ago,"
            f" waits for {list(p.pending)}, lines {dict(p.lines)}, {p.public}"
            for p in self.patrons
        ]
        logs = [f"{node.log.name}:\n{node.log.read_text()}" for node in self.nodes]
        return "\n".join([self.told(), *patrons, *logs, self.proxy.log.read_text()])

    def halts(self) -> list[str]:
        """Return the lines of the nodes' logs that mention halts."""
        lines = [line for node in self.nodes for line in node.log.read_text().splitlines()]
        return [line for line in lines if "halted" in line]

    def check(self, build: Path | None = None) -> None:
        """Check that every accepted bet is recorded once, no round broke off, and audit it all."""
        accepted = {f"terminal/{p.terminal}/{name}" for p in self.patrons for name in p.accepted}
        told: Counter[str] = Counter()
        last = "", ""
        for stream, body in self.events():
            if stream != FLOOR:
                assert body["name"] != "matter.irregularity_reported", body
                told[body["command"]] += (stream, body["command"]) != last
                last = stream, body["command"]
        assert {name: told[name] for name in accepted if told[name] != 1} == {}
        assert_runs(build, "audit", self.address)

    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """All events as they are stored, since no program reads those of a later one."""
        with psycopg.connect(self.address) as record:
            rows = record.execute("SELECT stream, body FROM events ORDER BY stream, position")
            return [(stream, json.loads(bytes(body))) for stream, body in rows]


def assert_runs(build: Path | None, *words: str) -> None:
    """A command of a build ends well."""
    said = [sys.executable, "-m", "punto", *words]
    env = environment(build)
    done = subprocess.run(said, check=False, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr


@asynccontextmanager
async def house(
    addresses: Sequence[str], folder: Path, tokens: dict[str, str], chance: Random
) -> AsyncIterator[House]:
    """Run a node for each database address, and let patrons play for a moment."""
    served = []
    for number, address in enumerate(addresses):
        settings = folder / f"punto-{number}.toml"
        settings.write_text(
            f'database = "{address}"\nshoe_key = "{folder / "shoes.key"}"\n'
            f'node = "{NAMES[number]}"\n'
        )
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

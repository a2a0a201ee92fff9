"""The nginx configuration in docs/OPERATING.md, run by a real nginx before two real servers."""

import asyncio
import re
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from nginx import find_nginx
from support.runtime.stage import until
from support.storage.servers import PostgresServer
from support.web.floor_server import Anything, Client, Floor, floor
from web.test_tls import certificate

OPERATING = Path(__file__).parents[2] / "docs" / "OPERATING.md"
Headers = dict[str, str] | None
ENOUGH = 40
"""More attempts than one address may make at once."""


def documented(ports: list[int], nodes: list[int], chain: Path, key: Path) -> str:
    """The configuration as the page has it, with the addresses and files of this test."""
    text: str
    (text,) = re.findall(r"```nginx\n(.*?)```", OPERATING.read_text("utf-8"), re.DOTALL)
    replaced = {
        "listen 443 ssl;": f"listen 127.0.0.1:{ports[0]} ssl;",
        "listen 80;": f"listen 127.0.0.1:{ports[1]};",
        "10.0.0.11:8000": f"127.0.0.1:{nodes[0]}",
        "10.0.0.12:8000": f"127.0.0.1:{nodes[1]}",
        "/etc/punto/chain.pem": str(chain),
        "/etc/punto/key.pem": str(key),
    }
    for before, after in replaced.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Proxy:
    """The documented nginx while it runs."""

    def __init__(self, folder: Path, nodes: list[int]) -> None:
        program = find_nginx()
        assert program is not None, "no nginx: make proxy installs one"
        self.ports = free_ports(2)
        self.chain, key = certificate(folder)
        # The one user that can read the files of this test is the one that runs it.
        around = (
            f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n"
            f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body;\n"
            f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;\n"
            f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n"
        )
        written = folder / "nginx.conf"
        written.write_text(around + documented(self.ports, nodes, self.chain, key) + "}\n")
        self.log = folder / "log"
        command = [program, "-e", str(self.log), "-p", str(folder), "-c", str(written)]
        checked = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        self.process = subprocess.Popen(command)
        self.origin = f"https://127.0.0.1:{self.ports[0]}"
        self.trusting = ssl.create_default_context(cafile=str(self.chain))

    async def listens(self) -> None:
        async with asyncio.timeout(30):
            while True:
                assert self.process.poll() is None, self.log.read_text()
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.ports[0])
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    return

    async def ask(
        self, method: str, path: str, headers: Headers = None, *, tls: bool = True
    ) -> str:
        """The head of an answer."""
        port, context = (self.ports[0], self.trusting) if tls else (self.ports[1], None)
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        sent = {"Host": f"127.0.0.1:{port}", "Connection": "close", "Content-Length": "0"}
        lines = [f"{name}: {value}" for name, value in {**sent, **(headers or {})}.items()]
        head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""])
        writer.write(head.encode())
        async with asyncio.timeout(30):
            answered = await reader.read()
        writer.close()
        return answered.decode("latin-1").partition("\r\n\r\n")[0]

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    server = PostgresServer.create()
    yield server.fresh_address()
    server.remove()


@asynccontextmanager
async def two_nodes(folder: Path, database: str) -> AsyncIterator[tuple[Proxy, list[Floor]]]:
    """Two servers on one PostgreSQL, and the proxy before them."""
    key = folder / "shoes.key"
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    ports = free_ports(2)
    settings: dict[str, Anything] = {
        "database": database,
        "behind_proxy": True,
        "shoe_key": str(key),
    }
    proxy = Proxy(folder, ports)
    try:
        async with (
            floor(folder, port=ports[0], **settings) as first,
            floor(folder, port=ports[1], founded=False, **settings) as second,
        ):
            await proxy.listens()
            yield proxy, [first, second]
    finally:
        proxy.end()


async def looks_at_the_display(proxy: Proxy) -> None:
    url = f"{proxy.origin.replace('https', 'wss')}/socket"
    async with connect(
        url,
        ssl=proxy.trusting,
        origin=proxy.origin,  # type: ignore[arg-type]
        subprotocols=[Subprotocol("punto.1")],
    ) as opened:
        screen = Client(opened)
        assert (await screen.hello("display", "A1"))["say"] == "welcome"
        assert (await screen.until_said("view"))["public"]["table"] == "A1"


def test_the_documented_proxy_serves_pages_and_sockets_and_hides_what_is_not_for_strangers(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (proxy, nodes):
            assert "301" in await proxy.ask("GET", "/", tls=False)
            assert "HTTP/1.1 200" in await proxy.ask("GET", "/ready")
            assert "strict-transport-security" in await proxy.ask("GET", "/sign-in")
            await looks_at_the_display(proxy)
            for spoofed in ("127.0.0.1", "garbage"):
                for path in ("/metrics", "/%6detrics", "//metrics"):
                    head = await proxy.ask("GET", path, {"X-Forwarded-For": spoofed})
                    assert head.startswith(("HTTP/1.1 403", "HTTP/1.1 404")), (path, head)

            # Whatever a client says of itself, it is counted by the address that nginx sees.
            asked = [
                await proxy.ask(
                    "POST",
                    "/api/enrolment",
                    {"Origin": proxy.origin, "X-Forwarded-For": f"198.51.100.{number}"},
                )
                for number in range(ENOUGH)
            ]
            assert {head.split()[1] for head in asked} == {"200", "429"}

            # One node after the other is gone: the proxy passes it over.
            nodes[0].stop.set()
            await until(lambda: nodes[0].service.house.board is None)
            for _ in range(3):
                assert "HTTP/1.1 200" in await proxy.ask("GET", "/ready")
            await looks_at_the_display(proxy)

    asyncio.run(play())

"""A real nginx with the configuration in docs/OPERATING.md."""

import asyncio
import re
import socket
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from nginx import find_nginx

OPERATING = Path(__file__).parents[3] / "docs" / "OPERATING.md"
NAMES = "abcdefgh"
"""The names of the nodes, in the order of their ports."""
Headers = dict[str, str] | None


def certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "punto test")])
    now = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .sign(key, hashes.SHA256())
    )
    chain, private = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return chain, private


def documented(ports: list[int], nodes: list[int], chain: Path, key: Path) -> str:
    """Return the documented configuration, with the addresses and files of this test."""
    text: str
    (text,) = re.findall(r"```nginx\n(.*?)```", OPERATING.read_text("utf-8"), re.DOTALL)
    servers = {
        name: f"server 127.0.0.1:{port} max_fails=0;"
        for name, port in zip(NAMES, nodes, strict=False)
    }
    others = {
        name: [server for other, server in servers.items() if other != name] or [server]
        for name, server in servers.items()
    }
    of_map = "    a       punto_without_a;\n    b       punto_without_b;\n"
    (block_a,) = re.findall(r"upstream punto_without_a {.*?}\n", text, re.DOTALL)
    (block_b,) = re.findall(r"upstream punto_without_b {.*?}\n", text, re.DOTALL)
    server_a, server_b = (f"server 10.0.0.1{each} max_fails=0;" for each in ("1:8000", "2:8000"))
    assert server_b in block_a
    assert server_a in block_b
    replaced = {
        "listen 443 ssl;": f"listen 127.0.0.1:{ports[0]} ssl;",
        "listen 80;": f"listen 127.0.0.1:{ports[1]};",
        of_map: "".join(f"{name} punto_without_{name};\n" for name in servers),
        block_b: "",
        block_a: "".join(
            block_a.replace("_a {", f"_{name} {{").replace(server_b, " ".join(others[name]))
            for name in servers
        ),
        f"{server_a}  # a\n": "\n".join(servers.values()) + "\n",
        f"    {server_b}  # b\n": "",
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
    """A running nginx with the documented configuration."""

    def __init__(self, folder: Path, nodes: list[int], connections: int = 512) -> None:
        program = find_nginx()
        assert program is not None, "no nginx: make proxy installs one"
        self.ports = free_ports(2)
        self.chain, key = certificate(folder)
        # Only the user who runs this test can read its files, so there is no master process.
        around = (
            f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n"
            f"worker_rlimit_nofile {2 * connections};\n"
            f"events {{ worker_connections {connections}; }}\n"
            f"http {{ access_log off; client_body_temp_path {folder}/body;\n"
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
        """Send a request, and return the head of the response."""
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

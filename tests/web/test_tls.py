"""The server itself speaks TLS if it is given a certificate."""

import asyncio
import ssl
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from punto.bootstrap import server
from punto.bootstrap.settings import SettingsUnfit
from support.web.floor_server import floor
from support.web.nginx_proxy import certificate


def test_with_a_certificate_it_speaks_tls_and_says_so_for_good(tmp_path: Path) -> None:
    chain, private = certificate(tmp_path)

    async def play() -> None:
        files = str(chain), str(private)
        async with floor(tmp_path, certificate=files[0], certificate_key=files[1]) as at:
            assert at.url.startswith("https://")

            def ask() -> tuple[int, str]:
                trusting = ssl.create_default_context(cafile=str(chain))
                with urlopen(f"{at.url}/ready", timeout=20, context=trusting) as answer:  # noqa: S310 (our own)
                    return answer.status, answer.headers["strict-transport-security"]

            assert await asyncio.to_thread(ask) == (200, "max-age=31536000")

    asyncio.run(play())


def test_a_handshake_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HANDSHAKE_S", 0.5)
    chain, private = map(str, certificate(tmp_path))

    async def play() -> None:
        async with floor(tmp_path, certificate=chain, certificate_key=private) as at:
            where = urlsplit(at.url)
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            async with asyncio.timeout(10):
                assert await reader.read() == b""
            writer.close()

    asyncio.run(play())


def test_a_certificate_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")

    async def play() -> None:
        name = str(broken)
        async with floor(tmp_path, certificate=name, certificate_key=name):
            pass

    with pytest.raises(SettingsUnfit, match=r"certificate .*broken\.pem"):
        asyncio.run(play())

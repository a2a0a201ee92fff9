"""Pages, scripts and styles are compressed; answers that may contain secrets are not."""

import asyncio
import gzip
from pathlib import Path

import pytest

from support.web.floor_server import MANAGER, Browser, floor

TAKES_GZIP = {"Accept-Encoding": "br;q=1.0, gzip;q=0.8, *;q=0.1"}


def test_files_of_the_pages_are_compressed_and_become_the_same_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            built = at.server.app.static
            scripts = [f"/static/assets/{each.name}" for each in (built / "assets").glob("*.js")]
            styles = [f"/static/assets/{each.name}" for each in (built / "assets").glob("*.css")]
            assert scripts
            assert styles
            browser, plain_size, packed_size = Browser(at.url), 0, 0
            for path in ("/terminal", *scripts, *styles):
                _, plain, headers = await browser.ask("GET", path)
                assert "content-encoding" not in headers
                assert headers["vary"] == "Accept-Encoding"
                _, packed, headers = await browser.ask("GET", path, **TAKES_GZIP)
                assert headers["content-encoding"] == "gzip"
                assert headers["vary"] == "Accept-Encoding"
                assert gzip.decompress(packed["raw"]) == plain["raw"]
                plain_size += len(plain["raw"])
                packed_size += len(packed["raw"])
            assert packed_size < plain_size / 2

    asyncio.run(play())


def test_a_compressed_file_that_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            name = next((at.server.app.static / "assets").glob("*.js")).name
            path, browser = f"/static/assets/{name}", Browser(at.url)
            _, _, headers = await browser.ask("GET", path, **TAKES_GZIP)
            known = {**TAKES_GZIP, "If-None-Match": headers["etag"]}
            assert (await browser.ask("GET", path, **known))[0] == 304
            assert (await browser.ask("HEAD", path, **TAKES_GZIP))[0] == 200

    asyncio.run(play())


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "gzip; q=0.0", "br"])
def test_nobody_gets_what_they_do_not_take(tmp_path: Path, accepted: str) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            asked = {"Accept-Encoding": accepted}
            _, _, headers = await Browser(at.url).ask("GET", "/terminal", **asked)
            assert "content-encoding" not in headers

    asyncio.run(play())


def test_answers_to_somebody_are_not_compressed(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            browser = Browser(at.url)
            await browser.sign_in(MANAGER)
            for path in ("/api/session", "/api/floor", "/api/start"):
                _, _, headers = await browser.ask("GET", path, **TAKES_GZIP)
                assert "content-encoding" not in headers

    asyncio.run(play())

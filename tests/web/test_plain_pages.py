"""What a person reads who follows a link that leads nowhere; programs get the envelope."""

import asyncio
from pathlib import Path

from web.floor_server import Browser, floor

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_whoever_follows_a_link_reads_a_sentence_and_a_program_gets_the_envelope(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            link = await at.link("device", "A1-1")
            assert (await Browser(at.url).ask("GET", link))[0] == 303
            # It was used, by another browser.
            status, told, headers = await Browser(at.url).ask("GET", link, **READER)
            assert (status, headers["content-type"]) == (410, "text/html; charset=utf-8")
            page = told["raw"].decode()
            assert "This link was used already, in another browser." in page
            assert 'href="/"' in page
            assert "default-src 'none'" in headers["content-security-policy"]
            status, told, _ = await Browser(at.url).ask("GET", link)
            assert (status, told["error"]["code"]) == (410, "link_used")

            for path, code in (("/nowhere", 404), ("/rules/nothing", 404), ("/enter/x", 404)):
                status, told, _ = await Browser(at.url).ask("GET", path, **READER)
                assert (status, b"<h1>Punto</h1>" in told["raw"]) == (code, True)
            # What the pages' own programs ask stays JSON, whatever the browser would take.
            status, told, _ = await Browser(at.url).ask("GET", "/api/floor", **READER)
            assert (status, told["error"]["code"]) == (401, "not_signed_in")
            status, told, headers = await Browser(at.url).ask("GET", "/plain.css")
            assert (status, headers["content-type"]) == (200, "text/css; charset=utf-8")

    asyncio.run(play())


def test_a_page_shows_what_was_asked_and_runs_nothing_of_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            path = "/rules/%3Cscript%3Ealert(1)%3C%2Fscript%3E"
            status, told, _ = await Browser(at.url).ask("GET", path, **READER)
            assert (status, b"<script>" in told["raw"]) == (404, False)

    asyncio.run(play())

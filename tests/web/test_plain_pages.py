"""What a person reads who follows a link that leads nowhere; programs get the envelope."""

import asyncio
import re
from html import unescape
from pathlib import Path

import pytest

from punto.bootstrap.demo import Demo
from punto.web.security.one_time_links import LinkNote
from support.web.floor_server import CHIEF, DEALER, FOR_EVER, Browser, floor, plan

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_whoever_follows_a_link_reads_a_sentence_and_a_program_gets_the_envelope(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            link = await at.link("device", "A1-1")
            assert (await Browser(at.url).ask("POST", link))[0] == 303
            # It was used, by another browser.
            status, told, headers = await Browser(at.url).ask("GET", link, **READER)
            assert (status, headers["content-type"]) == (410, "text/html; charset=utf-8")
            page = told["raw"].decode()
            assert "This link was already used in another browser: ask for a new one." in page
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


def links_of(page: bytes) -> dict[str, str]:
    """The links of a page: where each leads, by its English name."""
    found = re.findall(r'<a href="([^"]*)"><b>([^<]*)</b>', page.decode())
    return {name: unescape(path) for path, name in found}


def test_the_start_page_says_how_a_stranger_gets_to_a_screen(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            status, told, headers = await Browser(at.url).ask("GET", "/", **READER)
            assert (status, "default-src 'none'" in headers["content-security-policy"]) == (
                200,
                True,
            )
            assert links_of(told["raw"]) == {
                "Player Terminal": "/enrol",
                "Game Console": "/sign-in?to=%2Fconsole",
                "Pit": "/sign-in?to=%2Fpit",
                "Lab": "/sign-in?to=%2Flab",
                "Display A1": "/display?table=A1",
            }
            assert b"Staff sign in with their user name first." in told["raw"]
            assert b"This device shows a code." in told["raw"]

    asyncio.run(play())


def test_the_start_page_knows_a_terminal_and_staff_by_their_cookies(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            browser = Browser(at.url)
            links = at.service.house.keys.links
            for purpose, subject, slot in (
                ("device", "A1-1", "A1.A1-1"),
                ("staff", DEALER, ""),
                ("staff", CHIEF, "chief"),
            ):
                note = LinkNote(purpose, subject, slot, "/terminal", FOR_EVER)  # type: ignore[arg-type]
                await browser.ask("POST", f"/enter/{await links.make(note)}")
            page = (await browser.ask("GET", "/", **READER))[1]["raw"]
            leads = re.findall(r'<a href="([^"]*)"', page.decode())
            assert leads == [
                "/terminal?slot=A1.A1-1",
                "/console",
                "/pit?slot=chief",
                "/console?slot=chief",
                "/lab",
                "/display?table=A1",
            ]
            assert b"Signed in as Tan Mei Ling" in page

    asyncio.run(play())


def test_a_demonstration_opens_its_screens_to_browsers_on_this_machine_alone(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            # Not before there is a demonstration.
            assert (await Browser(at.url).ask("GET", "/open/A1.A1-1"))[0] == 404
            await Demo((plan("A1", 1),)).shown(at.service)
            browser = Browser(at.url)
            leads = links_of((await browser.ask("GET", "/", **READER))[1]["raw"])
            assert leads["Player Terminal A1-1"] == "/open/A1.A1-1"
            for strange in (
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
                {"Host": "demo.example:8000"},
                # A tunnel that puts in the right name.
                {"X-Forwarded-For": "203.0.113.9"},
            ):
                status, _, headers = await Browser(at.url).ask("GET", "/open/A1.A1-1", **strange)
                assert (status in {404, 421}, "set-cookie" in headers) == (True, False)
            status, _, headers = await browser.ask("GET", "/open/A1.A1-1")
            assert (status, headers["location"]) == (303, "/terminal?slot=A1.A1-1")
            assert "set-cookie" in headers
            # Again in the same browser: nothing is issued anew, so an open terminal plays on.
            status, _, headers = await browser.ask("GET", "/open/A1.A1-1")
            assert (status, "set-cookie" in headers) == (303, False)

    asyncio.run(play())


def test_a_demonstration_never_listens_beyond_this_machine(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1), host="0.0.0.0", without_tls=True) as at:  # noqa: S104 (what is refused)
            with pytest.raises(ValueError, match="expected this machine"):
                await Demo((plan("A1", 1),)).shown(at.service)
            assert at.service.house.open_screens == {}

    asyncio.run(play())


def test_the_plain_pages_have_the_fonts_and_the_mark_of_the_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            for path in ("/mark.svg", "/favicon.ico"):
                status, _, headers = await Browser(at.url).ask("GET", path)
                assert (status, headers["content-type"]) == (200, "image/svg+xml")
            style = (await Browser(at.url).ask("GET", "/plain.css"))[1]["raw"].decode()
            fonts = re.findall(r'url\("([^"]*)"\)', style)
            assert len(fonts) >= 2
            for font in fonts:
                assert (await Browser(at.url).ask("GET", font))[0] == 200

    asyncio.run(play())

"""Pages for people who follow a dead link; programs get the JSON envelope."""

import asyncio
import re
from pathlib import Path

import pytest

from punto.bootstrap.demo import Demo
from punto.web.security.one_time_links import LinkNote
from support.web.floor_server import CHIEF, DEALER, FOR_EVER, Browser, floor, live_plan, plan

READER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_whoever_follows_a_link_reads_a_sentence_and_a_program_gets_the_envelope(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            link = await at.link("device", "A1-1")
            assert (await Browser(at.url).ask("POST", link))[0] == 303
            # The link was used in another browser.
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
            # The pages' own programs get JSON, whatever the browser accepts.
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


async def ways_of(browser: Browser) -> dict[tuple[str, str], str]:
    """The ways in that the start page offers to a browser: the path by kind and mark."""
    status, told, _ = await browser.ask("GET", "/api/start")
    assert status == 200
    return {(way["kind"], way["mark"]): way["path"] for way in told["ways"]}


def test_the_start_page_says_how_a_stranger_gets_to_a_screen(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            stranger = Browser(at.url)
            assert (await stranger.ask("GET", "/", **READER))[0] == 200
            assert await ways_of(stranger) == {
                ("terminal", ""): "/enrol",
                ("console", ""): "/sign-in?to=%2Fconsole",
                ("pit", ""): "/sign-in?to=%2Fpit",
                ("lab", ""): "/sign-in?to=%2Flab",
                ("display", "A1"): "/display?table=A1",
                ("wall", ""): "/wall",
            }
            told = (await stranger.ask("GET", "/api/start"))[1]
            needs = {way["kind"]: way["needs"] for way in told["ways"]}
            assert (needs["terminal"], needs["pit"]) == ("enrolment", "sign-in")

    asyncio.run(play())


def test_the_start_page_knows_a_terminal_and_staff_by_their_cookies(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            browser = Browser(at.url)
            links = at.server.app.keys.links
            for purpose, subject, slot in (
                ("device", "A1-1", "A1.A1-1"),
                ("staff", DEALER, ""),
                ("staff", CHIEF, "chief"),
            ):
                note = LinkNote(purpose, subject, slot, "/terminal", FOR_EVER)  # type: ignore[arg-type]
                await browser.ask("POST", f"/enter/{await links.make(note)}")
            ways = (await browser.ask("GET", "/api/start"))[1]["ways"]
            assert [way["path"] for way in ways] == [
                "/terminal?slot=A1.A1-1",
                "/console",
                "/pit?slot=chief",
                "/pit?section=events&slot=chief",
                "/console?slot=chief",
                "/lab",
                "/display?table=A1",
                "/wall",
            ]
            assert {way["person"] for way in ways if way["kind"] == "pit"} == {"Tan Mei Ling"}

    asyncio.run(play())


def test_the_tiles_show_what_the_hall_may_see_and_nothing_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1), live_plan()) as at:
            told = (await Browser(at.url).ask("GET", "/api/tiles"))[1]
            shown = [(tile["table"], tile["is_live"], tile["phase"]) for tile in told["tables"]]
            assert shown == [("A1", False, "idle"), ("L1", True, "idle")]
            assert set(told["tables"][0]) == {
                *("table", "en", "zh", "is_live", "phase"),
                *("round_number", "closes_at", "results"),
            }

    asyncio.run(play())


def test_a_demonstration_opens_its_screens_to_browsers_on_this_machine_alone(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1)) as at:
            # Not before the demonstration runs.
            assert (await Browser(at.url).ask("GET", "/open/A1.A1-1"))[0] == 404
            await Demo((plan("A1", 1),)).shown(at.server)
            browser = Browser(at.url)
            assert (await ways_of(browser))["terminal", "A1-1"] == "/open/A1.A1-1"
            for strange in (
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
                {"Host": "demo.example:8000"},
                # A tunnel that sends the right host name.
                {"X-Forwarded-For": "203.0.113.9"},
            ):
                status, _, headers = await Browser(at.url).ask("GET", "/open/A1.A1-1", **strange)
                assert (status in {404, 421}, "set-cookie" in headers) == (True, False)
            status, _, headers = await browser.ask("GET", "/open/A1.A1-1")
            assert (status, headers["location"]) == (303, "/terminal?slot=A1.A1-1")
            assert "set-cookie" in headers
            # In the same browser no new credential is issued, so an open terminal plays on.
            status, _, headers = await browser.ask("GET", "/open/A1.A1-1")
            assert (status, "set-cookie" in headers) == (303, False)

    asyncio.run(play())


def test_a_demonstration_never_listens_beyond_this_machine(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1", 1), host="0.0.0.0", without_tls=True) as at:  # noqa: S104 (what is refused)
            with pytest.raises(ValueError, match="expected this machine"):
                await Demo((plan("A1", 1),)).shown(at.server)
            assert at.server.app.open_screens == {}

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

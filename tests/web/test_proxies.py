"""Behind a proxy: a trusted proxy names the client, and no other client can claim to be local."""

import asyncio
from pathlib import Path

import pytest

from punto.bootstrap.server_names import reachable_addresses
from punto.bootstrap.settings import Settings, SettingsUnfit, read_settings
from punto.values.ids import TerminalId
from punto.web.http.request_pace import Attempts
from punto.web.security.enrolments import MOST_FROM_ONE
from punto.web.sessions.pace import Pace
from support.web.floor_server import Anything, Browser, floor

STRANGER = "203.0.113.9"
UNTRUSTED = "198.51.100.0/24"


async def asked_for_metrics(at_url: str, named: str | None, **headers: str) -> int:
    sent = headers if named is None else {"X-Forwarded-For": named, **headers}
    return (await Browser(at_url).ask("GET", "/metrics", **sent))[0]


@pytest.mark.parametrize(
    ("named", "status"),
    [
        (None, 200),
        ("127.0.0.1", 200),
        ("::1", 200),
        (STRANGER, 403),
        (f"{STRANGER}:4711", 403),
        ("[2001:db8::7]:4711", 403),
        (f"127.0.0.1, {STRANGER}", 403),
        (f"{STRANGER}, 127.0.0.1", 403),
        ("garbage", 403),
        ("[::1]:4711", 200),
        ("[::1", 403),
        ("127.0.0.1, garbage", 403),
        ("999.1.1.1", 403),
        (" ", 403),
        (",", 403),
        ("x" * 5_000, 403),
        ("\xff", 403),
    ],
)
def test_metrics_are_for_this_machine_whatever_the_proxy_forwards(
    tmp_path: Path, named: str | None, status: int
) -> None:
    async def play() -> None:
        async with floor(tmp_path, behind_proxy=True) as at:
            assert await asked_for_metrics(at.url, named) == status

    asyncio.run(play())


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "floor.example"},
        {"X-Real-IP": STRANGER},
        {"Forwarded": f"for={STRANGER}"},
        {"X-Forwarded-Proto": "https"},
    ],
)
def test_a_proxy_that_names_no_client_does_not_open_the_metrics(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    async def play() -> None:
        async with floor(tmp_path, behind_proxy=True) as at:
            assert await asked_for_metrics(at.url, None, **headers) == 403

    asyncio.run(play())


@pytest.mark.parametrize("settings", [{}, {"behind_proxy": True, "trusted_proxies": (UNTRUSTED,)}])
def test_whoever_is_no_trusted_proxy_names_nobody(tmp_path: Path, settings: Anything) -> None:
    async def play() -> None:
        async with floor(tmp_path, **settings) as at:
            assert await asked_for_metrics(at.url, STRANGER) == 200
            browser = Browser(at.url)
            origin = {"Origin": f"http{'s' if settings else ''}://{at.url.partition('//')[2]}"}
            answers = [
                await browser.ask(
                    "POST", "/api/enrolment", **origin, **{"X-Forwarded-For": f"10.0.0.{n}"}
                )
                for n in range(30)
            ]
            # Limited by its pace (429), or on a slow machine by the devices that wait (503).
            assert {200} < {status for status, _, _ in answers} <= {200, 429, 503}

    asyncio.run(play())


def test_knocking_is_counted_by_the_address_that_the_proxy_names(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, behind_proxy=True) as at:
            origin = {"Origin": at.url.replace("http:", "https:")}

            async def knock(named: str) -> int:
                headers = {**origin, "X-Forwarded-For": named}
                return (await Browser(at.url).ask("POST", "/api/enrolment", **headers))[0]

            assert {await knock(f"spoofed, {STRANGER}") for _ in range(30)} >= {429}
            assert await knock("203.0.113.10") == 200
            # An IPv6 client has a whole network of addresses.
            assert {await knock(f"2001:db8::{n:x}") for n in range(30)} >= {429}
            assert await knock("2001:db8:0:1::1") == 200

    asyncio.run(play())


def test_one_address_cannot_take_every_place_of_those_who_wait_to_be_let_in(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path, behind_proxy=True) as at:
            at.server.app.attempts = Attempts(Pace(burst=10_000, per_second=10_000))
            origin = {"Origin": at.url.replace("http:", "https:")}

            async def ask(browser: Browser, named: str) -> tuple[int, str]:
                headers = {**origin, "X-Forwarded-For": named}
                status, told, _ = await browser.ask("POST", "/api/enrolment", **headers)
                return status, told.get("code", "")

            told = [await ask(Browser(at.url), STRANGER) for _ in range(MOST_FROM_ONE + 5)]
            assert [status for status, _ in told] == [200] * MOST_FROM_ONE + [503] * 5
            # An admitted device makes room for the next.
            await at.server.app.keys.enrolments.let_in(told[0][1], TerminalId("A1-1"))
            assert (await ask(Browser(at.url), STRANGER))[0] == 200
            assert (await ask(Browser(at.url), "203.0.113.10"))[0] == 200

    asyncio.run(play())


def test_a_device_that_asks_again_keeps_its_code_and_takes_one_place(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            device = Browser(at.url)
            told = [(await device.ask("POST", "/api/enrolment"))[1] for _ in range(3)]
            assert len({each["code"] for each in told}) == 1

    asyncio.run(play())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"trusted_proxies": ["10.0.0.1"]},
            "trusted_proxies: expected behind_proxy as well",
        ),
        (
            {"behind_proxy": True, "trusted_proxies": ["proxy"]},
            "trusted_proxies: 'proxy' does not appear to be an IPv4 or IPv6 network",
        ),
        (
            {"behind_proxy": True, "public_url": "http://floor.example"},
            "public_url 'http://floor.example': expected https://NAME, without a path",
        ),
        (
            {"public_url": "http://floor.example/x"},
            "public_url 'http://floor.example/x': expected http or https://NAME, without a path",
        ),
    ],
)
def test_a_proxy_that_cannot_be_meant_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(SettingsUnfit) as fault:
        read_settings(None, {}, given)
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("settings", "addresses"),
    [
        (Settings(), ("http://127.0.0.1:8000",)),
        (Settings(host="::1"), ("http://[::1]:8000",)),
        (Settings(behind_proxy=True, public_url="https://f.example"), ("https://f.example",)),
        (Settings(behind_proxy=True, hosts=("f.example",)), ("https://f.example",)),
        (
            Settings(host="0.0.0.0", certificate="c", hosts=("f.example",)),  # noqa: S104
            ("https://f.example:8000",),
        ),
    ],
)
def test_links_begin_with_the_address_that_browsers_use(
    settings: Settings, addresses: tuple[str, ...]
) -> None:
    assert reachable_addresses(settings, 8_000) == addresses


def test_a_server_that_listens_everywhere_prints_addresses_that_can_be_opened(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        everywhere = "0.0.0.0"  # noqa: S104 (which is what is asked for)
        async with floor(tmp_path, host=everywhere, without_tls=True) as at:
            assert everywhere not in "".join(at.server.addresses)
            for address in at.server.addresses:
                assert (await Browser(address).ask("GET", "/health"))[0] == 200

    asyncio.run(play())

"""A live table's sensor posts its layout: admitted by the pit, answered by the Dealer, recorded."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from punto.rounds.boxes.events import ReadingPassedOver, ReadingSetAside, ReadingTaken
from punto.runtime import News, Stopped, stream_of
from punto.values.ids import TableId, TerminalId
from punto.web.http.request_pace import Attempts
from punto.web.screens import chip_readings
from punto.web.screens.chip_readings import ChipReadings
from punto.web.sessions.pace import Pace
from punto.web.wire.floor_tables import LARGEST_NUMBER
from support.runtime.stage import until
from support.web.floor_server import (
    DEALER,
    MANAGER,
    SUPERVISOR,
    Anything,
    Browser,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
    live_plan,
    plan,
)

clause = pytest.mark.clause

L1, SENSOR = TableId("L1"), "L1-chips"
PAGE = Path(__file__).parents[2] / "docs" / "PROTOCOL.md"
EXAMPLE: Json = json.loads(re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0])

Play = Callable[[Floor, Browser, Client], Awaitable[None]]


def on_a_floor(folder: Path, play: Play, **settings: Anything) -> list[object]:
    """Play at a live table with a sensor and its Dealer's console; returns what was recorded."""
    facts: list[object] = []

    def hear(news: News) -> None:
        if not isinstance(news, Stopped):
            facts.extend(event.fact for event in news.events)

    async def played() -> None:
        async with floor(folder, live_plan(), plan("A1"), **settings) as at:
            at.server.node.watch(stream_of(L1), hear)
            sensor = await admitted(at)
            async with console(at, "L1") as dealer:
                await play(at, sensor, dealer)

    asyncio.run(played())
    return facts


async def admitted(at: Floor, terminal: str = SENSOR, **more: Anything) -> Browser:
    """Admit a sensor as the page describes: it shows its code, and the pit types it."""
    await at.with_secrets(MANAGER)
    sensor = Browser(at.url)
    told = await asked_in(at, sensor, terminal, **more)
    assert told["accepted"] is True, told
    assert (await sensor.ask("GET", "/api/enrolment"))[1]["state"] == "enrolled"
    return sensor


async def asked_in(at: Floor, sensor: Browser, terminal: str, **more: Anything) -> Json:
    """Return the pit's answer when it admits a device that asks."""
    pit = Browser(at.url)
    await pit.sign_in(MANAGER)
    code = (await sensor.ask("POST", "/api/enrolment"))[1]["code"]
    place = f"place {terminal}"
    named = {"id": code, "code": code, "terminal": terminal, "place": place, "reads": "L1", **more}
    return (await pit.ask("POST", "/api/floor/admissions", named))[1]


async def posted(sensor: Browser, number: int, *bets: Json) -> Json:
    status, told, _ = await sensor.ask("POST", "/api/readings", {"number": number, "bets": bets})
    assert status == 200, told
    return told


def stack(hundreds: int, box: str = "1", bet: str = "banker", **more: Anything) -> Json:
    return {"box": box, "bet": bet, "chips": [[10_000, hundreds]], **more}


def sensor_of(screen: Client) -> Json:
    """Return the sensor as a screen shows it, or a placeholder if it shows none yet."""
    assert screen.private is not None
    found: Json | None = screen.private["felt"]["sensor"]
    return found or {"condition": "not shown", "questions": [{"kind": "not shown"}]}


async def until_asked(screen: Client, *kinds: str) -> list[Json]:
    """Wait for questions of these kinds, and return them."""
    while [each["kind"] for each in sensor_of(screen)["questions"]] != list(kinds):
        await screen.hear()
    questions: list[Json] = sensor_of(screen)["questions"]
    return questions


async def until_it_is(screen: Client, condition: str) -> Json:
    while sensor_of(screen)["condition"] != condition:
        await screen.hear()
    return sensor_of(screen)


async def answer(screen: Client, name: str, *asked: Json) -> Json:
    wish = {"name": name, "differences": [each["difference"] for each in asked]}
    return await screen.command(f"{name}-{len(screen.frames)}", wish)


def recorded(at: Floor) -> dict[str, Anything]:
    positions = at.server.node.tables()[L1].table.round_now.positions
    return {place: dict(stakes) for place, stakes in positions.items() if stakes}


@clause("rws-live", "5.16")
def test_the_reading_on_the_page_is_recorded_when_the_dealer_takes_it(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("JoinTable", patron="guest-1", box="2")
        await dealer.do("OpenBets")
        status, told, _ = await sensor.ask("POST", "/api/readings", EXAMPLE)
        assert (status, told["accepted"]) == (200, True)
        asked = await until_asked(dealer, "new", "new", "new")
        assert recorded(at) == {}, "no bet is taken without an answer"
        assert (await answer(dealer, "TakeReading", *asked))["accepted"] is True
        await until_asked(dealer)
        assert recorded(at) == {
            "guest-2@1": {"banker": 70_000},
            "guest-1@2": {"player": 30_000, "tie": 10_000},
        }

    on_a_floor(tmp_path, play)


@clause("rws-live", "5.13")
def test_a_contradiction_is_answered_both_ways_and_recorded(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await dealer.do("TypeBets", line="1 b 500 t 100")
        await posted(sensor, 1, stack(3), stack(2, bet="tie"))
        banker, tie = await until_asked(dealer, "differs", "differs")
        assert (await answer(dealer, "TakeReading", banker))["accepted"] is True
        assert (await answer(dealer, "SetReadingAside", tie))["accepted"] is True
        await until_asked(dealer)
        assert list(recorded(at).values()) == [{"banker": 30_000, "tie": 10_000}]
        await posted(sensor, 2, stack(3), stack(2, bet="tie"))
        again = await answer(dealer, "SetReadingAside", tie)
        assert again["refusal"]["code"] == "ReadingChanged", "an answered question is closed"

    answered = (ReadingTaken, ReadingSetAside)
    facts = [fact for fact in on_a_floor(tmp_path, play) if isinstance(fact, answered)]
    assert [type(fact) for fact in facts] == [ReadingTaken, ReadingSetAside]
    differences = [each for fact in facts for each in fact.differences]
    assert [(each.recorded, each.read) for each in differences] == [
        (50_000, 30_000),
        (10_000, 20_000),
    ]


@clause("rws-live", "5.6")
def test_a_late_change_is_an_alarm_for_dealer_and_pit_and_changes_nothing(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await dealer.do("TypeBets", line="1 b 500")
        await posted(sensor, 1, stack(5))
        await dealer.do("NoMoreBets", passed_over=False)
        await posted(sensor, 2, stack(9))
        await posted(sensor, 3, stack(5))
        (late,) = await until_asked(dealer, "late")
        assert late["can_take"] is False
        refused = await answer(dealer, "TakeReading", late)
        assert refused["refusal"]["code"] == "OutOfPhase"
        async with client(at, await at.staff(SUPERVISOR)) as pit:
            await pit.hello("pit", "L1")
            await pit.until(lambda _: pit.private is not None)
            (seen,) = await until_asked(pit, "late")
            assert [each["waits"] for each in (await floor_of(at))["tables"]] == [False, True]
            assert (await answer(pit, "SetReadingAside", seen))["accepted"] is True
        await until_asked(dealer)
        assert not any(each["waits"] for each in (await floor_of(at))["tables"])
        assert list(recorded(at).values()) == [{"banker": 50_000}]

    assert any(isinstance(fact, ReadingSetAside) for fact in on_a_floor(tmp_path, play))


def test_nobody_can_say_for_the_sensor_what_it_read(tmp_path: Path) -> None:
    async def play(_at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await posted(sensor, 1, stack(3))
        (asked,) = await until_asked(dealer, "new")
        asked["difference"]["read"] = 40_000
        refused = await answer(dealer, "TakeReading", asked)
        assert refused["refusal"]["code"] == "ReadingChanged"

    on_a_floor(tmp_path, play)


@clause("rws-live", "5.13")
def test_bets_are_closed_over_an_open_question_only_deliberately(tmp_path: Path) -> None:
    async def play(_at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await dealer.do("TypeBets", line="1 b 500")
        await posted(sensor, 1, stack(8))
        await until_asked(dealer, "differs")
        refused = await dealer.command("close", {"name": "NoMoreBets", "passed_over": False})
        assert refused["refusal"]["code"] == "WarningsOpen"
        closing = {"name": "NoMoreBets", "passed_over": True}
        assert (await dealer.command("close-anyway", closing))["accepted"] is True
        # A repeat has its stored answer, although the sensor asks something else by now.
        await posted(sensor, 2, stack(9))
        assert (await dealer.command("close-anyway", closing))["accepted"] is True
        while dealer.private is None or not dealer.private["felt"]["passed_over"]:
            await dealer.hear()
        passed = {"clause": "L 5.13", "box": "1", "patron": "guest-1"}
        assert dealer.private["felt"]["passed_over"] == [passed]

    facts = on_a_floor(tmp_path, play)
    (over,) = (fact for fact in facts if isinstance(fact, ReadingPassedOver))
    assert [(each.recorded, each.read) for each in over.differences] == [(50_000, 80_000)]


REFUSED = [
    ("ReadingOutOfOrder", 7, [stack(1)]),
    ("ReadingOutOfOrder", 6, [stack(1)]),
    ("ReadBoxUnknown", 8, [stack(1, box="4")]),
    ("ReadBetUnknown", 8, [stack(1, bet="dragon")]),
    ("ReadChipUnknown", 8, [{**stack(1), "chips": [[300, 1]]}]),
    ("ReadChipUnknown", 8, [stack(0)]),
    ("ReadPatronUnknown", 8, [stack(1, patron="nobody")]),
    ("ReadTwice", 8, [stack(1), stack(2)]),
]


def test_a_reading_that_cannot_be_is_refused_and_shown_and_changes_nothing(tmp_path: Path) -> None:
    async def play(_at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        number = 7
        for code, ahead, bets in REFUSED:
            await posted(sensor, number, stack(3))
            await until_asked(dealer, "new")
            told = await posted(sensor, number + ahead - 7, *bets)
            assert (told["accepted"], told["refusal"]["code"]) == (False, code)
            faulty = await until_it_is(dealer, "faulty")
            assert (faulty["trouble"], faulty["questions"]) == (code, [])
            number += 1

    on_a_floor(tmp_path, play)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, b"chips!"),
        (422, b'{"number": 1}'),
        (422, b'{"number": 1, "bets": [{"box": "1", "bet": "tie", "chips": []}]}'),
        (422, b'{"number": 0, "bets": []}'),
        (422, f'{{"number": {LARGEST_NUMBER + 1}, "bets": []}}'.encode()),
        (422, b'{"number": 1, "bets": [], "take": true}'),
        (413, b'{"number": 1, "bets": [], "x": "' + b"x" * 20_000 + b'"}'),
    ],
)
def test_rubbish_is_an_error_and_makes_the_sensor_faulty(
    tmp_path: Path, status: int, body: bytes
) -> None:
    async def play(at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await posted(sensor, 1, stack(3))
        await until_asked(dealer, "new")
        assert (await sensor.ask("POST", "/api/readings", body))[0] == status
        faulty = await until_it_is(dealer, "faulty")
        assert (faulty["trouble"], faulty["questions"]) == ("ReadingUnreadable", [])
        assert at.server.services.readings.shown[L1].number == 1
        await posted(sensor, 2, stack(3))
        await until_it_is(dealer, "reading")

    on_a_floor(tmp_path, play)


def test_rubbish_from_another_sender_makes_no_sensor_faulty(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, _dealer: Client) -> None:
        await posted(sensor, 1)
        terminal = await admitted(at, "A1-9", reads=None)
        for browser, status in ((Browser(at.url), 401), (terminal, 403)):
            assert (await browser.ask("POST", "/api/readings", b"chips!"))[0] == status
        assert at.server.services.readings.shown[L1].trouble == ""

    on_a_floor(tmp_path, play)


def test_only_the_tables_own_sensor_is_heard(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, _dealer: Client) -> None:
        reading = {"number": 1, "bets": []}

        async def answered(browser: Browser, **headers: str) -> tuple[int, str]:
            status, told, _ = await browser.ask("POST", "/api/readings", reading, **headers)
            return status, told.get("error", {}).get("code", "")

        stranger = Browser(at.url)
        assert await answered(stranger) == (401, "not_enrolled")
        assert await answered(sensor, Origin="http://elsewhere") == (403, "other_origin")
        for token, expected in (
            (await at.staff(DEALER), (401, "not_enrolled")),
            (await at.device("A1-1"), (403, "not_a_sensor")),
            (await at.device(SENSOR), (200, "")),
        ):
            bearer = {"Authorization": f"Bearer {token}", "Origin": "http://elsewhere"}
            assert await answered(stranger, **bearer) == expected
        pit = Browser(at.url)
        await pit.sign_in(MANAGER)
        retire = {"what": "RetireTerminal", "terminal": SENSOR}
        told = (await pit.ask("POST", "/api/floor/commands", {"id": "r", "wish": retire}))[1]
        assert told["accepted"] is True
        assert await answered(sensor) == (401, "not_enrolled")

    on_a_floor(tmp_path, play)


def test_a_sensor_belongs_to_one_live_table_and_no_patron_plays_at_it(tmp_path: Path) -> None:
    async def play(at: Floor, _sensor: Browser, _dealer: Client) -> None:
        second = await asked_in(at, Browser(at.url), "L1-more")
        assert second["refusal"]["code"] == "SensorInPlace"
        elsewhere = await asked_in(at, Browser(at.url), "A1-chips", reads="A1")
        assert elsewhere["error"]["code"] == "no_such_table"
        async with client(at, await at.staff(MANAGER)) as pit:
            await pit.hello("pit", "A1")
            seat = {"name": "SeatTerminal", "terminal": SENSOR}
            refused = await pit.command("seat", seat)
            assert refused["refusal"]["code"] == "TerminalIsSensor"

    on_a_floor(tmp_path, play)


def test_a_sensor_that_is_admitted_again_may_restart_its_numbers(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, _dealer: Client) -> None:
        await posted(sensor, 1_000)
        again = await admitted(at, place=None)
        assert (await sensor.ask("POST", "/api/readings", EXAMPLE))[0] == 401
        assert (await posted(again, 1))["accepted"] is True

    on_a_floor(tmp_path, play)


def test_a_sensor_that_floods_is_slowed_down(tmp_path: Path) -> None:
    async def play(at: Floor, sensor: Browser, _dealer: Client) -> None:
        # The allowance is not refilled, so that the speed of this machine does not matter.
        at.server.app.reading_attempts = Attempts(Pace(burst=2, per_second=0))
        for number, status in ((1, 200), (2, 200), (3, 429)):
            reading = {"number": number, "bets": []}
            assert (await sensor.ask("POST", "/api/readings", reading))[0] == status
        assert at.server.services.readings.shown[L1].number == 2

    on_a_floor(tmp_path, play)


def test_a_sensor_that_falls_silent_is_shown_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chip_readings, "SILENT_MS", 300)

    async def play(at: Floor, sensor: Browser, dealer: Client) -> None:
        silent = await until_it_is(dealer, "silent")
        assert silent["silent_since"] is None, "the sensor has sent no reading"
        await dealer.do("OpenBets")
        await posted(sensor, 1, stack(3))
        while sensor_of(dealer).get("silent_since") is None:
            await dealer.hear()
        assert sensor_of(dealer)["condition"] == "silent"
        assert sensor_of(dealer)["questions"] == []
        devices = (await floor_of(at))["terminals"]
        assert [each["connected"] for each in devices if each["terminal"] == SENSOR] == [False]

    on_a_floor(tmp_path, play)


def test_a_reading_looks_at_its_own_sensor_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, whole = list[float](), ChipReadings._look  # noqa: SLF001

    async def look(readings: ChipReadings) -> None:
        looks.append(asyncio.get_running_loop().time())
        await whole(readings)

    monkeypatch.setattr(chip_readings, "_LOOK_S", 3_600)

    async def play(_at: Floor, sensor: Browser, dealer: Client) -> None:
        await dealer.do("OpenBets")
        await posted(sensor, 1, stack(1))
        await until_asked(dealer, "new")
        monkeypatch.setattr(ChipReadings, "_look", look)
        await posted(sensor, 2, stack(1), stack(2, "2"))
        await until_asked(dealer, "new", "new")
        status, _, _ = await sensor.ask("POST", "/api/readings", {"number": 3, "bets": "none"})
        assert status == 422
        await until_it_is(dealer, "faulty")

    on_a_floor(tmp_path, play)
    assert not looks


async def floor_of(at: Floor) -> Json:
    pit = Browser(at.url)
    await pit.sign_in(MANAGER)
    return (await pit.ask("GET", "/api/floor"))[1]


def test_a_reading_is_known_to_every_node_and_after_a_restart(tmp_path: Path) -> None:
    async def first() -> str:
        async with floor(tmp_path, live_plan()) as at, console(at, "L1") as dealer:
            sensor = await admitted(at)
            await dealer.do("OpenBets")
            await posted(sensor, 5, stack(3))
            await until_asked(dealer, "new")
            return await at.server.app.keys.devices.issue(TerminalId(SENSOR))

    async def second(token: str) -> None:
        async with floor(tmp_path, live_plan()) as at:
            known = at.server.services.readings.shown
            await until(lambda: L1 in known)
            assert known[L1].number == 5
            bearer = {"Authorization": f"Bearer {token}"}
            again = {"number": 5, "bets": []}
            told = (await Browser(at.url).ask("POST", "/api/readings", again, **bearer))[1]
            assert told["refusal"]["code"] == "ReadingOutOfOrder"

    token = asyncio.run(first())
    asyncio.run(second(token))

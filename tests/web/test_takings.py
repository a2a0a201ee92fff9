"""The takings of all tables, and other limits for several, as programs and the pit ask for them."""

import asyncio
from pathlib import Path

from punto.values.ids import TableId
from support.web.floor_server import (
    CHIEF,
    DEALER,
    SUPERVISOR,
    Anything,
    Browser,
    Floor,
    Json,
    console,
    floor,
    live_plan,
    plan,
    report,
    terminal,
)
from web.test_repeats import draw, finish, outcome


async def ask(at: Floor, person: str, path: str, body: object = None) -> tuple[int, Anything]:
    bearer = {"Authorization": f"Bearer {await at.staff(person)}"}
    method = "GET" if body is None else "POST"
    status, told, _ = await Browser(at.url).ask(method, path, body, **bearer)
    return status, told


async def tables(at: Floor, period: str = "opening") -> dict[str, Json]:
    status, told = await ask(at, SUPERVISOR, f"/api/takings/{period}")
    assert status == 200, told
    return {each["table"]: each for each in told["tables"]}


async def one_round(at: Floor) -> None:
    async with terminal(at, "A1-1") as patron, console(at) as dealer:
        await dealer.do("OpenBets")
        await patron.until_phase("betting")
        stakes = [["banker", 100_00], ["tie", 10_00]]
        await patron.do("WantPosition", terminal="A1-1", round_number=1, stakes=stakes)
        now = (await tables(at))["A1"]
        assert (now["at_risk"], now["betting"]) == (110_00, 1)
        assert now["liability"] > 0
        await dealer.do("BeginClosing")
        await patron.do("AnswerFreeze", terminal="A1-1", round_number=1)
        await dealer.until_phase("dealing")
        assert await outcome(dealer, "card 0", draw(0)) == "accepted"
        await finish(dealer)


def test_a_round_is_in_the_takings_and_stays_there_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan(patrons=1)) as at:
            before = (await tables(at))["A1"]["takings"]
            assert (before["settled"], before["win"], before["z"]) == (0, 0, None)
            await one_round(at)
            after = (await tables(at))["A1"]
            takings = after["takings"]
            assert (takings["settled"], takings["handle"]) == (1, 110_00)
            book = at.server.node.tables()[TableId("A1")].table.book
            assert takings["win"] == 1_000_00 - book.credits("A1-1")  # type: ignore[arg-type]
            assert takings["expected"] == round(100_00 * 0.010579 + 10_00 * 0.143596)
            assert [point[1] for point in after["points"]] == [0, takings["win"]]
        async with floor(tmp_path, founded=False) as at:
            again = (await tables(at))["A1"]
            assert again["takings"] == takings
            assert (await tables(at, "day"))["A1"]["takings"]["win"] == takings["win"]

    asyncio.run(play())


def test_a_table_that_waits_for_a_decision_comes_first_and_says_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("A2"), plan("A10"), live_plan()) as at:
            assert list(await tables(at)) == ["A1", "A2", "A10", "L1"]
            async with console(at, "A10") as dealer:
                reported = await dealer.command(
                    "report", report("not-covered", "a bird in the hall")
                )
                assert reported["accepted"] is True
            found = await tables(at)
            assert list(found) == ["A10", "A1", "A2", "L1"]
            assert found["A10"]["concerns"] == [["ruling", 1]]
            at.server.services.table_feeds.feeds[TableId("L1")].stop("the disk is full")
            found = await tables(at)
            assert list(found)[:2] == ["L1", "A10"]
            assert found["L1"]["concerns"] == [["halted", 1]]
            _, told = await ask(at, SUPERVISOR, "/api/floor")
            work = {each["table"]: each["work"] for each in told["tables"]}
            assert work["A10"] == [["ruling", 1]]

    asyncio.run(play())


def test_a_period_or_a_table_that_does_not_exist_is_told_in_a_sentence(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            status, told = await ask(at, SUPERVISOR, "/api/takings/century")
            assert (status, told["error"]["code"]) == (404, "no_such_period")
            status, told = await ask(at, SUPERVISOR, "/api/takings/day?table=Z9")
            assert (status, told["error"]["code"]) == (404, "no_such_table")
            status, told = await ask(at, SUPERVISOR, "/api/takings/day?table=A1")
            assert [each["table"] for each in told["tables"]] == ["A1"]

    asyncio.run(play())


def test_takings_and_limits_are_for_the_pit_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            change = {"scope": "all", "minimum": 10_00}
            for path, body in (
                ("/api/takings/day", None),
                ("/api/limits/preview", {"tables": ["A1"], **change}),
                ("/api/limits", {"id": "1", "tables": [{"table": "A1", "seen": "-"}], **change}),
            ):
                status, told = await ask(at, DEALER, path, body)
                assert (status, told["error"]["code"]) == (403, "not_allowed")

    asyncio.run(play())


def next_limits(at: Floor, table: str) -> object:
    return at.server.node.tables()[TableId(table)].table.next_limits


def test_limits_of_several_tables_change_as_they_were_shown(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("A2"), live_plan()) as at:
            wanted = {"scope": "original", "minimum": 25_00, "maximum": 900_00}
            names = ["A1", "A2", "L1", "Z9"]
            _, shown = await ask(at, CHIEF, "/api/limits/preview", {"tables": names, **wanted})
            assert next_limits(at, "A1") is None, "a preview changes nothing"
            one, two, live, none = shown
            banker = next(each for each in one["bets"] if each["bet"] == "banker")
            assert (banker["before"]["minimum"], banker["after"]["minimum"]) == (5_00, 25_00)
            assert (one["changes"], two["refusal"]) == (True, None)
            assert (live["bets"], live["changes"]) == ([], False), "its layout has these limits"
            assert none["refusal"]["code"] == "NoSuchTable"

            # Meanwhile another person changes the limits of the second table.
            other = {"scope": "all", "minimum": 10_00}
            _, (seen,) = await ask(at, CHIEF, "/api/limits/preview", {"tables": ["A2"], **other})
            order = {"id": "o1", "tables": [{"table": "A2", "seen": seen["seen"]}], **other}
            _, answers = await ask(at, CHIEF, "/api/limits", order)
            assert answers == [{"table": "A2", "accepted": True, "refusal": None}]

            tables = [{"table": each["table"], "seen": each["seen"]} for each in (one, two)]
            tables.append({"table": "Z9", "seen": "-"})
            _, answers = await ask(
                at, CHIEF, "/api/limits", {"id": "o2", "tables": tables, **wanted}
            )
            assert [each["accepted"] for each in answers] == [True, False, False]
            assert answers[1]["refusal"]["code"] == "LimitsMoved"
            assert next_limits(at, "A1") is not None

    asyncio.run(play())


def test_a_change_that_a_table_would_refuse_is_shown_as_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            wanted = {"tables": ["A1"], "scope": "all"}
            _, (shown,) = await ask(
                at, CHIEF, "/api/limits/preview", {**wanted, "minimum": 9_999_00}
            )
            assert shown["refusal"]["code"] == "ConfigurationRefused"
            _, (shown,) = await ask(
                at, SUPERVISOR, "/api/limits/preview", {**wanted, "minimum": 10_00}
            )
            assert shown["refusal"]["code"] == "RoleTooLow"
            tables = [{"table": "A1", "seen": shown["seen"]}]
            order = {"id": "1", "tables": tables, "scope": "all", "minimum": 10_00}
            _, (answer,) = await ask(at, SUPERVISOR, "/api/limits", order)
            assert answer["refusal"]["code"] == "RoleTooLow"
            assert next_limits(at, "A1") is None

    asyncio.run(play())

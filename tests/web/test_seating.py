"""Which terminals the pit can seat: those of the floor, each at one table at a time."""

import asyncio
from pathlib import Path

from punto.values.ids import TableId
from support.web.floor_server import CHIEF, SUPERVISOR, Browser, Floor, client, floor, plan


async def floor_wish(at: Floor, name: str, **wish: str) -> None:
    bearer = {"Authorization": f"Bearer {await at.staff(CHIEF)}"}
    body = {"id": name, "wish": wish}
    status, told, _ = await Browser(at.url).ask("POST", "/api/floor/commands", body, **bearer)
    assert (status, told.get("accepted")) == (200, True), told


def test_only_a_terminal_in_service_is_seated_and_at_one_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at:
            await floor_wish(at, "1", what="EnrolTerminal", terminal="new", place="by the door")
            await floor_wish(at, "2", what="EnrolTerminal", terminal="old", place="by the bar")
            await floor_wish(at, "3", what="RetireTerminal", terminal="old")
            async with client(at, await at.staff(SUPERVISOR)) as pit:
                assert (await pit.hello("pit", "A1"))["say"] == "welcome"
                for terminal, code in {
                    "ghost": "TerminalUnknown",
                    "x" * 5_000: "TerminalUnknown",
                    "old": "TerminalIsRetired",
                    "B2-1": "SeatedElsewhere",
                    "A1-1": "AlreadySeated",
                }.items():
                    wish = {"name": "SeatTerminal", "terminal": terminal}
                    answer = await pit.command(f"seat-{code}-{len(terminal)}", wish)
                    assert (answer["accepted"], answer["refusal"]["code"]) == (False, code)
                await pit.do("SeatTerminal", terminal="new")
            seats = at.server.node.tables()[TableId("A1")].table.seats
            assert set(seats) == {"A1-1", "A1-2", "new"}

    asyncio.run(play())


def test_a_seat_asked_for_again_is_answered_again_though_its_terminal_has_moved(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at:
            await floor_wish(at, "1", what="EnrolTerminal", terminal="new", place="by the door")
            async with client(at, await at.staff(SUPERVISOR)) as pit:
                assert (await pit.hello("pit", "A1"))["say"] == "welcome"
                wish = {"name": "SeatTerminal", "terminal": "new"}
                assert (await pit.command("seat", wish))["accepted"] is True
                await pit.do("MoveTerminal", terminal="new", table="B2")
                assert (await pit.command("seat", wish))["accepted"] is True
                anew = await pit.command("seat anew", wish)
                assert anew["refusal"]["code"] == "SeatedElsewhere"
            assert "new" in at.server.node.tables()[TableId("B2")].table.seats
            assert "new" not in at.server.node.tables()[TableId("A1")].table.seats

    asyncio.run(play())

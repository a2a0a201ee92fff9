"""A ticket that is brought to the pit: its present state."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from punto.ledger.tickets import ticket_number
from punto.values.ids import TableId, TerminalId
from support.web.floor_server import (
    DEALER,
    SUPERVISOR,
    Browser,
    Client,
    Floor,
    Json,
    client,
    floor,
    terminal,
)

DAY_MS = 24 * 60 * 60 * 1_000
ONE = TerminalId("A1-1")


async def look_up(at: Floor, number: str, person: str = SUPERVISOR) -> tuple[int, Json]:
    bearer = {"Authorization": f"Bearer {await at.staff(person)}"}
    body = {"number": number}
    status, told, _ = await Browser(at.url).ask("POST", "/api/tickets/look", body, **bearer)
    return status, told


async def life_of(at: Floor, number: str) -> Json:
    status, told = await look_up(at, number)
    assert status == 200, told
    assert told["number"] == f"{'*' * 14}{number[-4:]}"
    return told


@asynccontextmanager
async def floor_pit(at: Floor) -> AsyncIterator[Client]:
    async with client(at, await at.staff(SUPERVISOR)) as screen:
        assert (await screen.hello("pit", "A1"))["say"] == "welcome"
        yield screen


def waiting(at: Floor) -> str:
    number = at.server.node.tables()[TableId("A1")].table.seats[ONE].ticket
    assert number is not None
    return number


def test_the_pit_sees_a_ticket_through_its_whole_life(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, ONE) as patron:
            await patron.do("CashOut", terminal=ONE)
            number = waiting(at)
            told = await life_of(at, number)
            assert (told["state"], told["amount"], told["terminal"]) == ("waiting", 100_000, ONE)
            answer = {"terminal": ONE, "number": number}
            await patron.do("AnswerPrinter", **answer, answer="unknown")
            assert (await life_of(at, number))["state"] == "uncertain"
            async with floor_pit(at) as pit:
                seen = f"{'*' * 14}{number[-4:]}"
                await pit.do("ResolveCashOut", terminal=ONE, ticket=seen, came_out=True)
            told = await life_of(at, number)
            assert (told["state"], told["amount"], told["terminal"]) == (
                "outstanding",
                100_000,
                ONE,
            )
            assert (told["expires_at"] - told["issued_at"]) % DAY_MS == 0

            now = at.server.app.now
            at.server.app.now = lambda: told["expires_at"]
            assert (await life_of(at, number))["state"] == "expired"
            at.server.app.now = now
            await patron.do("TakeTicket", terminal=ONE, number=number, amount=100_000)
            told = await life_of(at, number)
            assert (told["state"], told["paid_terminal"]) == ("paid", ONE)
            assert told["paid_at"] >= told["issued_at"]

    asyncio.run(play())


def test_a_number_that_was_never_printed_is_not_on_file(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            for number in (ticket_number(4711), "1" * 18, "abcd", "\x00" * 18, "\ud7ff*"):
                status, told = await look_up(at, number)
                assert (status, told["state"], told["amount"]) == (200, "not on file", None)
            status, told = await look_up(at, "")
            assert (status, told["error"]["code"]) == (422, "malformed")

    asyncio.run(play())


def test_a_dealer_learns_nothing_of_tickets(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            status, told = await look_up(at, "1" * 18, DEALER)
            assert (status, told["error"]["code"]) == (403, "not_allowed")
            status, told, _ = await Browser(at.url).ask(
                "POST", "/api/tickets/look", {"number": "1" * 18}
            )
            assert (status, told["error"]["code"]) == (401, "not_signed_in")

    asyncio.run(play())

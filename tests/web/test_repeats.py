"""A command repeated under its id gets its stored answer, whatever its table's state is now."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from punto.ledger.tickets import masked
from punto.values.ids import TableId, TerminalId
from support.web.floor_server import (
    SUPERVISOR,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
    plan,
    terminal,
)

ONE = TerminalId("A1-1")
LOAD = {"name": "LoadShoe", "shuffle": "virtually"}


def draw(dealt_count: int) -> Json:
    return {"name": "DrawCard", "dealt_count": dealt_count}


@asynccontextmanager
async def pit(at: Floor) -> AsyncIterator[Client]:
    async with client(at, await at.staff(SUPERVISOR)) as screen:
        assert (await screen.hello("pit", "A1"))["say"] == "welcome"
        yield screen


async def outcome(screen: Client, name: str, wish: Json, **beside: object) -> str:
    """Send a command; return "accepted" or the code of its refusal."""
    answer = await screen.command(name, wish, **beside)
    return "accepted" if answer["accepted"] else str(answer["refusal"]["code"])


async def play_from(dealer: Client, patron: Client, shoe: int) -> None:
    """Load a shoe, and draw the first card of a round."""
    assert await outcome(dealer, f"load {shoe}", LOAD) == "accepted"
    await dealer.do("OpenBets")
    await dealer.do("BeginClosing")
    await patron.do("AnswerFreeze", terminal=ONE, round_number=shoe - 1)
    await dealer.until_phase("dealing")
    assert await outcome(dealer, f"draw {shoe}", draw(0)) == "accepted"


async def finish(dealer: Client) -> None:
    """Play the first round of a shoe to its end."""
    for count in range(1, 4):
        assert await outcome(dealer, f"card {count}", draw(count)) == "accepted"
    await dealer.do("AnnounceTotals")
    for count in range(4, 6):
        if dealer.public["phase"] == "dealing":
            assert await outcome(dealer, f"card {count}", draw(count)) == "accepted"
    await dealer.do("Settle")


def test_the_steps_of_a_shoe_are_answered_again_when_the_next_one_is_in_play(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path, plan(patrons=1)) as at,
            console(at) as dealer,
            console(at, person=SUPERVISOR) as supervisor,
            terminal(at, ONE) as patron,
        ):
            await supervisor.do("RetireShoe", reason="over")
            reveal = {"name": "RevealShoe", "shoe_number": 1}
            assert await outcome(dealer, "reveal", reveal) == "accepted"
            await play_from(dealer, patron, 2)
            await finish(dealer)
            await supervisor.do("RetireShoe", reason="over")
            assert await outcome(dealer, "draw 2", draw(0)) == "accepted"
            await play_from(dealer, patron, 3)
            before = at.server.node.tables()[TableId("A1")].position
            assert await outcome(dealer, "load 2", LOAD) == "accepted"
            assert await outcome(dealer, "draw 2", draw(0)) == "accepted"
            assert await outcome(dealer, "reveal", reveal) == "accepted"
            # Another command under the same id is refused as such, whether or not it was possible.
            other = {"name": "RevealShoe", "shoe_number": 9}
            assert await outcome(dealer, "reveal", other) == "CommandIdReused"
            assert await outcome(dealer, "anew", other) == "NothingToReveal"
            assert at.server.node.tables()[TableId("A1")].position == before

    asyncio.run(play())


def test_the_steps_of_a_cash_out_are_answered_again_when_its_ticket_is_gone(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, ONE) as patron, pit(at) as staff:
            cash_out = {"name": "CashOut", "terminal": ONE}
            assert await outcome(patron, "out", cash_out) == "accepted"
            number = at.server.node.tables()[TableId("A1")].table.seats[ONE].ticket
            assert number is not None
            told = {"terminal": ONE, "number": number, "answer": "unknown"}
            await patron.do("AnswerPrinter", **told)
            look = {"name": "ResolveCashOut", "terminal": ONE, "ticket": masked(number)}
            resolve = {**look, "came_out": True}
            assert await outcome(staff, "seen", resolve) == "accepted"
            assert await outcome(staff, "seen", resolve) == "accepted"
            assert await outcome(staff, "seen", {**look, "came_out": False}) == "CommandIdReused"
            assert await outcome(staff, "anew", resolve) == "NoTicketWaiting"
            assert await outcome(patron, "out", cash_out) == "accepted"

    asyncio.run(play())

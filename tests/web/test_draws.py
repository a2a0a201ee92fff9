"""Drawing from a virtual shoe through real sockets: once each, and never blocked by a refusal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from punto.rounds.commands import Patron
from punto.rounds.dealing.events import CardDealt
from punto.rounds.events import TableEvent
from punto.rules.roles import Actor, Role
from punto.runtime.ports import stream_of
from punto.storage.addresses import read_record
from punto.values.ids import PersonId, TableId, TerminalId
from punto.web.desk.wishes_to_commands import own_id
from support.web.floor_server import (
    PIN,
    SUPERVISOR,
    Client,
    Floor,
    Json,
    console,
    floor,
    plan,
    report,
    terminal,
)

OTHER_DEALER = "li.wei"


def draw(dealt_count: int) -> Json:
    return {"name": "DrawCard", "dealt_count": dealt_count}


def dealt(folder: Path) -> list[str]:
    """Return the cards in the record, read beside the running server."""
    record = read_record(str(folder / "floor.db"))
    try:
        events = [each for _, each in record.read(stream_of(TableId("A1")))]
    finally:
        record.close()
    facts = [event.fact for event in events if isinstance(event, TableEvent)]
    return [str(fact.card) for fact in facts if isinstance(fact, CardDealt)]


@asynccontextmanager
async def tables(folder: Path) -> AsyncIterator[tuple[Floor, Client, Client]]:
    async with (
        floor(folder, plan(patrons=1)) as at,
        console(at) as dealer,
        terminal(at, "A1-1") as patron,
    ):
        yield at, dealer, patron


async def close_bets(dealer: Client, patron: Client, round_number: int = 1) -> None:
    await dealer.do("OpenBets")
    await dealer.do("BeginClosing")
    await patron.until_phase("closing")
    await patron.do("AnswerFreeze", terminal="A1-1", round_number=round_number)
    await dealer.until_phase("dealing")


async def code_of(screen: Client, name: str, wish: Json) -> str | None:
    answer = await screen.command(name, wish)
    return None if answer["accepted"] else str(answer["refusal"]["code"])


def test_a_draw_that_comes_too_early_blocks_no_card(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path) as (_, dealer, patron):
            assert await code_of(dealer, "before the round", draw(0)) == "OutOfPhase"
            await dealer.do("OpenBets")
            assert await code_of(dealer, "while bets are open", draw(0)) == "OutOfPhase"
            await dealer.do("BeginClosing")
            assert await code_of(dealer, "while they close", draw(0)) == "OutOfPhase"
            await patron.until_phase("closing")
            await patron.do("AnswerFreeze", terminal="A1-1", round_number=1)
            await dealer.until_phase("dealing")
            for count in range(4):
                assert await code_of(dealer, f"card {count}", draw(count)) is None
            assert await code_of(dealer, "too early", draw(4)) == "TotalsNotAnnounced"
            await dealer.do("AnnounceTotals")
            # Either a third card follows, or the coup ends with four.
            expected = {"dealing": None, "result": "OutOfPhase"}[dealer.public["phase"]]
            assert await code_of(dealer, "card 4", draw(4)) == expected
            assert len(dealt(tmp_path)) == (4 if expected else 5)

    asyncio.run(play())


def test_a_dealer_who_is_not_on_duty_does_not_block_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            tables(tmp_path) as (at, dealer, patron),
            console(at, person=OTHER_DEALER) as stranger,
        ):
            await close_bets(dealer, patron)
            for count in range(4):
                # With the same id that the Dealer on duty will use.
                assert await code_of(stranger, f"d{count}", draw(count)) == "NotTheDealerOnDuty"
                assert await code_of(dealer, f"d{count}", draw(count)) is None
            assert len(dealt(tmp_path)) == 4

    asyncio.run(play())


def test_a_card_is_drawn_after_an_interruption_in_which_it_was_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            tables(tmp_path) as (at, dealer, patron),
            console(at, person=SUPERVISOR) as supervisor,
        ):
            await at.with_secrets(SUPERVISOR)
            await close_bets(dealer, patron)
            assert await code_of(dealer, "d0", draw(0)) is None
            reported = await dealer.command(
                "report", report("technical-interruption", "the light went out")
            )
            assert reported["accepted"] is True
            assert await code_of(dealer, "d1", draw(1)) == "OutOfPhase"
            attested = await supervisor.command("a", {"name": "Attest", "cards": None}, pin=PIN)
            assert attested["accepted"] is True
            await dealer.until(lambda _: dealer.public["phase"] != "awaiting ruling")
            if dealer.public["phase"] != "dealing":  # the document voids such a round
                await close_bets(dealer, patron, 2)
            assert await code_of(dealer, "again", draw(1)) is None
            assert len(dealt(tmp_path)) == 2

    asyncio.run(play())


def test_a_draw_sent_again_is_answered_again_and_draws_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path) as (_, dealer, patron):
            await close_bets(dealer, patron)
            assert await code_of(dealer, "d0", draw(0)) is None
            assert await code_of(dealer, "d0", draw(0)) is None
            assert await code_of(dealer, "d1", draw(0)) == "StaleDraw"
            assert await code_of(dealer, "d2", draw(1)) is None
            assert await code_of(dealer, "d0", draw(0)) is None
            assert await code_of(dealer, "d0", draw(1)) == "CommandIdReused"
            assert await code_of(dealer, "d3", draw(5)) == "StaleDraw"
            assert await code_of(dealer, "d4", draw(-1)) == "StaleDraw"
            assert len(dealt(tmp_path)) == 2

    asyncio.run(play())


def test_many_presses_at_once_draw_one_card(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path) as (_, dealer, patron):
            await close_bets(dealer, patron)
            for number in range(10):
                await dealer.say(say="command", id=f"d{number}", wish=draw(0))
            answers = [await dealer.until_said("answer") for _ in range(10)]
            assert [answer["accepted"] for answer in answers].count(True) == 1
            refused = {each["refusal"]["code"] for each in answers if not each["accepted"]}
            assert refused == {"StaleDraw"}
            assert len(dealt(tmp_path)) == 1

    asyncio.run(play())


def test_no_screen_names_a_card_of_a_virtual_shoe(tmp_path: Path) -> None:
    async def play() -> None:
        async with tables(tmp_path) as (_, dealer, patron):
            await close_bets(dealer, patron)
            for origin in ("drawn", "keyed", "read", "carried"):
                wish = {"name": "DealCard", "card": "9S", "origin": origin, "confirmed": True}
                assert await code_of(dealer, origin, wish) == "ServerDraws"
            assert dealt(tmp_path) == []

    asyncio.run(play())


def test_a_dealer_who_draws_beside_the_timer_makes_no_card_come_twice(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path, plan(patrons=1, self_dealing=True)) as at,
            console(at) as dealer,
        ):
            pressed: set[int] = set()
            while dealer.public["round_number"] < 3:
                await dealer.hear()
                seen = (dealer.private or {})["shoe"]
                count = -1 if seen is None else seen["progress"]["dealt_count"]
                if dealer.public["phase"] == "dealing" and count not in pressed:
                    pressed.add(count)
                    await dealer.say(say="command", id=f"p{count}", wish=draw(count))
            standing = at.server.node.tables()[TableId("A1")]
            assert standing.halted == ""
            shoe = standing.table.shoe_now
            order = at.server.services.desk.shoes.revealed(TableId("A1"), shoe).order
            assert shoe.drawn == order[: len(shoe.drawn)]
            assert len(shoe.drawn) >= 8

    asyncio.run(play())


def test_a_name_with_a_slash_meets_nobody_elses_ids() -> None:
    deep, plain = PersonId("a/b"), PersonId("a")
    assert own_id(deep, "c") != own_id(plain, "b/c")
    assert own_id(PersonId("a%2Fb"), "c") != own_id(deep, "c")
    assert own_id(plain, "c") == own_id(Actor(plain, Role.DEALER), "c")
    assert own_id(plain, "c") != own_id(Patron(TerminalId("a")), "c")

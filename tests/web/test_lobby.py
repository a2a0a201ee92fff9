"""The lobby: all tables on a screen, and patrons who choose one at their terminals."""

import asyncio
import json
from pathlib import Path

from punto.rounds.table.commands import ChangeSeating, Seating
from punto.values.ids import Instant, TableId, TerminalId
from punto.web.screens.audiences import AudienceScreen, OfDisplay, OfTerminal
from punto.web.screens.feeds import TableFeed
from punto.web.screens.lobby import Lobby
from support.rounds.evening import SUPERVISOR as PIT
from support.rounds.evening import T1
from support.views.screens.stages import betting, settled
from support.web.floor_server import (
    SUPERVISOR,
    Client,
    Floor,
    Json,
    client,
    console,
    floor,
    live_plan,
    plan,
    terminal,
)
from support.web.frames import messages_in

A1 = TableId("A1")
ONE = TerminalId("A1-1")
NOW = Instant(1_000)


def to(table: str) -> Json:
    return {"name": "MoveTerminal", "terminal": ONE, "table": table}


def credits_at(at: Floor) -> dict[str, int]:
    """Return what the terminal has at each table, in dollars, where it is anywhere."""
    tables = at.server.node.tables().items()
    return {
        name: each.table.credits_of(ONE) // 100 for name, each in tables if ONE in each.table.seats
    }


async def outcome(screen: Client, name: str, wish: Json, **beside: object) -> str:
    answer = await screen.command(name, wish, **beside)
    return "accepted" if answer.get("accepted") else str(answer["refusal"]["code"])


async def seating(at: Floor, table: str, **seating: object) -> None:
    async with client(at, await at.staff(SUPERVISOR)) as pit:
        assert (await pit.hello("pit", table))["say"] == "welcome"
        wanted = {"patrons_choose": True, "seats": None, **seating}
        answer = await pit.command(
            f"seating {wanted}", {"name": "ChangeSeating", "seating": wanted}
        )
        assert answer["accepted"] is True, answer


def test_a_patron_goes_to_another_table_with_all_credits_and_sees_it_at_once(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at, terminal(at, ONE) as patron:
            assert await outcome(patron, "1", to("B2"), table="A1") == "accepted"
            if patron.public["table"] != "B2":
                await patron.until(lambda _: patron.public["table"] == "B2")
            assert credits_at(at) == {"B2": 1_000}

    asyncio.run(play())


def test_the_same_credits_are_at_one_table_whatever_a_socket_sends(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path, plan("A1"), plan("B2"), plan("C3")) as at,
            terminal(at, ONE) as patron,
        ):
            # Both at once; the second finds that the terminal has left.
            for name, table in (("x", "B2"), ("y", "C3")):
                await patron.say(say="command", id=name, wish=to(table), table="A1")
            answers = [await patron.until_said("answer") for _ in range(2)]
            assert sorted(each["accepted"] for each in answers) == [False, True]
            assert sum(credits_at(at).values()) == 1_000
            (here,) = credits_at(at)
            # The same ids again, from where it is now: each gets its first answer.
            first = {each["id"]: each["accepted"] for each in answers}
            for name, table in (("x", "B2"), ("y", "C3")):
                told = await patron.command(name, to(table), table="A1")
                assert told["accepted"] is first[name]
            assert credits_at(at) == {here: 1_000}
            # An id of an accepted move cannot become another move.
            (done,) = [name for name, accepted in first.items() if accepted]
            assert await outcome(patron, done, to("A1"), table="A1") == "CommandIdReused"
            assert credits_at(at) == {here: 1_000}

    asyncio.run(play())


def test_a_banknote_told_again_after_a_move_counts_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at:
            note = {"name": "TakeBill", "terminal": ONE, "amount": 50_000, "simulated": True}
            async with terminal(at, ONE) as patron:
                assert await outcome(patron, "note", note, table="A1") == "accepted"
                assert await outcome(patron, "move", to("B2"), table="A1") == "accepted"
            # The answers were lost: the terminal comes back, and asks again where it asked first.
            async with terminal(at, ONE) as patron:
                assert await outcome(patron, "note", note, table="A1") == "accepted"
                assert await outcome(patron, "move", to("B2"), table="A1") == "accepted"
                assert credits_at(at) == {"B2": 1_500}

    asyncio.run(play())


def test_a_second_tab_repeats_a_move_and_the_first_one_is_silent(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at, terminal(at, ONE) as older:
            await older.say(say="command", id="1", wish=to("B2"), table="A1")
            async with terminal(at, ONE, tab="y") as newer:
                await older.until_said("replaced")
                assert await outcome(newer, "1", to("B2"), table="A1") == "accepted"
                assert credits_at(at) == {"B2": 1_000}

    asyncio.run(play())


def test_a_full_table_a_closing_table_and_a_missing_one_seat_no_terminal(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            floor(tmp_path, plan("A1"), plan("B2"), live_plan()) as at,
            terminal(at, ONE) as patron,
        ):
            await seating(at, "B2", seats=2)
            assert await outcome(patron, "1", to("B2"), table="A1") == "NoSeatFree"
            await seating(at, "B2", seats=3)
            async with console(at, "B2", SUPERVISOR) as dealer:
                await dealer.do("CloseTable")
            assert await outcome(patron, "2", to("B2"), table="A1") == "TableNotOpen"
            assert await outcome(patron, "3", to("Z9"), table="A1") == "TableHasNoGame"
            assert await outcome(patron, "4", to("B2"), table="Z9") == "NoSuchTable"
            assert await outcome(patron, "5", to("L1"), table="A1") == "WrongKindOfTable"
            await seating(at, "A1", patrons_choose=False)
            assert await outcome(patron, "6", to("B2"), table="A1") == "StaffSeatPatrons"
            other = {**to("B2"), "terminal": "A1-2"}
            assert await outcome(patron, "7", other, table="A1") == "NotForThisSender"
            assert credits_at(at) == {"A1": 1_000}

    asyncio.run(play())


def test_a_seat_is_left_and_taken_again(tmp_path: Path) -> None:
    async def play() -> None:
        leave, sit = {"name": "LeaveSeat", "terminal": ONE}, {"name": "SeatTerminal"}
        async with floor(tmp_path, plan("A1"), plan("B2")) as at, terminal(at, ONE) as patron:
            assert await outcome(patron, "1", leave) == "accepted"
            assert await outcome(patron, "1", leave) == "accepted"
            assert patron.private is not None
            assert patron.private["has_left"] is True
            assert patron.private["credits"] == 100_000
            assert await outcome(patron, "2", {**sit, "terminal": ONE}) == "accepted"
            assert patron.private["has_left"] is False

    asyncio.run(play())


def test_all_tables_are_sent_to_a_screen_that_asks_and_then_what_changed(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at, client(at) as wall:
            assert (await wall.hello("display"))["say"] == "welcome"
            await wall.say(say="lobby", wanted=True)
            told = await wall.until_said("lobby")
            assert [tile["table"] for tile in told["tiles"]] == ["A1", "B2"]
            assert set(told["roads"]) == {"A1", "B2"}
            async with console(at, "B2") as dealer:
                await dealer.do("OpenBets")
            told = await wall.until_said("lobby")
            assert [(tile["table"], tile["phase"]) for tile in told["tiles"]] == [("B2", "betting")]
            assert told["roads"] == {}
            await wall.say(say="lobby", wanted=False)
            await wall.say(say="ping", n=1)
            await wall.until_said("pong")

    asyncio.run(play())


def lobby_of(feed: TableFeed) -> Lobby:
    return Lobby({A1: feed})


def test_a_frame_is_made_once_for_all_screens_and_a_bet_makes_none() -> None:
    evening = betting()
    feed = TableFeed()
    feed.begin(list(enumerate(evening.record.events, 1)))
    lobby = lobby_of(feed)
    screens = [AudienceScreen(OfTerminal(T1)), AudienceScreen(OfDisplay())]
    for screen in screens:
        lobby.join(screen)
    first, second = (screen.take(NOW) for screen in screens)
    assert first == second
    (told,) = map(json.loads, messages_in(first))
    assert [tile["table"] for tile in told["tiles"]] == ["A1"]
    count = len(evening.record.events)
    evening.bet(T1, banker=100)
    feed.take(count + 1, evening.record.events[count:])
    lobby.look()
    assert [screen.take(NOW) for screen in screens] == [b"", b""]
    evening.do(ChangeSeating(Seating(seats=4)), PIT)
    feed.take(count + 2, evening.record.events[count + 1 :])
    lobby.look()
    again = [screen.take(NOW) for screen in screens]
    assert again[0] == again[1]
    (told,) = map(json.loads, messages_in(again[0]))
    assert (told["tiles"][0]["seats"], told["roads"]) == (4, {})
    lobby.leave(screens[0])
    feed.stop("a fault")
    lobby.look()
    assert screens[0].take(NOW) == b""
    (told,) = map(json.loads, messages_in(screens[1].take(NOW)))
    assert told["tiles"][0]["is_halted"] is True


def test_a_screen_that_missed_looks_gets_all_that_changed_in_one_message() -> None:
    evening = settled()
    events = evening.record.events
    feed = TableFeed()
    feed.begin(list(enumerate(events[:5], 1)))
    lobby = lobby_of(feed)
    slow = AudienceScreen(OfDisplay())
    lobby.join(slow)
    slow.take(NOW)
    for position, event in enumerate(events[5:], 6):
        feed.take(position, (event,))
        lobby.look()
    (told,) = map(json.loads, messages_in(slow.take(NOW)))
    assert (told["tiles"][0]["phase"], set(told["roads"])) == ("settled", {"A1"})


def test_a_floor_without_tables_says_so() -> None:
    screen = AudienceScreen(OfDisplay())
    Lobby({}).join(screen)
    (told,) = map(json.loads, messages_in(screen.take(NOW)))
    assert (told["tiles"], told["roads"]) == ([], {})

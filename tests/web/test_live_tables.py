"""Live tables on a floor: set up in the pit, played at the console, populated by robots."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from punto.bootstrap.chip_sensor import Mishap, mishap_of
from punto.bootstrap.demo import Demo
from punto.bootstrap.robots import EXPOSED_ROUND, GUESTS, LEAVING_ROUND, ROUNDS, SOLD_CHIP
from punto.rounds.phases import Phase
from punto.rounds.state import Table
from punto.rules.coups import INITIAL_CARDS
from punto.values.ids import TableId
from support.runtime.stage import until
from support.web.floor_server import (
    MANAGER,
    PIN,
    SUPERVISOR,
    Anything,
    Browser,
    Client,
    Floor,
    Json,
    console,
    floor,
    live_plan,
    report,
)

L1 = TableId("L1")
SETUP = {
    "id": "1",
    "table": "L2",
    "game": "rws-live",
    "minimum": 500,
    "maximum": 100_000,
    "source": "virtual shoe",
}
LAYOUT = {
    "boxes": ["1", "2", "VIP 5"],
    "minimum": 10_000,
    "table_differential": 500_000,
    "chips": [{"value": 10_000, "name": "100", "colour": "black"}],
    "face_down": True,
}


def test_the_pit_sets_a_live_table_up_with_a_layout_of_its_own(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(MANAGER)
            pit = Browser(at.url)
            await pit.sign_in(MANAGER)
            games: Anything = (await pit.ask("GET", "/api/games"))[1]
            layouts = {game["key"]: [len(boxes) for boxes in game["layouts"]] for game in games}
            assert layouts["rws-live"] == [7, 9, 14]
            assert layouts["rws-etg"] == []
            told = (await pit.ask("POST", "/api/tables", {**SETUP, "layout": LAYOUT}))[1]
            assert told["accepted"] is True
            configured = at.server.node.tables()[TableId("L2")].table.configuration
            assert configured is not None
            assert configured.layout is not None
            assert configured.layout.boxes == ("1", "2", "VIP 5")
            assert configured.layout.chips.values == (10_000,)
            assert configured.layout.limits.table_differential == 500_000
            async with console(at, "L2") as dealer:
                await dealer.do("OpenTable")
                assert dealer.private is not None
                assert dealer.private["felt"]["layout"]["boxes"] == ["1", "2", "VIP 5"]
            usual = (await pit.ask("POST", "/api/tables", {**SETUP, "id": "2", "table": "L3"}))[1]
            assert usual["accepted"] is True
            refused = {**SETUP, "id": "3", "table": "L4", "layout": {"boxes": [], "minimum": 100}}
            told = (await pit.ask("POST", "/api/tables", refused))[1]
            assert (told["accepted"], told["refusal"]["code"]) == (False, "LayoutUnfit")

    asyncio.run(play())


class LiveDealer:
    """The Dealer of the demonstration's live table."""

    def __init__(self, at: Floor, screen: Client) -> None:
        self.at, self.screen = at, screen

    @property
    def table(self) -> Table:
        return self.at.server.node.tables()[L1].table

    async def felt(self, holds: Callable[[Json], bool]) -> Json:
        """Wait until the felt fulfils a condition, and return it."""
        while not (self.screen.private and holds(self.screen.private["felt"])):
            await self.screen.hear()
        felt: Json = self.screen.private["felt"]
        return felt

    async def open_bets(self) -> set[str]:
        """Open the bets; return what has to be said once all robots have bet."""
        await self.screen.do("OpenBets")
        bettors = len(ROUNDS[self.table.rounds_count - 1])
        felt = await self.felt(lambda felt: len(felt["places"]) == bettors)
        return {call["kind"] for call in felt["calls"]}

    async def deal(self) -> None:
        """Deal the round to its end, and settle it."""
        while self.table.phase is not Phase.RESULT:
            now = self.table.round_now
            if len(now.cards) == INITIAL_CARDS and not now.totals_announced:
                await self.screen.do("AnnounceTotals")
            else:
                await self.screen.do("DrawCard", dealt_count=self.table.shoe_now.dealt_count)
        await self.screen.do("Settle")


def test_robots_bet_too_little_and_too_much_walk_away_and_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, live_plan()) as at, console(at, "L1") as screen:
            demo = Demo((live_plan(),))
            await demo.prepare(at.server)
            dealer, calls = LiveDealer(at, screen), []
            assert dealer.table.tray is not None
            for _ in ROUNDS[:LEAVING_ROUND]:
                calls.append(await dealer.open_bets())
                await screen.do("NoMoreBets", passed_over=True)
                await dealer.deal()
            assert calls == [{"under minimum"}, {"excess"}, {"excess"}]
            assert await dealer.open_bets() == set()
            await screen.do("NoMoreBets", passed_over=False)
            await until(lambda: not dealer.table.patrons[GUESTS[1]].is_here)
            await dealer.deal()
            await dealer.open_bets()
            assert dealer.table.patrons[GUESTS[1]].is_here
            await demo.stop()

    asyncio.run(play())


def test_within_five_rounds_the_tray_needs_a_fill_and_patrons_choose(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, live_plan()) as at, console(at, "L1") as screen:
            demo = Demo((live_plan(),))
            await demo.prepare(at.server)
            await demo.shown(at.server)
            tour, dealer = at.server.app.tour, LiveDealer(at, screen)
            assert tour is not None
            for _ in ROUNDS[:EXPOSED_ROUND]:
                if "excess" in await dealer.open_bets():
                    await screen.do("RejectExcess")
                await screen.do("NoMoreBets", passed_over=True)
                await dealer.deal()
            assert screen.private is not None
            assert screen.private["fill_soon"] == [SOLD_CHIP]
            # The guest who walked away had a bet on each hand, so that something is held.
            patrons = screen.private["felt"]["patrons"]
            assert [each["held"] > 0 for each in patrons if each["patron"] == GUESTS[1]] == [True]
            await dealer.open_bets()
            await screen.do("NoMoreBets", passed_over=True)
            for _ in range(2):
                await screen.do("DrawCard", dealt_count=dealer.table.shoe_now.dealt_count)
            await until(lambda: dealer.table.phase is Phase.STOPPED)
            felt = await dealer.felt(
                lambda felt: (
                    bool(felt["options"])
                    and [each["chosen"] for each in felt["options"]["choices"]]
                    == ["continue", "return", None]
                )
            )
            assert felt["options"]["reconstructed"] is False
            await screen.do("EndOptions")
            await dealer.deal()
            live = tour.told().live
            assert live is not None
            assert live.done == ("excess", "choose")
            # A report by the robots' pit is not a step of the tour at the other tables.
            assert tour.told().done == ()
            await demo.stop()

    asyncio.run(play())


def test_robots_choose_differently_after_a_dealing_error(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, live_plan()) as at, console(at, "L1") as screen:
            demo = Demo((live_plan(),))
            await demo.prepare(at.server)
            dealer = LiveDealer(at, screen)
            await dealer.open_bets()
            await screen.do("NoMoreBets", passed_over=True)
            await screen.do("DrawCard", dealt_count=dealer.table.shoe_now.dealt_count)
            reported = await screen.command("report", report("dealt-face-up", "seen"))
            assert reported["accepted"] is True
            await at.with_secrets(SUPERVISOR)
            by = {"person": SUPERVISOR, "pin": PIN}
            attest = {"name": "Attest", "cards": None}
            assert (await screen.command("attest", attest, by=by))["accepted"] is True
            felt = await dealer.felt(
                lambda felt: (
                    bool(felt["options"])
                    and [each["chosen"] for each in felt["options"]["choices"]]
                    == ["continue", "return", "continue", None]
                )
            )
            assert felt["options"]["default"] == "continue"
            await screen.do("EndOptions")
            await dealer.deal()
            await demo.stop()

    asyncio.run(play())


def test_the_simulated_sensor_asks_something_else_in_each_round(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path, live_plan()) as at, console(at, "L1") as screen:
            demo = Demo((live_plan(),))
            await demo.prepare(at.server)
            dealer = LiveDealer(at, screen)
            for mishap in Mishap:
                assert mishap_of(dealer.table.rounds_count + 1) is mishap
                await dealer.open_bets()
                if mishap is Mishap.SILENT:
                    await dealer.felt(lambda felt: felt["sensor"]["condition"] == "silent")
                elif mishap is not Mishap.LATE:
                    kind = {Mishap.MISREAD: "differs", Mishap.UNRECORDED: "new"}[mishap]
                    await dealer.felt(partial(is_asked, kind))
                    wish = {"name": "TakeReading", "differences": differences_in(screen)}
                    answer = await screen.command(f"take-{mishap}", wish)
                    assert answer["accepted"] is True, answer
                    await dealer.felt(lambda felt: asked_in(felt) == [])
                else:
                    await dealer.felt(lambda felt: felt["sensor"]["condition"] == "reading")
                await screen.do("NoMoreBets", passed_over=True)
                if mishap is Mishap.LATE:
                    await dealer.felt(lambda felt: "late" in asked_in(felt))
                await dealer.deal()
            await demo.stop()

    asyncio.run(play())


def is_asked(kind: str, felt: Json) -> bool:
    return asked_in(felt) == [kind]


def asked_in(felt: Json) -> list[str]:
    return [each["kind"] for each in felt["sensor"]["questions"]]


def differences_in(screen: Client) -> list[Json]:
    assert screen.private is not None
    return [each["difference"] for each in screen.private["felt"]["sensor"]["questions"]]

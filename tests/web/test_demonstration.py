"""The demonstration: robots that bet, and the fate of rounds when the server stops."""

import asyncio
from pathlib import Path

import pytest

from punto.bootstrap.demo import Demo, screens_of
from punto.bootstrap.demo_floor import STAFF, ask
from punto.rounds.betting.commands import OpenBets
from punto.rounds.irregularity.commands import ReportIrregularity, Rule, Verdict
from punto.rounds.phases import Phase
from punto.rounds.state import Table
from punto.rules.irregularity_policies import Irregularity
from punto.runtime.folds import TableFold
from punto.runtime.ports import stream_of
from punto.storage.addresses import read_record
from punto.values import replace
from punto.values.ids import TableId
from support.runtime.stage import until
from support.web.floor_server import floor, plan

B1 = TableId("B1")


def table_in_the_record(folder: Path) -> Table:
    record = read_record(str(folder / "floor.db"))
    try:
        events = [event for _, event in record.read(stream_of(B1))]
    finally:
        record.close()
    fold, table = TableFold(), Table()
    for event in events:
        table, _, _ = fold.evolve(table, event)  # type: ignore[arg-type]
    return table


def test_robots_bet_through_the_same_desk_and_leave(tmp_path: Path) -> None:
    async def play() -> None:
        robots = replace(plan("B1", 1, self_dealing=True), robots=2)
        async with floor(tmp_path, robots) as at:
            demo = Demo((robots,))
            await demo.prepare(at.server)

            def staked() -> set[str]:
                table = at.server.node.tables()[B1].table
                return set(table.round.positions) if table.round is not None else set()

            await until(lambda: staked() == {"B1-R1", "B1-R2"})
            await demo.stop()

    asyncio.run(play())


def test_every_screen_has_a_link_and_everybody_secrets_of_this_start(tmp_path: Path) -> None:
    async def play() -> None:
        table = plan("B1", 2)
        async with floor(tmp_path, table) as at:
            demo = Demo((table,))
            shown, again = await demo.shown(at.server), await demo.shown(at.server)
            kinds = [link.screen for link in shown.links]
            table_screens = ["console", "terminal", "terminal", "display"]
            assert kinds == [*table_screens, "pit", "pit", "pit", "lab"]
            assert len(kinds) == len(list(screens_of((table,))))
            assert [each.person for each in shown.staff] == [each.person for each in STAFF]
            secrets = {(each.password, each.pin) for each in (*shown.staff, *again.staff)}
            assert len(secrets) == 2 * len(STAFF)

    asyncio.run(play())


@pytest.mark.parametrize(("seconds", "in_a_round"), [(30, False), (0, True)])
def test_a_round_in_progress_is_finished_or_suspended(
    tmp_path: Path,
    seconds: int,
    in_a_round: bool,  # noqa: FBT001 (a column of the table)
) -> None:
    async def play() -> None:
        slow = replace(plan("B1", 1, self_dealing=True), betting_ms=1_500)
        async with floor(tmp_path, slow, finish_seconds=seconds) as at:
            tables = at.server.node.tables
            await until(lambda: tables()[B1].table.phase is Phase.BETTING)

    asyncio.run(play())
    table = table_in_the_record(tmp_path)
    assert table.rounds_count == 1
    assert table.phase is (Phase.STOPPED if in_a_round else Phase.SETTLED)


def test_the_tour_ticks_off_what_the_record_has_and_ends_with_an_audit(tmp_path: Path) -> None:
    async def play() -> None:
        table = plan("B1", 1, self_dealing=False)
        async with floor(tmp_path, table) as at:
            demo = Demo((table,))
            shown = await demo.shown(at.server)
            tour = at.server.app.tour
            assert tour is not None
            assert tour.told().done == ()
            assert tour.told().pin == shown.staff[0].pin
            tour.record_opened()  # there is nothing to find yet
            desk = at.server.services.desk
            await ask(desk, B1, table.dealer, OpenBets())
            report = ReportIrregularity(Irregularity.NOT_COVERED, "a drink was spilled")
            await ask(desk, B1, table.dealer, report)
            await until(lambda: tour.told().done == ("report",))
            await ask(desk, B1, STAFF[0].person, Rule(Verdict.GOES_ON, "the round stands"))
            await until(lambda: tour.told().done == ("report", "rule"))
            tour.record_opened()
            verdict = await tour.audit()
            assert verdict.holds
            assert verdict.counts["events"] > 0
            assert tour.told().done == ("report", "rule", "find", "audit")
            await demo.stop()

    asyncio.run(play())

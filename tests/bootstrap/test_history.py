"""The past of a demonstration: played by a seed, recorded as play is, and continued by a server."""

import asyncio
from pathlib import Path

import pytest

from punto import rounds
from punto.audit import audit
from punto.bootstrap.demo import Demo
from punto.bootstrap.demo_floor import TablePlan
from punto.bootstrap.history.play import HOUR_MS, HistoryPlan, HistoryPlayed, play_history
from punto.bootstrap.settings import Settings
from punto.cli.demo import demo_plans
from punto.ledger import TicketIssued
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.table.events import DealerChanged, TableClosed, TableOpened
from punto.rounds.tray.events import FloatOpened
from punto.runtime import stream_of
from punto.storage.addresses import read_record
from punto.values import Instant, TableId, field_names, replace
from support.runtime.stage import until
from support.web.floor_server import floor

NOW = Instant(1_780_000_000_000)
TABLES = tuple(demo_plans((), rounds.CardSource.VIRTUAL_SHOE, (2, 1), (60_000, 1_500)))
"""Their bets are open for a minute, so that days go by in fewer rounds than at a demonstration."""


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "floor.db"), site="Past", port=0, acceptor="simulated")


def played(
    folder: Path, tables: tuple[TablePlan, ...] = TABLES, *, hours: int = 2, seed: int = 7
) -> HistoryPlayed:
    folder.mkdir(exist_ok=True)
    plan = HistoryPlan(NOW, hours * HOUR_MS, seed)
    return asyncio.run(play_history(settings(folder), tables, plan, lambda _: None))


def events_of(folder: Path, table: str) -> list[rounds.TableEvent]:
    record = read_record(str(folder / "floor.db"))
    try:
        found = [event for _, event in record.read(stream_of(TableId(table)))]
    finally:
        record.close()
    return [event for event in found if isinstance(event, rounds.TableEvent)]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    played(folder, hours=26)
    return folder


def test_a_past_holds_before_the_auditor(past: Path) -> None:
    verdict = audit(str(past / "floor.db"), (), ())
    assert verdict.holds, verdict.as_text()


@pytest.mark.parametrize("table", [plan.table for plan in TABLES])
def test_time_never_goes_back_and_ends_before_the_present(past: Path, table: str) -> None:
    times = [event.at for event in events_of(past, table)]
    assert times == sorted(times)
    assert times[0] >= NOW - 26 * HOUR_MS
    assert times[-1] <= NOW


@pytest.mark.parametrize("table", [plan.table for plan in TABLES])
def test_every_table_opens_and_closes_on_every_day_with_several_dealers(
    past: Path, table: str
) -> None:
    facts = [event.fact for event in events_of(past, table)]
    assert sum(isinstance(fact, TableOpened) for fact in facts) == 2
    assert sum(isinstance(fact, TableClosed) for fact in facts) == 2
    assert isinstance(facts[-1], TableClosed)
    dealers = {fact.dealer.person for fact in facts if isinstance(fact, DealerChanged)}
    assert len(dealers) == 2


def test_a_past_has_tickets_cash_irregularities_and_a_float(past: Path) -> None:
    events = [event for plan in TABLES for event in events_of(past, plan.table)]
    steps = [rounds.ticket_step_of(event) for event in events]
    assert any(isinstance(step, TicketIssued) for step in steps)
    assert any(step is not None and not isinstance(step, TicketIssued) for step in steps)
    kinds = {type(event.fact) for event in events}
    assert {IrregularityReported, FloatOpened} <= kinds


def test_no_shoe_of_a_past_stays_in_play_or_secret(past: Path) -> None:
    for plan in TABLES:
        table = rounds.replay(events_of(past, plan.table))
        assert table.shoe is None
        assert not table.unrevealed


def untold(event: rounds.TableEvent) -> object:
    """Return an event without what must be secret: the numbers of tickets, and seals."""
    secret = {"number", "ticket", "sealed", "on_file"}
    fact = event.fact
    shown = {name: getattr(fact, name) for name in field_names(type(fact)) if name not in secret}
    return event.at, event.command, type(fact), repr(shown)


def test_a_seed_is_the_same_past_again_and_another_is_another(tmp_path: Path) -> None:
    first, again, other = (tmp_path / name for name in ("first", "again", "other"))
    for folder, seed in ((first, 7), (again, 7), (other, 8)):
        played(folder, seed=seed)
    for plan in TABLES:
        told = [untold(event) for event in events_of(first, plan.table)]
        assert [untold(event) for event in events_of(again, plan.table)] == told
        assert [untold(event) for event in events_of(other, plan.table)] != told


def test_what_was_played_is_told_day_by_day(tmp_path: Path) -> None:
    told: list[HistoryPlayed] = []
    plan = HistoryPlan(NOW, HOUR_MS, 1)
    result = asyncio.run(play_history(settings(tmp_path), TABLES, plan, told.append))
    assert told == [result]
    assert result.until == NOW
    assert result.rounds > 0
    assert result.events > result.rounds
    assert result.rounds_per_second > 0


def test_a_floor_opens_after_its_past_as_usual(tmp_path: Path) -> None:
    # The round that it goes on with takes real time.
    brisk = tuple(replace(plan, betting_ms=2_000) for plan in TABLES)

    async def serve() -> None:
        async with floor(tmp_path, *brisk) as at:
            demo = Demo(brisk, after_history=True)
            await demo.prepare(at.server)
            tables = at.server.node.tables()
            for plan in brisk:
                state = tables[plan.table].table
                assert state.phase is not rounds.Phase.CLOSED
                assert all(state.credits_of(each) > 0 for each in plan.terminals)
            before = tables[TableId("B1")].table.rounds_count
            assert before > 0

            def goes_on() -> bool:
                return at.server.node.tables()[TableId("B1")].table.rounds_count > before

            await until(goes_on)
            await demo.stop()

    played(tmp_path, brisk, hours=1)
    asyncio.run(serve())
    verdict = audit(str(tmp_path / "floor.db"), (), ())
    assert verdict.holds, verdict.as_text()

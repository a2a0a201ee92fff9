"""The guided tour of a demonstration: each step is ticked off when the record has it.

The audit is ``punto audit`` in a separate process, which shares no code with the server and cannot
slow its tables.
"""

import asyncio
import json
from asyncio.subprocess import PIPE
from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from punto import rounds
from punto.bootstrap.archive import COMMAND
from punto.bootstrap.demo_floor import TablePlan
from punto.rounds.boxes import events as box_events
from punto.rounds.table import events as table_events
from punto.rounds.tray import events as tray_events
from punto.rules import Actor
from punto.runtime import News, Node, Stopped, stream_of
from punto.values import TableId
from punto.web.http.ports import AuditFailed
from punto.web.wire.start import AuditTold, LiveStep, LiveTourTold, TourStep, TourTold

_STEPS: Mapping[type, LiveStep] = {
    box_events.ExcessRejected: "excess",
    box_events.SqueezeGranted: "squeeze",
    tray_events.StacksHanded: "pay",
    box_events.OptionsClosed: "choose",
    box_events.WinningsClaimed: "held",
    tray_events.SlipSigned: "fill",
    table_events.TableOpened: "close",  # it opens again only after it was closed
}


_AUDITED = (0, 1)
"""The exit codes of an audit that gave a verdict."""
_FINDING = ("where", "found", "expected")


class DemoTour:
    """The steps that a newcomer has taken."""

    def __init__(self, database: str, pins: tuple[tuple[str, str], ...]) -> None:
        self._database, self._pins = database, pins
        """The PINs of all staff, with their names; the first is that of the person who rules."""
        self._done = set[TourStep]()
        self._open = set[TableId]()
        """The tables at which a report waits for its decision."""
        self._live_table: TableId | None = None
        self._done_live = set[LiveStep]()
        """The steps that were taken at the live table."""
        self._stops = list[Callable[[], None]]()
        self._auditing = asyncio.Lock()

    def follow(self, node: Node, tables: tuple[TablePlan, ...]) -> None:
        """Follow the events of the tables from now on."""
        for plan in tables:
            if plan.layout is not None:
                self._live_table = plan.table
            self._stops.append(node.watch(stream_of(plan.table), partial(self._hear, plan)))

    def stop(self) -> None:
        """Follow nothing more."""
        for stop in self._stops:
            stop()

    def told(self) -> TourTold:
        """Return the steps that were taken so far."""
        done = tuple(step for step in get_args(TourStep) if step in self._done)
        return TourTold(done, *self._pins[0], self._told_live())

    def _told_live(self) -> LiveTourTold | None:
        if self._live_table is None:
            return None
        done = tuple(step for step in get_args(LiveStep) if step in self._done_live)
        return LiveTourTold(self._live_table, done, self._pins)

    def record_opened(self) -> None:
        """Note that a visitor has opened the record, if there is a report to find."""
        if "report" in self._done:
            self._done.add("find")

    def _hear(self, plan: TablePlan, news: News) -> None:
        if isinstance(news, Stopped):
            return
        for event in news.events:
            if isinstance(event, rounds.TableEvent):
                self._tick(plan, event)
        table = news.state
        if isinstance(table, rounds.Table) and table.matter is None and plan.table in self._open:
            self._open.remove(plan.table)
            self._done.add("rule")

    def _tick(self, plan: TablePlan, event: rounds.TableEvent) -> None:
        if plan.layout is not None:
            if (step := _STEPS.get(type(event.fact))) is not None:
                self._done_live.add(step)
            return
        match event.fact:
            case rounds.PositionTaken(terminal=terminal) if terminal in plan.own_terminals:
                self._done.add("bet")
            case rounds.CardDealt() if not plan.self_dealing:
                self._done.add("deal")
            case rounds.IrregularityReported() if isinstance(event.by, Actor):
                self._open.add(plan.table)
                self._done.add("report")
            case _:
                return

    async def audit(self) -> AuditTold:
        """Audit the whole record; raises AuditFailed."""
        async with self._auditing:
            command = (*COMMAND, "audit", "--json", self._database)
            process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
            try:
                said, trouble = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                raise
        if process.returncode not in _AUDITED:
            raise AuditFailed(trouble.decode(errors="replace").strip())
        verdict = json.loads(said)
        self._done.add("audit")
        found = verdict["failure"]
        failure = None if found is None else {name: found[name] for name in _FINDING}
        return AuditTold(verdict["holds"], verdict["counts"], failure)

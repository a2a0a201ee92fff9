"""The tour of a demonstration's live table: each step is ticked off when the record has it."""

from collections.abc import Mapping
from typing import get_args

from punto.rounds import TableEvent
from punto.rounds.boxes import events as box_events
from punto.rounds.table import events as table_events
from punto.rounds.tray import events as tray_events
from punto.values import TableId
from punto.web.wire.start import LiveStep, LiveTourTold

_STEPS: Mapping[type, LiveStep] = {
    box_events.ExcessRejected: "excess",
    box_events.SqueezeGranted: "squeeze",
    tray_events.StacksHanded: "pay",
    box_events.OptionsClosed: "choose",
    box_events.WinningsClaimed: "held",
    tray_events.SlipSigned: "fill",
    table_events.TableOpened: "close",  # it opens again only after it was closed
}


class LiveTour:
    """The steps that a newcomer has taken at one live table."""

    def __init__(self, table: TableId, pins: tuple[tuple[str, str], ...]) -> None:
        self._table, self._pins = table, pins
        self._done = set[LiveStep]()

    def hear(self, event: TableEvent) -> None:
        """Tick off the step that an event brought, if any."""
        step = _STEPS.get(type(event.fact))
        if step is not None:
            self._done.add(step)

    def told(self) -> LiveTourTold:
        """Return the steps that were taken so far."""
        done = tuple(step for step in get_args(LiveStep) if step in self._done)
        return LiveTourTold(self._table, done, self._pins)

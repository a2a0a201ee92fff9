"""A report that begins at any state that fits says the same as one that reads every event."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import overload

import pytest
from hypothesis import Phase, given, settings

from punto.rounds.betting import evolution
from punto.rounds.events import TableEvent
from punto.rounds.irregularity import events as matter_events
from punto.rounds.state import Table
from punto.rounds.tray.commands import FloatCount, SlipKind
from punto.values.ids import Instant, TableId
from punto.views.recall.walks import walk
from punto.views.reports import REPORTS, LaterEvents, Period, figures
from support.audit.live import live_evening
from support.rounds.evening import Evening
from support.rounds.live import live_opened
from support.rounds.trays import chips, count, moved
from support.views.reports.any_floor import evenings
from support.views.reports.busy import an_evening_of_corrections, busy_evening

A1 = TableId("A1")


@pytest.fixture(scope="module", autouse=True)
def _tables_forget_soon() -> Iterator[None]:
    """Let a table keep two past rounds, so that an evening has rounds beyond every correction."""
    with pytest.MonkeyPatch.context() as patch:
        for each in (evolution, figures):
            patch.setattr(each, "ROUNDS_KEPT", 2)
        yield


class Later(LaterEvents):
    """Some events, and the table before them."""

    def __init__(self, events: Sequence[TableEvent], before: Table) -> None:
        self._events, self.before = events, before

    def __len__(self) -> int:
        return len(self._events)

    @overload
    def __getitem__(self, index: int) -> TableEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TableEvent]: ...
    def __getitem__(self, index: int | slice) -> TableEvent | Sequence[TableEvent]:
        return self._events[index]


def periods(events: Sequence[TableEvent]) -> Iterator[Period]:
    """Yield periods that begin in the middle, late and with each change of an ending."""
    first, last = events[0].at, events[-1].at
    middle, late = (Instant(first + (last - first) * part // 4) for part in (2, 3))
    yield from (Period(middle), Period(late), Period(middle, late), Period(None, late), Period())
    yield from (Period(event.at) for event in events if isinstance(event.fact, _Change))


_Change = (
    matter_events.RoundVoided | matter_events.RoundResettled | matter_events.EarlierRoundResettled
)


def check_every_state(events: Sequence[TableEvent], every: int) -> Counter[str]:
    """Compare the reports from every few states that fit; returns how many did, by report."""
    begun: Counter[str] = Counter()
    states = [Table(), *(moment.after for moment in walk(events))]
    for period in periods(events):
        for name, kind in REPORTS.items():
            whole = kind.make({A1: events}, period)
            at = period.end if kind.is_of_the_end else period.start
            up_to = sum(at is not None and event.at < at for event in events)
            if kind.is_of_the_end and at is None:
                up_to = len(events)
            for place in () if kind.is_whole else range(0, up_to + 1, every):
                if kind.fits is None or kind.fits(states[up_to], states[place]):
                    later = Later(events[place:], states[place])
                    assert kind.make({A1: later}, period) == whole, (name, period, place)
                    begun[name] += place > 0
    return begun


def test_of_a_busy_evening() -> None:
    begun = check_every_state(busy_evening("mbs-tiger").record.events, every=4)
    assert {*REPORTS} - {*begun} == {"tickets"}


def test_of_rounds_that_were_corrected() -> None:
    check_every_state(an_evening_of_corrections().record.events, every=1)


@pytest.mark.no_cover
def test_of_a_live_table() -> None:
    check_every_state(live_evening().record.events, every=15)


def test_of_a_live_table_with_floats() -> None:
    evening = live_opened()
    for _ in range(2):
        evening.now += 1_000
        count(evening, FloatCount.OPENING)
        evening.now += 1_000
        moved(evening, SlipKind.FILL, chips({25: 4}))
        evening.now += 1_000
        count(evening, FloatCount.CLOSING, tuple((evening.table.tray or {}).items()))
    assert check_every_state(evening.record.events, every=1)["floats"] > 0


@pytest.mark.no_cover
@settings(max_examples=5, phases=(Phase.explicit, Phase.generate))
@given(evenings())
def test_of_any_evening(evening: Evening) -> None:
    check_every_state(evening.record.events, every=7)

"""On any evening, reports agree with the ledger, and periods add up to the whole."""

import pytest
from hypothesis import given, settings

from punto.rules.settlement import Result
from punto.values.ids import Instant, TableId
from punto.views.recall import recall
from punto.views.reports.rounds import rounds_report
from punto.views.reports.shape import Records
from support.rounds.evening import Evening
from support.views.reports.any_floor import evenings
from support.views.reports.busy import an_evening_of_corrections, busy_evening
from support.views.reports.one_table import one_table
from support.views.reports.ties import (
    check_that_periods_add_up,
    check_with_each_other,
    check_with_the_ledger,
)

A_FLOOR: Records = {
    TableId("A1"): busy_evening("mbs-tiger").record.events,
    TableId("B2"): busy_evening("rws-etg").record.events,
    TableId("C3"): an_evening_of_corrections().record.events,
}
MOMENTS = sorted({event.at for events in A_FLOOR.values() for event in events})


@pytest.mark.parametrize("table", A_FLOOR)
def test_the_totals_of_a_table_are_those_of_its_book(table: TableId) -> None:
    check_with_the_ledger({table: A_FLOOR[table]})
    check_with_each_other({table: A_FLOOR[table]})


def test_the_totals_of_a_floor_are_those_of_all_its_books() -> None:
    check_with_the_ledger(A_FLOOR)
    check_with_each_other(A_FLOOR)


@pytest.mark.parametrize("middle", MOMENTS[::20])
def test_adjoining_periods_add_up_wherever_they_meet(middle: Instant) -> None:
    check_that_periods_add_up(A_FLOOR, middle)


def check_recalls(records: Records) -> None:
    """Check that the last results of a round's recall add up to its row."""
    for row in rounds_report(records).rows:
        found = recall(records[row.table], row.round)
        assert found is not None
        last = found.endings[-1].results if found.endings else ()
        played = [r for _, ended in last for r in ended if r.result is not Result.RETURNED]
        assert sum(result.stake for result in played) == row.figures.handle
        assert sum(result.returned for result in played) == row.figures.paid


def test_a_recall_ends_with_what_the_report_of_rounds_counts() -> None:
    check_recalls(A_FLOOR)


@pytest.mark.no_cover
@settings(max_examples=25)
@given(evenings())
def test_reports_of_any_evening_tie(evening: Evening) -> None:
    events = evening.record.events
    records = one_table(events)
    check_with_the_ledger(records)
    check_with_each_other(records)
    check_that_periods_add_up(records, events[len(events) // 2].at)
    check_recalls(records)

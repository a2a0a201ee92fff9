"""The reports of a shift, a pit or an auditor, as rows and totals.

Every report covers a period. Events before it are known and not counted; events after it are not
known. So the figures of a period do not change when the table plays on, and those of adjoining
periods add up. A report also says how much it must know of the time before its period,
so that it need not read all of it.
"""

from collections.abc import Callable, Mapping

from punto.rounds import Phase, Table
from punto.values import Value
from punto.views.reports.figures import oldest_round
from punto.views.reports.floats import floats_report
from punto.views.reports.irregularities import irregularities_report, matters_report
from punto.views.reports.open_items import funds_held_report, incomplete_rounds_report
from punto.views.reports.opposite_bets import opposite_bets_report
from punto.views.reports.rounds import dealers_report, rounds_report, shoes_report
from punto.views.reports.shape import (
    ColumnKind,
    LaterEvents,
    Period,
    Records,
    Report,
    ReportCell,
    cell_text,
)
from punto.views.reports.shifts import shift_report
from punto.views.reports.terminals import terminals_report
from punto.views.reports.tickets import tickets_report


class ReportKind(Value):
    """A report, and the condition on a table's state under which it may begin there."""

    make: Callable[[Records, Period], Report[object]]
    fits: Callable[[Table, Table], bool] | None = None
    """Whether it may begin at a state, given the latest one that is known before its period.

    None if it may begin at any: it needs nothing of the events before.
    """
    is_whole: bool = False
    """Whether it has to begin at the first event."""
    is_of_the_end: bool = False
    """Whether it shows nothing but the end of its period."""


def _knows_rounds(latest: Table, state: Table) -> bool:
    """Return whether every round whose ending may still change was opened after the state."""
    return state.rounds_count < oldest_round(latest)


def _knows_shoes(latest: Table, state: Table) -> bool:
    """Return whether the same holds for the shoes of these rounds, and for the one in play."""
    rounds = (each.shoe_number for each in (*latest.past, latest.round) if each is not None)
    shoe = latest.shoes_count + 1 if latest.shoe is None else latest.shoe.number
    return _knows_rounds(latest, state) and state.shoes_count < min((*rounds, shoe))


def _without_matters(latest: Table, state: Table) -> bool:
    """Return whether no earlier report is still open."""
    del latest
    is_open = state.matter is not None or state.choice is not None or bool(state.waiting)
    return not is_open and state.phase is not Phase.STOPPED


def _without_float(latest: Table, state: Table) -> bool:
    del latest
    return state.chips is None


REPORTS: Mapping[str, ReportKind] = {
    "rounds": ReportKind(rounds_report, _knows_rounds),
    "shoes": ReportKind(shoes_report, _knows_shoes),
    "terminals": ReportKind(terminals_report),
    "dealers": ReportKind(dealers_report, _knows_rounds),
    "shift": ReportKind(shift_report, _knows_rounds),
    "irregularities": ReportKind(irregularities_report, _without_matters),
    "matters": ReportKind(matters_report, _without_matters),
    # A ticket of any age may still be outstanding.
    "tickets": ReportKind(tickets_report, is_whole=True),
    "opposite-bets": ReportKind(opposite_bets_report),
    "incomplete-rounds": ReportKind(incomplete_rounds_report, is_of_the_end=True),
    "funds-held": ReportKind(funds_held_report, is_of_the_end=True),
    "floats": ReportKind(floats_report, _without_float),
}
"""Every report by its name in requests."""


__all__ = [
    "REPORTS",
    "ColumnKind",
    "LaterEvents",
    "Period",
    "Report",
    "ReportCell",
    "cell_text",
]

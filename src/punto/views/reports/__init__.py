"""The reports of a shift, a pit or an auditor, as rows and totals.

Every report covers a period. Events before it are known and not counted; events after it are not
known. So the figures of a period do not change when the table plays on, and those of adjoining
periods add up.
"""

from collections.abc import Callable, Mapping

from punto.views.reports.dealers import dealers_report
from punto.views.reports.floats import floats_report
from punto.views.reports.irregularities import irregularities_report, matters_report
from punto.views.reports.open_items import funds_held_report, incomplete_rounds_report
from punto.views.reports.opposite_bets import opposite_bets_report
from punto.views.reports.pasts import PASTS
from punto.views.reports.rounds import rounds_report
from punto.views.reports.shape import (
    Cell,
    ColumnKind,
    LaterEvents,
    Period,
    Records,
    Report,
    cell_text,
)
from punto.views.reports.shifts import shift_report
from punto.views.reports.shoes import shoes_report
from punto.views.reports.terminals import terminals_report
from punto.views.reports.tickets import tickets_report

__all__ = [
    "PASTS",
    "REPORTS",
    "Cell",
    "ColumnKind",
    "LaterEvents",
    "Period",
    "Report",
    "cell_text",
]

REPORTS: Mapping[str, Callable[[Records, Period], Report[object]]] = {
    "rounds": rounds_report,
    "shoes": shoes_report,
    "terminals": terminals_report,
    "dealers": dealers_report,
    "shift": shift_report,
    "irregularities": irregularities_report,
    "matters": matters_report,
    "tickets": tickets_report,
    "opposite-bets": opposite_bets_report,
    "incomplete-rounds": incomplete_rounds_report,
    "funds-held": funds_held_report,
    "floats": floats_report,
}
"""Every report by its name in requests."""

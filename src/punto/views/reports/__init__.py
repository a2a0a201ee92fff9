"""What a shift, a pit or an auditor asks of the record, as rows and totals.

Every report looks at a period. What happened before it is known and not counted; what happened
after it is not known. So figures of a period stay as they are when the table plays on, and those
of adjoining periods add up.
"""

from punto.views.reports.catalogue import REPORTS
from punto.views.reports.shape import Cell, Kind, Period, Report, cell_text

__all__ = ["REPORTS", "Cell", "Kind", "Period", "Report", "cell_text"]

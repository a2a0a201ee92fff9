from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction

from punto.values import Cents, format_money
from punto.views.reports.shape import Cell, Kind

_1970 = datetime(1970, 1, 1, tzinfo=UTC)


def cell_text(kind: Kind, cell: Cell, zone: tzinfo = UTC) -> str:
    """Return a cell's text in a printed report; empty for an empty cell."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return f"{float(cell * 100):.2f} %"
    if isinstance(cell, int) and kind is Kind.MONEY:
        return format_money(Cents(cell))
    if isinstance(cell, int) and kind is Kind.INSTANT:
        moment = _1970 + timedelta(milliseconds=cell)
        return moment.astimezone(zone).isoformat(sep=" ", timespec="milliseconds")
    return str(cell)

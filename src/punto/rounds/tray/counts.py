"""A count of the tray that a second person has not confirmed yet."""

from punto.rounds.state import Table
from punto.rounds.tray.refusals import CountWaits


def count_refusal(table: Table) -> CountWaits | None:
    """Refuse to move chips while a count waits: both people must find the same (A-53)."""
    first = table.papers.first_count
    return None if first is None else CountWaits(first.count)

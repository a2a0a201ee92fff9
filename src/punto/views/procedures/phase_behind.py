"""Where a table stands behind an irregularity that has stopped it."""

from punto.rounds.phases import Phase
from punto.rounds.state import Table


def phase_behind(table: Table) -> Phase:
    """The phase in which an open irregularity was reported; the present one when none is open."""
    return table.phase if table.matter is None else table.matter.interrupted

"""Interrupted rounds: reported when their table comes up again (R 5.1, M 5.9)."""

from punto.rounds import Phase, ReportIrregularity, Table, TableCommand, Timer
from punto.rules import Irregularity
from punto.runtime.ports import Journal, Stream
from punto.values import CommandId, Instant, Value

IN_A_ROUND = frozenset({Phase.BETTING, Phase.CLOSING, Phase.DEALING, Phase.RESULT})
"""The phases in which an interruption affects a round; an open matter waits for people anyway."""

SERVED = "served"
"""The lease by which nodes note regularly that the floor is served.

It is taken for zero time, so it only dates the last sign of life and excludes no node.
"""

WHOLE = "whole/"
"""The prefix of the lease by which a node notes that it serves all tables.

Each node uses its own name, so that it does not overwrite the note of another before a third node
has seen that. The lease is taken for zero time, too.
"""

WORDS = "the server was down"


def note_service(journal: Journal, node: str) -> None:
    """Note that this node serves the floor now."""
    journal.take_lease(SERVED, node, 0)


def last_service(journal: Journal) -> Instant:
    """Return the time of the last note that a node served the floor."""
    noted = journal.leases().get(SERVED)
    return Instant(0) if noted is None else noted.until


class InterruptionFound(Value):
    """A table as the node found it, before any command."""

    stream: Stream
    table: Table
    position: int

    @property
    def in_a_round(self) -> bool:
        """Whether an interruption would affect a round."""
        return self.table.phase in IN_A_ROUND


def interruption(
    found: InterruptionFound, journal: Journal, served: Instant, at: Instant
) -> TableCommand | None:
    """Return the report that a table's timer makes for its Dealer; None if no round was cut short.

    Its id contains the table's position, so that reports by several nodes count once.
    """
    table = found.table
    if not found.in_a_round or table.dealer is None:
        return None
    # The record also shows that a node was serving.
    recorded = (event.at for _, event in journal.read(found.stream, found.position - 1))
    since = max(served, next(recorded, Instant(0)))
    # A duration of zero would say that the interruption still lasts.
    lasted_ms = max(1, at - since)
    wish = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, WORDS, lasted_ms=lasted_ms)
    name = CommandId(f"interrupted/{table.rounds_count}/{found.position}")
    return TableCommand(name, at, Timer(table.dealer), wish)

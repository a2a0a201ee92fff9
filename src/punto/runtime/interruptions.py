"""A round that nobody served for a while: told when the table comes up again (R 5.1, M 5.9)."""

from dataclasses import dataclass

from punto.rounds.commands import Command, Timer
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.state import Table
from punto.rules.irregularities import Irregularity
from punto.runtime.ports import Journal, Stream
from punto.values.ids import CommandId, Instant

IN_A_ROUND = frozenset({Phase.BETTING, Phase.CLOSING, Phase.DEALING, Phase.RESULT})
"""Where an interruption reaches a round; a matter that is open waits for people anyway."""

SERVED = "served"
"""The name under which nodes note, time and again, that the floor is being served.

It is taken for no time at all, so that it says when somebody was there last and keeps nobody out.
"""

WHOLE = "whole/"
"""How the name begins under which a node notes that it serves all tables.

Each node has a name of its own, so that no node overwrites the note of another before a third has
seen it. It is taken for no time either.
"""

WORDS = "the server was down"


def note_service(journal: Journal, node: str) -> None:
    """Note that this node serves the floor at this moment."""
    journal.take_lease(SERVED, node, 0)


def last_service(journal: Journal) -> Instant:
    """When a node was there last, as far as anybody noted it."""
    noted = journal.lease(SERVED)
    return Instant(0) if noted is None else noted.until


@dataclass(frozen=True, slots=True)
class Found:
    """A table as it was found, before anybody asked anything of it."""

    stream: Stream
    table: Table
    position: int

    @property
    def in_a_round(self) -> bool:
        """Whether an interruption would reach a round."""
        return self.table.phase in IN_A_ROUND


def interruption(found: Found, journal: Journal, served: Instant, at: Instant) -> Command | None:
    """The report that a table's timer makes for its Dealer; None where no round was cut short.

    Its id says where in the stream the table stood, so that whoever else tells of it, tells the
    same once.
    """
    table = found.table
    if not found.in_a_round or table.dealer is None:
        return None
    # What is in the record shows that somebody was there, too.
    recorded = (event.at for _, event in journal.read(found.stream, found.position - 1))
    since = max(served, next(recorded, Instant(0)))
    # An interruption of no length would be one that is not over yet.
    lasted_ms = max(1, at - since)
    wish = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, WORDS, lasted_ms=lasted_ms)
    name = CommandId(f"interrupted/{table.rounds_count}/{found.position}")
    return Command(name, at, Timer(table.dealer), wish)

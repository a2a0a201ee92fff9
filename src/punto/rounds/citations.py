"""The paragraph on which each kind of event rests, for each document."""

from punto.rounds.catalogue import EVENTS
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import IrregularityReported, TerminalsInterrupted
from punto.rules import Irregularity

THIRD_CARD = {"rws-etg": "3.10", "rws-live": "3.11", "mbs": "3.8"}
"""Third cards rest on the Table of Play, the first four on the order of the deal."""

TIE = {"rws-etg": "3.12", "rws-live": "3.14", "mbs": "3.9.1"}
"""A Tie has a paragraph of its own (A-79)."""
REPLACED = {"rws-etg": "5.7.1", "rws-live": "5.10.2"}
"""A new set of cards after some were drawn together (A-78)."""
CARRIED = {"rws-etg": "5.4", "rws-live": "5.7"}
"""A card that a corrected round has no use for opens the next one (A-43)."""
ON_BEHALF = {"rws-live": "5.16"}
"""A bet that staff place because a patron asks them to."""
STANDING = {"rws-live": "1.21"}
"""A patron who comes without taking a seat."""
HANDED_ON = {"rws-live": "A-63"}
"""A hand whose acceptor took the bets back goes to another by a reading, not by a wish."""
OFFERED = {
    Irregularity.EXCESS_OR_EXPOSED_CARD: "5.7.1",
    Irregularity.FACE_UP_CARD: "5.7.1",
    Irregularity.WRONG_AREA: "5.8 tail",
    Irregularity.WRONG_PERSON: "5.8 tail",
    Irregularity.DEALT_FACE_UP: "5.9",
    Irregularity.SIMULTANEOUS_DRAW: "5.10.1",
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN: "5.10.1",
}
"""The paragraph that gives patrons the options of L 5.12, where it is another (A-57)."""

_CITES = {kind: row.cites for kind, row in EVENTS.items()}
_Reported = IrregularityReported | TerminalsInterrupted


def clause_of(fact: Fact, document: str) -> str:
    """Return the paragraph or reading on which a fact rests; a house's own document has none."""
    cites = _CITES[type(fact)]
    if not cites and isinstance(fact, _Reported):
        return fact.policy.clause
    return cites.get(document, "house rules")

"""Which paragraph each kind of event rests on, document by document."""

from punto.rounds.catalogue import EVENTS
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import IrregularityReported, TerminalsInterrupted

THIRD_CARD = {"rws-etg": "3.10", "rws-live": "3.11", "mbs": "3.8"}
"""Third cards rest on the Table of Play, the first four on the order of the deal."""

TIE = {"rws-etg": "3.12", "rws-live": "3.14", "mbs": "3.9.1"}
"""A Tie has a paragraph of its own (A-79)."""
REPLACED = {"rws-etg": "5.7.1", "rws-live": "5.10.2"}
"""A new set of cards after some were drawn together (A-78)."""
CARRIED = {"rws-etg": "5.4", "rws-live": "5.7"}
"""A card that a corrected round has no use for opens the next one (A-43)."""

_CITES = {kind: row.cites for kind, row in EVENTS.items()}
_Reported = IrregularityReported | TerminalsInterrupted


def clause_of(fact: Fact, document: str) -> str:
    """The paragraph or reading that a fact rests on; a house's own document names none."""
    if isinstance(fact, _Reported):
        return fact.policy.clause
    return _CITES[type(fact)].get(document, "house rules")

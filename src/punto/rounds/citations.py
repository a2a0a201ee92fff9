"""Which paragraph each kind of event rests on, document by document."""

from punto.rounds.catalogue import EVENTS
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import IrregularityReported, TerminalsInterrupted

THIRD_CARD = {"rws-etg": "3.10", "mbs": "3.8"}
"""Third cards rest on the Table of Play, the first four on the order of the deal."""

_CITES = {kind: row.cites for kind, row in EVENTS.items()}
_Reported = IrregularityReported | TerminalsInterrupted


def clause_of(fact: Fact, document: str) -> str:
    """The paragraph or reading that a fact rests on; a house's own document names none."""
    if isinstance(fact, _Reported):
        return fact.policy.clause
    return _CITES[type(fact)].get(document, "house rules")

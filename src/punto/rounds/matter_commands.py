"""Commands of the procedure for an irregularity."""

from dataclasses import dataclass
from enum import Enum

from punto.rules.irregularities import Irregularity
from punto.values.cards import Card


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Say what went wrong; from now on nothing moves until it is dealt with."""

    irregularity: Irregularity
    words: str = ""
    cards: tuple[Card, ...] | None = None
    """The cards of the round as they should be, in their intended order, where that matters."""


@dataclass(frozen=True, slots=True)
class Attest:
    """Establish the fact that was reported; what follows is the document's, not a choice."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Deny the fact that was reported; the matter goes to the Shift Manager."""

    reason: str


class Verdict(Enum):
    """What a Shift Manager may rule on a round."""

    GOES_ON = "goes on"
    """As if nothing had been reported."""
    VOID = "void"
    ESTABLISHED = "established"
    """The fact that was denied is so; the clause takes its course after all."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Decide what the documents leave open, in words."""

    verdict: Verdict
    words: str

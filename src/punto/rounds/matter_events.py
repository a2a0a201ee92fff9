"""What happened in the procedure of an irregularity."""

from dataclasses import dataclass

from punto.rounds.stakes import Results
from punto.rules.irregularities import Policy
from punto.values.cards import Card
from punto.values.ids import Instant, PersonId


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """Something went wrong, says the person who reports it; nothing moves."""

    policy: Policy
    reporter: PersonId
    words: str
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class IrregularityDeclined:
    """The fact was denied; the Shift Manager decides."""

    reason: str


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """The Shift Manager decided, in words."""

    words: str


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """The round goes on where it was."""

    closes_at: Instant
    """Betting time that an interruption took is given back (A-37)."""


@dataclass(frozen=True, slots=True)
class CardsCorrected:
    """The cards of the round are these; what was registered before is kept beside them."""

    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round has no result; every bet of it is returned, decided ones included (A-38)."""

    results: Results


@dataclass(frozen=True, slots=True)
class RoundResettled:
    """What was paid is taken back, and the round is paid by the cards."""

    results: Results

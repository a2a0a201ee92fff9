"""What happened in the procedure of an irregularity."""

from dataclasses import dataclass

from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.irregularity.commands import Hands, Verdict
from punto.rounds.messages import FactRow, paragraphs, reading
from punto.rules import News, Policy
from punto.values import Card, CardOut, Instant, PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """Something went wrong, says the person who reports it; nothing moves."""

    policy: Policy
    reporter: PersonId
    words: str
    cards: tuple[Card, ...] | None = None
    extra: tuple[Card, ...] = ()
    earlier: int | None = None
    """The number of the earlier round that it is about (A-29)."""
    automatic: bool = False
    """Whether the table saw it by itself (A-69)."""
    lasted_ms: int = 0
    """How long it had lasted by then; a short interruption changes nothing (A-37)."""
    together: tuple[CardOut, ...] = ()
    """The cards that were drawn together, which alone may change places (A-76)."""
    lies: Hands | None = None
    """Both hands as they lie on the table, where their order is lost (A-85)."""


@dataclass(frozen=True, slots=True)
class TerminalsInterrupted:
    """Terminals are out of reach, and the round goes on without them (R 5.2, M 5.10)."""

    policy: Policy
    words: str
    registered: tuple[tuple[TerminalId, Stakes], ...]
    """Whose bets stand, and which."""
    unregistered: tuple[TerminalId, ...]
    """Who has no bet in the record and so takes no part; nothing was taken from them."""


@dataclass(frozen=True, slots=True)
class IrregularityDeclined:
    """The fact was denied; the Shift Manager decides."""

    reason: str


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """The Shift Manager decided, in words; what follows is what the verdict brings."""

    words: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class OrderDecided:
    """Whoever established the fact decided in which order the cards came (R 5.7)."""

    cards: tuple[Card, ...]
    """All that are out, registered or not."""


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """The round goes on where it was."""

    closes_at: Instant
    """Time that an interruption took from the betting, or from the grace after it, is given back
    (A-37)."""


@dataclass(frozen=True, slots=True)
class CardsCorrected:
    """The cards of the round are these; what was registered before is kept beside them."""

    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsCarried:
    """Cards that this deal does not want begin the next one; everybody may see them (A-43)."""

    cards: tuple[Card, ...]
    in_front: bool = False
    """Whether they left the shoe before those that wait already."""


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards that were out and never registered go away with a void round; they count as seen."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round has no result; every bet of it is returned, decided ones included (A-38)."""

    results: Results


@dataclass(frozen=True, slots=True)
class RoundResettled:
    """What was paid is taken back, and the round is paid by the cards."""

    results: Results


@dataclass(frozen=True, slots=True)
class EarlierRoundResettled:
    """A wrong result of an earlier round is made good by its cards; later rounds stay (A-29)."""

    round_number: int
    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]
    results: Results


MatterFact = (
    IrregularityReported
    | TerminalsInterrupted
    | IrregularityDeclined
    | RulingGiven
    | OrderDecided
    | PlayResumed
    | CardsCorrected
    | CardsCarried
    | CardsDiscarded
    | RoundVoided
    | RoundResettled
    | EarlierRoundResettled
)

EVENTS = (
    FactRow(
        IrregularityReported,
        "matter",
        {},
        "everybody",
        News("Irregularity reported", "irregularity", "grave"),
        version=2,
    ),
    FactRow(
        TerminalsInterrupted,
        "matter",
        {},
        "each terminal",
        News("Terminal interrupted", "terminal", "notable"),
        version=2,
    ),
    FactRow(
        IrregularityDeclined,
        "matter",
        reading("A-39"),
        "everybody",
        News("Report declined", "irregularity", "grave"),
    ),
    FactRow(
        RulingGiven,
        "matter",
        paragraphs("5.12", "6.1", "5.17"),
        "everybody",
        News("Ruling", "irregularity", "grave"),
    ),
    FactRow(
        OrderDecided,
        "matter",
        paragraphs("5.7", "5.8", "5.10"),
        "everybody",
        News("Order decided", "irregularity", "grave"),
    ),
    FactRow(PlayResumed, "matter", paragraphs("5.1.1", "5.9.2", "5.4.1"), "everybody"),
    FactRow(
        CardsCorrected,
        "matter",
        paragraphs("5.6", "6.3", "5.14"),
        "everybody",
        News("Cards corrected", "round", "grave"),
    ),
    FactRow(
        CardsCarried,
        "matter",
        paragraphs("5.4", "5.7", "5.7"),
        "everybody",
        News("Cards carried to the next round", "round", "grave"),
    ),
    FactRow(
        CardsDiscarded,
        "matter",
        reading("A-42"),
        "everybody",
        News("Cards discarded", "round", "grave"),
    ),
    FactRow(
        RoundVoided,
        "matter",
        paragraphs("5.11", "A-38", "5.15"),
        "each terminal",
        News("Round void", "round", "grave"),
    ),
    FactRow(
        RoundResettled,
        "matter",
        paragraphs("5.6", "6.3", "5.14"),
        "each terminal",
        News("Round settled again", "round", "grave"),
    ),
    FactRow(
        EarlierRoundResettled,
        "matter",
        paragraphs("5.6", "6.3", "5.14"),
        "each terminal",
        News("Earlier round settled again", "round", "grave"),
    ),
)

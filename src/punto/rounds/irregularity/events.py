"""Events in the procedure of an irregularity."""

from functools import partial

from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.irregularity.commands import HandsAsTheyLie, ReportIrregularity, Verdict
from punto.rounds.message_rows import FactRow, paragraphs, reading
from punto.rules import Irregularity, News, Policy
from punto.values import Card, CardOut, Instant, PersonId, TerminalId, Value


class IrregularityReported(Value):
    """An irregularity was reported; play stops."""

    policy: Policy
    reporter: PersonId
    words: str
    cards: tuple[CardOut, ...] | None = None
    extra: tuple[CardOut, ...] = ()
    earlier: int | None = None
    """The number of the earlier round that it is about (A-29)."""
    automatic: bool = False
    """Whether the table detected it itself (A-69)."""
    lasted_ms: int = 0
    """How long it had lasted by then; a short interruption changes nothing (A-37)."""
    together: tuple[CardOut, ...] = ()
    """The cards that were drawn together, which alone may change places (A-76)."""
    lies: HandsAsTheyLie | None = None
    """Both hands as they lie on the table, where their order is lost (A-85)."""


class ReportQueued(Value):
    """Another matter is open; this report waits until it is decided (A-34, A-39)."""

    report: ReportIrregularity
    reporter: PersonId


class ReportLapsed(Value):
    """A waiting report no longer applies, because of an earlier decision."""

    irregularity: Irregularity
    why: str
    """The refusal that it would get now."""


class TerminalsInterrupted(Value):
    """Terminals cannot be reached, and the round goes on without them (R 5.2, M 5.10)."""

    policy: Policy
    words: str
    registered: tuple[tuple[TerminalId, Stakes], ...]
    """The terminals whose bets stand, with these bets."""
    unregistered: tuple[TerminalId, ...]
    """The terminals without a recorded bet, which take no part; no money of theirs moved."""


class IrregularityDeclined(Value):
    """The fact was denied; the Shift Manager decides."""

    reason: str


class ReconstructionDenied(Value):
    """The report is true, and the cards cannot be reconstructed; another paragraph takes over."""

    policy: Policy
    """The document's policy for cards that cannot be reconstructed (A-43, A-48, A-58)."""
    reason: str
    lies: HandsAsTheyLie | None = None
    """Both hands as they lie, where they are played so (A-85)."""


class RulingGiven(Value):
    """The Shift Manager ruled, in words; the events of the verdict follow."""

    words: str
    verdict: Verdict


class OrderDecided(Value):
    """The person who established the fact decided the order of the cards (R 5.7)."""

    cards: tuple[CardOut, ...]
    """All cards that are out, registered or not."""


class PlayResumed(Value):
    """The round continues where it stopped."""

    closes_at: Instant
    """Time that an interruption took from the betting, or from the grace after it, is given back
    (A-37)."""


class CardsCorrected(Value):
    """The round has these cards; the ones registered before stay in the record."""

    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]
    waited: tuple[CardOut, ...] = ()
    """Those that waited for a deal so far, as they waited; they do no longer (A-77)."""


class CardsCarried(Value):
    """Cards wait until a deal uses them, in most cases the next one (A-43)."""

    cards: tuple[CardOut, ...]
    in_front: bool = False
    """Whether they left the shoe before those that wait already."""


class CardsDiscarded(Value):
    """Unregistered cards were discarded; named ones count as seen."""

    cards: tuple[CardOut, ...]


class RoundVoided(Value):
    """The round has no result; all its bets are returned, decided ones included (A-38)."""

    results: Results


class RoundResettled(Value):
    """The payments of the round are reversed, and it is paid by the cards."""

    results: Results


class EarlierRoundResettled(Value):
    """A wrong result of an earlier round is corrected by its cards; later rounds stay (A-29)."""

    round_number: int
    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]
    results: Results
    waited: tuple[CardOut, ...] = ()
    """Those that waited for a deal so far, as they waited; they do no longer (A-77)."""


MatterFact = (
    IrregularityReported
    | ReportQueued
    | ReportLapsed
    | TerminalsInterrupted
    | IrregularityDeclined
    | ReconstructionDenied
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


_row = partial(FactRow, group="matter", audience="everybody")
_to_each_terminal = partial(FactRow, group="matter", audience="each terminal")
_irregularity = partial(News, topic="irregularity", severity="grave")
_round = partial(News, topic="round", severity="grave")
EVENTS = (
    _row(IrregularityReported, {}, _irregularity("Irregularity reported"), version=2),
    _row(ReportQueued, reading("A-39"), _irregularity("Report queued")),
    _row(ReportLapsed, reading("A-39"), News("Report lapsed", "irregularity", "notable")),
    _to_each_terminal(
        TerminalsInterrupted, {}, News("Terminal interrupted", "terminal", "notable"), version=2
    ),
    _row(IrregularityDeclined, reading("A-39"), _irregularity("Report declined")),
    _row(
        ReconstructionDenied,
        paragraphs("5.4", "5.7", "5.7"),
        _irregularity("Cards cannot be reconstructed"),
    ),
    _row(RulingGiven, paragraphs("5.12", "6.1", "5.17"), _irregularity("Ruling")),
    _row(OrderDecided, paragraphs("5.7", "5.8", "5.10"), _irregularity("Order decided")),
    _row(PlayResumed, paragraphs("5.1.1", "5.9.2", "5.4.1")),
    _row(CardsCorrected, paragraphs("5.6", "6.3", "5.14"), _round("Cards corrected"), version=2),
    _row(CardsCarried, paragraphs("5.4", "5.7", "5.7"), _round("Cards carried to the next round")),
    _row(CardsDiscarded, reading("A-42"), _round("Cards discarded")),
    _to_each_terminal(RoundVoided, paragraphs("5.11", "A-38", "5.15"), _round("Round void")),
    _to_each_terminal(
        RoundResettled, paragraphs("5.6", "6.3", "5.14"), _round("Round settled again")
    ),
    _to_each_terminal(
        EarlierRoundResettled,
        paragraphs("5.6", "6.3", "5.14"),
        _round("Earlier round settled again"),
        version=2,
    ),
)

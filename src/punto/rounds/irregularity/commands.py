"""Commands of the procedure for an irregularity."""

from enum import Enum
from functools import partial

from punto.rounds.message_rows import CONSOLE, PIT, CommandRow
from punto.rounds.phases import OPEN_PHASES, Phase, only
from punto.rules import Irregularity, Role
from punto.values import Card, CardOut, Cents, TerminalId, Value

HandsAsTheyLie = tuple[tuple[Card, ...], tuple[Card, ...]]


class ReportIrregularity(Value):
    """Report a fault; play stops until it is dealt with.

    While another matter is open, the report waits for its end.
    """

    irregularity: Irregularity
    words: str = ""
    cards: tuple[CardOut, ...] | None = None
    """All cards that are out, in their intended order, where that matters."""
    extra: tuple[CardOut, ...] = ()
    """Those that are not registered, in the order in which they left the shoe.

    An unseen one is not named, and stays face down until it is dealt (A-43).
    """
    terminals: tuple[TerminalId, ...] = ()
    """The terminals that an interruption affects."""
    round_number: int | None = None
    """The round that it is about, if not the present or last one (A-29)."""
    lasted_ms: int = 0
    """How long it had lasted by the record before a timer could report it: a server that was down.

    A person's estimate counts for nothing (A-37).
    """
    lies: HandsAsTheyLie | None = None
    """The Player Hand and the Banker Hand as they lie, where their order is lost (A-85)."""
    together: tuple[CardOut, ...] = ()
    """The cards that were drawn together, registered or not; only they may change places (A-76)."""


class Attest(Value):
    """Establish the reported fact; the document decides what follows."""

    cards: tuple[CardOut, ...] | None = None
    """The order that the attesting person decides, if it could not be established (R 5.7)."""


class Decline(Value):
    """Deny the reported fact; the Shift Manager decides next."""

    reason: str


class DenyReconstruction(Value):
    """Confirm the report, and state that the cards cannot be reconstructed (R 5.4, L 5.7)."""

    reason: str
    lies: HandsAsTheyLie | None = None
    """Both hands as they lie, where they are played so (A-85)."""


class Verdict(Enum):
    """The verdicts that a Shift Manager may give on a round."""

    GOES_ON = "goes on"
    """As if nothing had been reported."""
    VOID = "void"
    ESTABLISHED = "established"
    """The denied fact is established after all, and its clause applies."""
    CARRY = "carry"
    """The fact is so; a seen card that is left over waits for the next deal (M 6.1, A-43)."""
    BURN = "burn"
    """The fact is so; a seen card that is left over is burned (M 6.1, A-43)."""


class Rule(Value):
    """Rule in words on a matter that the documents leave open."""

    verdict: Verdict
    words: str
    adjustments: tuple[tuple[TerminalId, Cents], ...] = ()
    """The credits that the ruling gives to terminals; negative amounts are taken."""
    cards: tuple[CardOut, ...] | None = None
    """The order of the cards, where the ruling establishes a fact that leaves it open (R 5.7)."""


MatterWish = ReportIrregularity | Attest | Decline | DenyReconstruction | Rule
"""Irregularities: reported, then attested, found beyond repair, or declined and ruled on."""

_STOPPED = only(Phase.STOPPED)
_row = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=CONSOLE + PIT, second_step=True)

COMMANDS = (
    # Within these phases, the policy of the irregularity restricts reports further.
    CommandRow(
        ReportIrregularity,
        "reporting an irregularity",
        "R 5.12, M 6.1, A-39",
        OPEN_PHASES,
        Role.DEALER,
        CONSOLE,
    ),
    _row(Attest, "attesting a report", "A-39", _STOPPED),
    _row(Decline, "declining a report", "A-39", _STOPPED),
    _row(DenyReconstruction, "finding that cards cannot be reconstructed", "R 5.4, A-43", _STOPPED),
    _row(Rule, "ruling on a report", "R 5.12, M 6.1", _STOPPED, role=Role.SHIFT_MANAGER),
)

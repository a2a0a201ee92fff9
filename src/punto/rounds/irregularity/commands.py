"""Commands of the procedure for an irregularity."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.messages import CONSOLE, PIT, CommandRow
from punto.rounds.phases import NOT_FROZEN, OPEN_PHASES, Phase, only
from punto.rules import Irregularity, Role
from punto.values import Card, Cents, TerminalId

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Say what went wrong; from now on nothing moves until it is dealt with."""

    irregularity: Irregularity
    words: str = ""
    cards: tuple[Card, ...] | None = None
    """All cards that are out, in their intended order, where that matters."""
    extra: tuple[Card, ...] = ()
    """Those that are not registered, in the order in which they left the shoe."""
    terminals: tuple[TerminalId, ...] = ()
    """The terminals that an interruption affects."""
    round_number: int | None = None
    """The round that it is about, if not the present or last one (A-29)."""
    lasted_ms: int = 0
    """How long it had lasted by the record before a timer could report it: a server that was down.

    A person's estimate counts for nothing (A-37).
    """
    lies: Hands | None = None
    """The Player Hand and the Banker Hand as they lie, where their order is lost (A-85)."""


@dataclass(frozen=True, slots=True)
class Attest:
    """Establish the fact that was reported; what follows is the document's, not a choice."""

    cards: tuple[Card, ...] | None = None
    """The order that whoever attests decides on, where nobody could tell it (R 5.7)."""


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
    adjustments: tuple[tuple[TerminalId, Cents], ...] = ()
    """What terminals are given by the ruling, or below nothing have taken from them."""
    cards: tuple[Card, ...] | None = None
    """The order of the cards, where the ruling establishes a fact that leaves it open (R 5.7)."""


MatterWish = ReportIrregularity | Attest | Decline | Rule
"""Irregularities: reported, then attested, or declined and ruled on."""

COMMANDS = (
    # Within each of these phases the policy of the irregularity says more.
    CommandRow(
        ReportIrregularity,
        "reporting an irregularity",
        "R 5.12, M 6.1, A-39",
        OPEN_PHASES & NOT_FROZEN,
        Role.DEALER,
        CONSOLE,
    ),
    CommandRow(
        Attest,
        "attesting a report",
        "A-39",
        only(Phase.AWAITING_RULING),
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        second_step=True,
    ),
    CommandRow(
        Decline,
        "declining a report",
        "A-39",
        only(Phase.AWAITING_RULING),
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        second_step=True,
    ),
    CommandRow(
        Rule,
        "ruling on a report",
        "R 5.12, M 6.1",
        only(Phase.AWAITING_RULING),
        Role.SHIFT_MANAGER,
        CONSOLE + PIT,
        second_step=True,
    ),
)

"""The phases of a table, and the steps that bring it from one to the next, in words."""

from collections.abc import Iterable, Mapping
from enum import Enum

from punto.rules import Role
from punto.values import Choice


class Phase(Choice):
    """The stage of a table's round."""

    CLOSED = "closed"
    IDLE = "idle"
    """Open, with no round yet, or the last one conclusively over."""
    BETTING = "betting"
    CLOSING = "closing"
    """No more bets are asked for; terminals freeze and answer until the cut-off (A-24)."""
    DEALING = "dealing"
    RESULT = "result"
    """The coup is complete and shown, not yet settled."""
    SETTLED = "settled"
    """Paid; what may still be done to the round is A-28."""
    STOPPED = "awaiting a ruling"
    """An irregularity is reported; nothing moves until it is attested or ruled on (A-39)."""
    CHOOSING = "choosing"
    """After a dealing error the patrons of a live table choose, one by one (L 5.12)."""


ANY_PHASE = frozenset(Phase)
OPEN_PHASES = ANY_PHASE - {Phase.CLOSED}
NOT_FROZEN = ANY_PHASE - {Phase.STOPPED, Phase.CHOOSING}
"""While a matter is open no money moves (A-39)."""
CARDS_OUT = frozenset({Phase.DEALING, Phase.RESULT, Phase.CHOOSING})
BETWEEN_ROUNDS = frozenset({Phase.IDLE, Phase.SETTLED})

_WHEN: Mapping[Phase, str] = {
    Phase.CLOSED: "while the table is closed",
    Phase.IDLE: "between two rounds",
    Phase.BETTING: "while bets are open",
    Phase.CLOSING: "while bets are closing",
    Phase.DEALING: "while cards are dealt",
    Phase.RESULT: "once the cards are complete",
    Phase.SETTLED: "between two rounds",
    Phase.STOPPED: "after a report",
    Phase.CHOOSING: "while patrons choose",
}


def only(*phases: Phase) -> frozenset[Phase]:
    """These phases and no others."""
    return frozenset(phases)


def when(phases: Iterable[Phase]) -> str:
    """Return the moments of these phases, in words."""
    return " or ".join(dict.fromkeys(_WHEN[phase] for phase in phases))


class NextStep(Enum):
    """The step that a table waits for, which brings it to its next phase."""

    CONFIGURE = "configure"
    OPEN_TABLE = "open the table"
    LOAD_SHOE = "load a shoe"
    BURN_CARDS = "burn cards"
    RETIRE_SHOE = "retire the shoe"
    CLOSE_TABLE = "close the table"
    OPEN_BETS = "open bets"
    CLOSE_BETS = "close bets"
    CUT_OFF = "cut off"
    PLAYER_CARD = "player card"
    BANKER_CARD = "banker card"
    ANNOUNCE_TOTALS = "announce totals"
    PLAYER_THIRD_CARD = "player third card"
    BANKER_THIRD_CARD = "banker third card"
    SETTLE = "settle"
    ATTEST = "attest"
    RULE = "rule"
    END_OPTIONS = "end options"
    CONFIRM_COUNT = "second count"

    def words(self, role: Role) -> str:
        """Return the phase and the next step in words, with its clause and, if needed, the role."""
        return _SAID[self].format(role=role.plain_name)


_SAID: Mapping[NextStep, str] = {
    NextStep.CONFIGURE: "the table has no game, and configuring it comes next (A-64)",
    NextStep.OPEN_TABLE: "the table is closed, and opening it comes next (R 1.4, M 6.2)",
    NextStep.LOAD_SHOE: "no round is in progress, and loading a shoe comes next (R 2.2.1, M 2.1)",
    NextStep.BURN_CARDS: (
        "no round is in progress, and burning the first cards of the shoe comes next (A-49)"
    ),
    NextStep.RETIRE_SHOE: "no round is in progress, and retiring the shoe comes next (A-49)",
    NextStep.CLOSE_TABLE: (
        "the last round is over, and closing the table comes next (L 1.13, A-52)"
    ),
    NextStep.OPEN_BETS: "no round is in progress, and opening bets comes next (R 3.3, M 3.1)",
    NextStep.CLOSE_BETS: "bets are open, and closing them comes next (R 3.7, M 3.2)",
    NextStep.CUT_OFF: "bets are closing, and the cut-off comes next (R 3.7, M 3.2, A-24)",
    NextStep.PLAYER_CARD: (
        "bets are closed, and a card for the Player Hand comes next (R 3.8, M 3.6.1)"
    ),
    NextStep.BANKER_CARD: (
        "bets are closed, and a card for the Banker Hand comes next (R 3.8, M 3.6.2)"
    ),
    NextStep.ANNOUNCE_TOTALS: (
        "the first four cards are out, and announcing their totals comes next (M 3.8, A-68)"
    ),
    NextStep.PLAYER_THIRD_CARD: (
        "bets are closed, and the Player Hand's third card comes next (R 3.10, M 3.8)"
    ),
    NextStep.BANKER_THIRD_CARD: (
        "bets are closed, and the Banker Hand's third card comes next (R 3.10, M 3.8)"
    ),
    NextStep.SETTLE: (
        "the cards are complete, and settling the round comes next (R 3.13, M 1.1.16)"
    ),
    NextStep.ATTEST: "a report waits for the {role} to attest it (A-39)",
    NextStep.RULE: "a report waits for the {role} to rule on it (R 5.12, M 6.1, A-39)",
    NextStep.END_OPTIONS: (
        "patrons choose after a dealing error, and ending the choice comes next (L 5.12)"
    ),
    NextStep.CONFIRM_COUNT: (
        "a count of the float waits for the {role} to count as well (L 1.13, A-53)"
    ),
}

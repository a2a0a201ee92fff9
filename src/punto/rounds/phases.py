"""The phases of a table, and which of them each command needs."""

from enum import Enum


class Phase(Enum):
    """Where a table stands in the life of its round."""

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
    AWAITING_RULING = "awaiting a ruling"
    """An irregularity is reported; nothing moves until it is attested or ruled on (A-39)."""


OPEN_PHASES = frozenset(Phase) - {Phase.CLOSED}
BETWEEN_ROUNDS = frozenset({Phase.IDLE, Phase.SETTLED})

"""The promises that must hold under all faults."""

from enum import Enum


class Promise(Enum):
    """A promise that no fault, crash or late message may break."""

    CREDITS_CONSERVED = "credits are conserved across all tables"
    CHIPS_CONSERVED = "every chip of a live table is where the events put it"
    CHOICES_KEPT = "a patron who takes bets back gets them, and no other patron does"
    ONE_ENDING = "each registered bet has exactly one ending that is not reversed"
    ACKNOWLEDGED_KEPT = "an acknowledged command is never lost"
    WHOLE_OR_NOT_AT_ALL = "a command is recorded whole and once, or not at all"
    NO_LATE_BET = "no bet is taken after the close"
    SHOWN_IS_RECORDED = "nothing is shown that is not recorded"
    LIVE_IS_REPLAY = "the live state equals the replay"
    LEDGER_IS_EVENTS = "the ledger equals the events"
    CHAIN_INTACT = "the chain is intact"
    AUDIT_PASSES = "the audit passes"
    HALTS_FOR_CAUSE = "a table halts only for a fault of the disk"
    PAPER_IS_REGISTERED = "a ticket on paper is in the register, and no other"
    FLOOR_GOES_ON = "when the faults are over, every command is answered and every round ends"
    NOTHING_RAISED = "no unexpected exception is raised"


class PromiseBroken(Exception):
    """A broken promise, and the observation that shows it."""

    def __init__(self, promise: Promise, seen: str) -> None:
        super().__init__(f"{promise.value}: {seen}")
        self.promise, self.seen = promise, seen


def expect(promise: Promise, holds: object, seen: str) -> None:
    """Raise PromiseBroken if a promise does not hold."""
    if not holds:
        raise PromiseBroken(promise, seen)

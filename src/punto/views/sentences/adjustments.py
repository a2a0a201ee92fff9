from typing import assert_never

from punto.rounds import AdjustmentKind
from punto.rounds.adjustment import events as adjustment_events
from punto.values import Cents, format_money


def adjustment_sentence(fact: adjustment_events.AdjustmentFact) -> str:
    """Return the sentence of an event about adjustments and debts."""
    terminal = fact.terminal
    match fact:
        case adjustment_events.AdjustmentAsked():
            return f"{fact.asked_by} proposes that {terminal} {_asked_words(fact)}: {fact.reason}"
        case adjustment_events.AdjustmentTurnedDown():
            return f"The adjustment of {terminal} is turned down"
        case adjustment_events.CreditsAdjusted():
            by = "by ruling" if fact.by_ruling else "by adjustment"
            return f"{terminal} {_credits_words(fact.amount)} {by}: {fact.reason}"
        case adjustment_events.DebtWrittenOff():
            return f"{terminal} is forgiven a debt of {format_money(fact.amount)}: {fact.reason}"
        case adjustment_events.DebtRepaid():
            return f"{terminal} repays {format_money(fact.amount)} of its debt"
        case _:
            assert_never(fact)


def _asked_words(fact: adjustment_events.AdjustmentAsked) -> str:
    match fact.kind:
        case AdjustmentKind.CREDITS:
            return _credits_words(fact.amount)
        case AdjustmentKind.WRITE_OFF:
            return f"is forgiven a debt of {format_money(fact.amount)}"
        case _:
            assert_never(fact.kind)


def _credits_words(amount: Cents) -> str:
    verb = "gets" if amount > 0 else "gives up"
    return f"{verb} {format_money(Cents(abs(amount)))}"

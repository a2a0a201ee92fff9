"""The steps that may end an irregularity, and the command of each."""

from enum import Enum
from typing import assert_never

from punto.rounds import Attest, Decline, Matter, Phase, Rule, Table, Verdict
from punto.values import Card


class Step(Enum):
    """What may be done about an open irregularity."""

    ATTEST = "attest"
    DECLINE = "decline"
    RULE_ESTABLISHED = "rule: established"
    RULE_GOES_ON = "rule: goes on"
    RULE_VOID = "rule: void"


_WORDS = "asked by a screen"


def wish_of(step: Step, table: Table, matter: Matter) -> Attest | Decline | Rule:
    """The command of a step; its words satisfy the engine and go nowhere."""
    match step:
        case Step.ATTEST:
            return Attest(_some_order(table, matter))
        case Step.DECLINE:
            return Decline(_WORDS)
        case Step.RULE_ESTABLISHED:
            return Rule(Verdict.ESTABLISHED, _WORDS, cards=_some_order(table, matter))
        case Step.RULE_GOES_ON:
            return Rule(Verdict.GOES_ON, _WORDS)
        case Step.RULE_VOID:
            return Rule(Verdict.VOID, _WORDS)
        case _:
            assert_never(step)


def _some_order(table: Table, matter: Matter) -> tuple[Card, ...] | None:
    """One order of the cards that are out, where whoever takes the step decides it (R 5.7)."""
    if not matter.policy.order_by_attester:
        return None
    dealing = matter.interrupted in {Phase.DEALING, Phase.RESULT}
    return (*(table.round_now.cards if dealing else ()), *matter.extra)

"""The steps that may end an irregularity, and who may take them."""

from enum import Enum
from typing import assert_never

from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.permissions import OF_STAFF
from punto.rounds.phases import Phase
from punto.rounds.state import Matter, Table
from punto.rules.roles import Role
from punto.values.cards import Card
from punto.views.procedures.dry_run import asked


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


def awaited(table: Table) -> tuple[Step, Role]:
    """The step that a matter waits for, and the lowest role that may take it (A-39)."""
    matter = table.matter_now
    attest = wish_of(Step.ATTEST, table, matter)
    answers = {role: asked(table, attest, matter.began_at, role) for role in Role}
    attesters = [role for role, answer in answers.items() if isinstance(answer, tuple)]
    if attesters:
        return Step.ATTEST, min(attesters)
    return Step.RULE_GOES_ON, OF_STAFF[Rule].role

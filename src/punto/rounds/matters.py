"""Irregularities: reported by the Dealer, attested by another, followed by what the clause says.

Reported, a matter freezes the table (A-39). Attested, it has the consequence that the document's
policy names. Declined, or not covered at all, it waits for the Shift Manager.
"""

from collections import Counter
from typing import assert_never

from punto.rounds.betting import Decided
from punto.rounds.commands import (
    MatterWish,
)
from punto.rounds.configuration import Configuration
from punto.rounds.consequences import consequences, reaches_round, resumed, void_and_shoe
from punto.rounds.matter_commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.matter_events import (
    IrregularityDeclined,
    IrregularityReported,
    RulingGiven,
)
from punto.rounds.matter_refusals import (
    CardsCannotBe,
    CardsMissing,
    ForTheShiftManager,
    MatterRefusal,
    NoRoundToReach,
    NotForARuling,
    NotInThisDocument,
    SamePersonTwice,
)
from punto.rounds.phases import BETWEEN_ROUNDS, Phase
from punto.rounds.state import Matter, Table
from punto.rounds.table_refusals import ReasonMissing, RoleTooLow
from punto.rules.coups import deal
from punto.rules.irregularities import Policy, Remedy
from punto.rules.roles import Actor
from punto.values.cards import Card
from punto.values.ids import Instant

_NEEDS_CARDS = {Remedy.RECONSTRUCT, Remedy.BY_THE_CARDS}


def decide_matter(
    table: Table, configuration: Configuration, wish: MatterWish, by: Actor, at: Instant
) -> Decided:
    """Judge a step in the procedure of an irregularity."""
    if isinstance(wish, ReportIrregularity):
        return report(table, configuration, wish, by)
    matter = table.matter_now
    if matter.reporter == by.person and not configuration.single_person:
        return SamePersonTwice(by.person)
    match wish:
        case Attest():
            return attest(table, matter, by, at)
        case Decline():
            return decline(matter, wish, by)
        case Rule():
            return rule(table, matter, wish, at)
        case _:
            assert_never(wish)


def report(
    table: Table, configuration: Configuration, wish: ReportIrregularity, by: Actor
) -> Decided:
    """Take the report of an irregularity that the clause can reach."""
    policy = configuration.policy(wish.irregularity)
    if policy is None:
        return NotInThisDocument(wish.irregularity)
    refusal = _reach_refusal(table, policy) or _cards_refusal(table, policy, wish.cards)
    if refusal is not None:
        return refusal
    return (IrregularityReported(policy, by.person, wish.words, wish.cards),)


def _reach_refusal(table: Table, policy: Policy) -> MatterRefusal | None:
    between_rounds = table.phase in BETWEEN_ROUNDS and not reaches_round(table.phase, policy)
    # between rounds a bad shoe is withdrawn and nothing is voided.
    harmless = policy.withdraws_shoe or policy.remedy is Remedy.RULING
    return NoRoundToReach(policy.clause) if between_rounds and not harmless else None


def _cards_refusal(
    table: Table, policy: Policy, cards: tuple[Card, ...] | None
) -> MatterRefusal | None:
    if cards is None:
        return CardsMissing(policy.irregularity) if policy.remedy in _NEEDS_CARDS else None
    if table.round is None:
        return NoRoundToReach(policy.clause)
    if table.phase in {Phase.BETTING, Phase.CLOSING}:
        return CardsCannotBe(cards, "none before the bets are closed")
    return _shape_refusal(table, policy, cards) or _decks_refusal(table, cards)


def _shape_refusal(table: Table, policy: Policy, cards: tuple[Card, ...]) -> CardsCannotBe | None:
    now = table.round_now
    if policy.remedy is Remedy.RECONSTRUCT and Counter(cards) != Counter(now.cards):
        return CardsCannotBe(cards, "the registered cards in another order")
    dealt = deal(now.configuration.terms.game.table, cards)
    if dealt.excess:
        return CardsCannotBe(cards, "no more than the Table of Play uses")
    if table.phase is Phase.SETTLED and dealt.coup.next_side is not None:
        return CardsCannotBe(cards, "a complete coup, since the round is settled")
    return None


def _decks_refusal(table: Table, cards: tuple[Card, ...]) -> CardsCannotBe | None:
    decks = table.round_now.configuration.terms.decks
    before = table.cards_seen_before() or ()
    most = max(Counter((*before, *cards)).values(), default=0)
    return CardsCannotBe(cards, f"each at most {decks} times") if most > decks else None


def attest(table: Table, matter: Matter, by: Actor, at: Instant) -> Decided:
    """Establish the fact, and let the clause take its course."""
    policy = matter.policy
    if matter.declined or policy.remedy is Remedy.RULING:
        return ForTheShiftManager(policy.clause)
    if not by.may_act_as(policy.attested_by):
        return RoleTooLow("Attest", policy.attested_by, by.role)
    return consequences(table, matter, at)


def decline(matter: Matter, wish: Decline, by: Actor) -> Decided:
    """Deny the fact, with a reason; the matter goes up."""
    policy = matter.policy
    if matter.declined or policy.remedy is Remedy.RULING:
        return ForTheShiftManager(policy.clause)
    if not by.may_act_as(policy.attested_by):
        return RoleTooLow("Decline", policy.attested_by, by.role)
    if not wish.reason:
        return ReasonMissing("Decline")
    return (IrregularityDeclined(wish.reason),)


def rule(table: Table, matter: Matter, wish: Rule, at: Instant) -> Decided:
    """Decide what the documents leave open, or what was denied (R 5.12, M 6.1)."""
    policy = matter.policy
    if not (matter.declined or policy.remedy is Remedy.RULING):
        return NotForARuling(policy.clause)
    if not wish.words:
        return ReasonMissing("Rule")
    ruling = RulingGiven(wish.words)
    match wish.verdict:
        case Verdict.GOES_ON:
            return (ruling, *resumed(table, matter, at))
        case Verdict.ESTABLISHED:
            if policy.remedy is Remedy.RULING:
                return NotForARuling(policy.clause)  # no clause says what would follow
            return (ruling, *consequences(table, matter, at))
        case Verdict.VOID:
            # A ruling voids no more than its clause reaches: a paid round stays paid.
            if not reaches_round(matter.interrupted, policy):
                return NoRoundToReach(policy.clause)
            return (ruling, *void_and_shoe(table, matter))
        case _:
            assert_never(wish.verdict)

"""Reports of irregularities: which the clause can reach, and with which cards."""

from dataclasses import replace
from typing import assert_never

from punto.rounds.betting.decisions import Decided
from punto.rounds.command_names import name_of
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity import refusals
from punto.rounds.irregularity.alarms import beyond_decks
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.consequences import reaches_round
from punto.rounds.irregularity.events import IrregularityReported, TerminalsInterrupted
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.reported_cards import (
    cards_refusal,
    earlier_cards_refusal,
    lies_refusal,
)
from punto.rounds.phases import BETWEEN_ROUNDS, Phase
from punto.rounds.refusals import Refusal
from punto.rounds.state import Table
from punto.rounds.table.refusals import ReasonMissing
from punto.rules import Actor, Irregularity, Late, Policy, Remedy


def report(
    table: Table,
    configuration: Configuration,
    wish: ReportIrregularity,
    by: Actor,
    *,
    measured: bool = False,
) -> Decided:
    """Take the report of an irregularity that the clause can reach.

    A timer has measured how long it lasted, by the record; a person could only guess (A-37).
    """
    configuration = _rules_of(table, configuration, wish)
    late, what = _is_late(table, wish), wish.irregularity
    policy = configuration.policy(what) if late else policy_in_force(table, configuration, what)
    if policy is None:
        return refusals.NotInThisDocument(wish.irregularity)
    if policy.remedy is Remedy.TERMINALS_STAND:
        return _terminals_interrupted(table, policy, wish)
    if wish.terminals:
        return refusals.TerminalsNotWanted(wish.irregularity, wish.terminals)
    if policy.remedy is Remedy.RULING and not wish.words.strip():
        return ReasonMissing(name_of(ReportIrregularity))
    if late:
        return _report_late(table, configuration, policy, wish, by)
    refusal = (
        _reach_refusal(table, policy, wish)
        or lies_refusal(table, policy, wish)
        or cards_refusal(table, policy, wish)
    )
    if refusal is not None:
        return _or_alarm(configuration, refusal, by)
    lasted_ms = max(0, wish.lasted_ms) if measured else 0
    reported = IrregularityReported(
        policy,
        by.person,
        wish.words,
        wish.cards,
        wish.extra,
        lasted_ms=lasted_ms,
        lies=wish.lies,
    )
    return (reported,)


def _or_alarm(
    configuration: Configuration, refusal: Refusal | CardBeyondDecks, by: Actor
) -> Decided:
    """A report of a card that cannot be is itself the sign of a foreign one (A-69)."""
    if isinstance(refusal, CardBeyondDecks):
        return beyond_decks(configuration, refusal, by)
    return refusal


def _rules_of(
    table: Table, configuration: Configuration, wish: ReportIrregularity
) -> Configuration:
    """Return the rules that the round in question is played by; the table's may have changed."""
    if not _is_late(table, wish):
        return table.rules or configuration
    earlier = table.past_round(wish.round_number or 0)
    return configuration if earlier is None else earlier.configuration


def _is_late(table: Table, wish: ReportIrregularity) -> bool:
    """Whether it is about another round than the present or last one (A-29)."""
    return wish.round_number not in {None, table.rounds_count}


def policy_in_force(table: Table, rules: Configuration, what: Irregularity) -> Policy | None:
    """Return what the document says of an irregularity at this point of the round (A-47)."""
    policy = rules.policy(what)
    first_card_out = table.phase not in BETWEEN_ROUNDS and table.round_now.cards
    if policy is None or policy.before_first_card is None or first_card_out:
        return policy
    other = rules.policy(policy.before_first_card)
    return None if other is None else replace(other, irregularity=what)


def _reach_refusal(
    table: Table, policy: Policy, wish: ReportIrregularity
) -> refusals.MatterRefusal | None:
    dealt = None if table.phase is Phase.IDLE else table.round
    if policy.needs_card and not (dealt and dealt.cards):
        return refusals.NoCardIsOut(policy.clause)
    if reaches_round(table.phase, policy):
        return None
    # between rounds a bad shoe is withdrawn and nothing is voided; a card that is out
    # waits for the next round.
    shoe_only = policy.withdraws_shoe and table.shoe is not None
    card_only = policy.takes_extra and bool(wish.extra)
    reached = shoe_only or card_only or policy.remedy is Remedy.RULING
    return None if reached else refusals.NoRoundToReach(policy.clause)


def _report_late(
    table: Table,
    configuration: Configuration,
    policy: Policy,
    wish: ReportIrregularity,
    by: Actor,
) -> Decided:
    """Take the report of an error in a round before the present or last one (A-29, A-30)."""
    number = wish.round_number or 0
    earlier = table.past_round(number)
    if earlier is None:
        return refusals.RoundOutOfReach(number)
    refusal = earlier_cards_refusal(table, earlier, policy, wish)
    if refusal is not None:
        return _or_alarm(configuration, refusal, by)
    match policy.late:
        case Late.STANDS:
            return refusals.EarlierRoundStands(policy.clause, number)
        case Late.RULING:
            policy = _for_a_ruling(configuration, policy)
        case Late.BY_THE_CARDS:
            pass
        case _:
            assert_never(policy.late)
    return (IrregularityReported(policy, by.person, wish.words, wish.cards, earlier=number),)


def _for_a_ruling(configuration: Configuration, policy: Policy) -> Policy:
    """The policy of what no clause covers, for this irregularity."""
    uncovered = configuration.policy(Irregularity.NOT_COVERED)
    clause = policy.clause if uncovered is None else uncovered.clause
    return replace(policy, clause=clause, remedy=Remedy.RULING, withdraws_shoe=False)


def _terminals_interrupted(table: Table, policy: Policy, wish: ReportIrregularity) -> Decided:
    """Note who is out of reach; nobody has to confirm it, and nothing stops (R 5.2, M 5.10)."""
    if wish.extra:
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, wish.extra)
    if wish.cards is not None:
        return refusals.CardsCannotBe(wish.cards, ExpectedCards.NONE_FOR_TERMINALS)
    if _is_late(table, wish):
        return refusals.RoundOutOfReach(wish.round_number or 0)
    known = all(terminal in table.seats for terminal in wish.terminals)
    if not known or not wish.terminals or len(set(wish.terminals)) < len(wish.terminals):
        return refusals.TerminalsMissing(wish.terminals)
    in_round = table.phase not in BETWEEN_ROUNDS
    stakes = {t: table.round_now.stakes_of(t) if in_round else () for t in wish.terminals}
    registered = tuple((terminal, held) for terminal, held in stakes.items() if held)
    unregistered = tuple(terminal for terminal, held in stakes.items() if not held)
    return (TerminalsInterrupted(policy, wish.words, registered, unregistered),)

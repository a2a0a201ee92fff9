"""Reports of irregularities: which of them a clause can reach, and with which cards."""

from typing import assert_never

from punto.rounds.boxes.refusals import DealtFaceUp
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import ReasonMissing
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity import refusals
from punto.rounds.irregularity.automatic_reports import beyond_decks
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.events import IrregularityReported, TerminalsInterrupted
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.remedies import leaves_seen_card
from punto.rounds.irregularity.reported_cards import (
    cards_refusal,
    earlier_cards_refusal,
    hands_refusal,
)
from punto.rounds.irregularity.simultaneous_draws import cards_together
from punto.rounds.irregularity.state import Matter
from punto.rounds.irregularity.voids import reaches_round
from punto.rounds.phases import BETWEEN_ROUNDS, CARDS_OUT, Phase
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Table
from punto.rules import Actor, Irregularity, Late, Policy, Remedy
from punto.values import replace


def report(
    table: Table,
    configuration: Configuration,
    wish: ReportIrregularity,
    by: Actor,
    *,
    measured: bool = False,
) -> Decided:
    """Accept the report of an irregularity that its clause can reach.

    A timer knows the duration from the record; a person could only guess it (A-37).
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
        return ReasonMissing(wish_name(wish))
    if late:
        return _report_late(table, configuration, policy, wish, by)
    wish = _with_unregistered(table, policy, wish)
    refusal = (
        _face_refusal(configuration, what)
        or _reach_refusal(table, policy, wish)
        or hands_refusal(table, policy, wish.lies, wish.extra, table.phase)
        or cards_refusal(table, policy, wish)
    )
    if refusal is not None:
        return _or_alarm(configuration, refusal, by)
    together = cards_together(table, policy, wish)
    if isinstance(together, refusals.CardsCannotBe):
        return together
    lasted_ms = max(0, wish.lasted_ms) if measured else 0
    reported = IrregularityReported(
        _policy_for_cards(table, configuration, policy, wish, by),
        by.person,
        wish.words,
        wish.cards,
        wish.extra,
        lasted_ms=lasted_ms,
        together=together,
        lies=wish.lies,
    )
    return (reported,)


def _with_unregistered(
    table: Table, policy: Policy, wish: ReportIrregularity
) -> ReportIrregularity:
    """Put unregistered cards after the registered ones, where all decide together (A-33)."""
    decides = policy.remedy is Remedy.FIRST_DECISION and table.phase in CARDS_OUT
    if not decides or wish.cards is not None:
        return wish
    named = (*table.round_now.cards, *wish.extra) if wish.extra else None
    return replace(wish, cards=named, extra=())


def _face_refusal(rules: Configuration, what: Irregularity) -> DealtFaceUp | None:
    """Refuse the report of a face-up card at a table that deals face up (L 5.9)."""
    face_up = rules.layout is None or not rules.layout.face_down
    return DealtFaceUp() if what is Irregularity.DEALT_FACE_UP and face_up else None


def _or_alarm(
    configuration: Configuration, refusal: Refusal | CardBeyondDecks, by: Actor
) -> Decided:
    """Turn the report of an impossible card into that of a foreign one (A-69)."""
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
    """Return whether a report is about a round before the present or last one (A-29)."""
    return wish.round_number not in {None, table.rounds_count}


def policy_in_force(table: Table, rules: Configuration, what: Irregularity) -> Policy | None:
    """Return the document's policy for an irregularity at this point of the round (A-47)."""
    policy = rules.policy(what)
    first_card_out = table.phase not in BETWEEN_ROUNDS and table.round_now.cards
    if policy is None or policy.before_first_card is None or first_card_out:
        return policy
    other = rules.policy(policy.before_first_card)
    return None if other is None else replace(other, irregularity=what)


def _policy_for_cards(
    table: Table, rules: Configuration, policy: Policy, wish: ReportIrregularity, by: Actor
) -> Policy:
    """Return the policy, or that of a ruling if a seen card would be left over (M 6.1, A-43)."""
    uncovered = rules.policy(Irregularity.NOT_COVERED)
    if not policy.seen_card_ruled or uncovered is None:
        return policy
    at = table.recorded_at
    matter = Matter(policy, by.person, at, wish.cards, wish.extra, None, table.phase)
    if not leaves_seen_card(table, matter, at):
        return policy
    return replace(
        uncovered,
        irregularity=policy.irregularity,
        takes_extra=policy.takes_extra,
        seen_card_ruled=True,
    )


def policy_beyond(table: Table, matter: Matter) -> Policy | None:
    """Return the policy if the cards cannot be reconstructed; None if the clause reconstructs none.

    Before any card of the round is out no hand can have a wrong number of them: that is for a
    ruling (R 5.12, M 6.1, L 5.17).
    """
    rules, other = table.rules, matter.policy.beyond_reconstruction
    if rules is None or other is None:
        return None
    found = rules.policy(other)
    if found is None or not (
        matter.interrupted in CARDS_OUT
        or (matter.interrupted is Phase.SETTLED and found.reaches_settled)
    ):
        found = rules.policy(Irregularity.NOT_COVERED)
    return None if found is None else replace(found, irregularity=matter.policy.irregularity)


def _reach_refusal(
    table: Table, policy: Policy, wish: ReportIrregularity
) -> refusals.MatterRefusal | None:
    dealt = None if table.phase is Phase.IDLE else table.round
    # A card on the table was dealt, registered or not: naming it is enough.
    is_out = dealt is not None and (dealt.cards or wish.extra or wish.cards)
    if policy.needs_card and not is_out:
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
    """Accept the report of an error in a round before the present or last one (A-29, A-30)."""
    number = wish.round_number or 0
    earlier = table.past_round(number)
    if earlier is None:
        return refusals.RoundOutOfReach(number)
    if wish.together:
        return refusals.CardsCannotBe(wish.together, ExpectedCards.NONE_TOGETHER)
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
    """Return the policy for matters that no clause covers, applied to this irregularity."""
    uncovered = configuration.policy(Irregularity.NOT_COVERED)
    clause = policy.clause if uncovered is None else uncovered.clause
    return replace(policy, clause=clause, remedy=Remedy.RULING, withdraws_shoe=False)


def _terminals_interrupted(table: Table, policy: Policy, wish: ReportIrregularity) -> Decided:
    """Record which terminals cannot be reached; this needs no attestation (R 5.2, M 5.10)."""
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

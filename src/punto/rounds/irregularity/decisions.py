"""Decisions on irregularities: a second person attests, and the clause decides what follows.

A reported matter stops the table (A-39). Once attested, it has the remedy of the document's policy.
If it is declined or not covered, it waits for the Shift Manager.
"""

from typing import assert_never

from punto.rounds.adjustment.decisions import ruled_adjustments_refusal
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import ActingInVain, ReasonMissing, RoleTooLow
from punto.rounds.commands import TableCommand, Timer
from punto.rounds.configuration import Configuration
from punto.rounds.events import Fact
from punto.rounds.irregularity import commands, events, refusals
from punto.rounds.irregularity.remedies import (
    apply_remedy,
    go_on,
    with_seen_card_left,
)
from punto.rounds.irregularity.reported_cards import decided_order_refusal, hands_refusal
from punto.rounds.irregularity.reporting import policy_beyond
from punto.rounds.irregularity.state import Matter
from punto.rounds.irregularity.voids import reaches_round, void_and_shoe
from punto.rounds.irregularity.waiting_reports import report_or_queue
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Table
from punto.rules import Actor, Remedy, Tie, two_people_refusal
from punto.values import CardOut, Instant, replace


def decide_matter(
    table: Table,
    configuration: Configuration,
    wish: commands.MatterWish,
    by: Actor,
    command: TableCommand,
) -> Decided:
    """Judge a step in the procedure of an irregularity."""
    if isinstance(wish, commands.ReportIrregularity):
        measured = isinstance(command.by, Timer)
        return report_or_queue(table, configuration, wish, by, measured=measured)
    matter = table.matter_now
    refusal = _two_people_refusal(table, configuration, matter, by, command.ties)
    if refusal is not None:
        return refusal
    at = command.at
    match wish:
        case commands.Attest():
            return attest(table, matter, wish, by, at)
        case commands.Decline():
            return decline(table, matter, wish, by)
        case commands.DenyReconstruction():
            return deny_reconstruction(table, matter, wish, by, at)
        case commands.Rule():
            return rule(table, matter, wish, at)
        case _:
            assert_never(wish)


def _two_people_refusal(
    table: Table, configuration: Configuration, matter: Matter, by: Actor, ties: tuple[Tie, ...]
) -> Refusal | None:
    """Refuse the person who dealt the round, and in most cases the one who reported (A-53)."""
    alone = configuration.single_person
    if not matter.is_one_persons:
        refusal = two_people_refusal(matter.reporter, by, ties, alone=alone)
        if refusal is not None:
            return refusal
    concerned = table.round_of(matter)
    if concerned is None or by.person not in concerned.dealt_by or (alone and by.alone):
        return None
    return refusals.DealtTheRound(by.person, concerned.number)


def _rank_refusal(
    table: Table,
    matter: Matter,
    wish: commands.Attest | commands.Decline | commands.DenyReconstruction,
    by: Actor,
) -> Refusal | None:
    if matter.needs_ruling:
        return refusals.ForTheShiftManager(matter.policy.clause)
    if not by.may_act_as(matter.attester):
        return RoleTooLow(wish_name(wish), matter.attester, by.role)
    configuration = table.configuration
    if configuration is not None and configuration.acts_in_vain(by, matter.attester):
        return ActingInVain(wish_name(wish), matter.attester)
    return None


def attest(table: Table, matter: Matter, wish: commands.Attest, by: Actor, at: Instant) -> Decided:
    """Establish the fact, and apply the clause."""
    refusal = _rank_refusal(table, matter, wish, by) or _order_refusal(table, matter, wish.cards)
    if refusal is not None:
        return refusal
    return (*_decided_order(wish.cards), *apply_remedy(table, _in_order(matter, wish.cards), at))


def _order_refusal(
    table: Table, matter: Matter, cards: tuple[CardOut, ...] | None
) -> Refusal | None:
    """Refuse a decided order of the cards that is wrong, or a required one that is missing."""
    if not matter.policy.order_by_attester:
        return None if cards is None else refusals.OrderNotYours(matter.policy.clause)
    if cards is None:
        return refusals.CardsMissing(matter.policy.irregularity, matter.policy.clause)
    return decided_order_refusal(table, matter, cards)


def _decided_order(cards: tuple[CardOut, ...] | None) -> tuple[Fact, ...]:
    return () if cards is None else (events.OrderDecided(cards),)


def _in_order(matter: Matter, cards: tuple[CardOut, ...] | None) -> Matter:
    return matter if cards is None else replace(matter, cards=cards)


def decline(table: Table, matter: Matter, wish: commands.Decline, by: Actor) -> Decided:
    """Deny the fact, with a reason; the Shift Manager decides next."""
    refusal = _rank_refusal(table, matter, wish, by)
    if refusal is not None:
        return refusal
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    return (events.IrregularityDeclined(wish.reason),)


def deny_reconstruction(
    table: Table, matter: Matter, wish: commands.DenyReconstruction, by: Actor, at: Instant
) -> Decided:
    """Establish the fact, with cards that cannot be reconstructed: the House decides (R 5.4)."""
    refusal = _rank_refusal(table, matter, wish, by)
    if refusal is not None:
        return refusal
    policy = policy_beyond(table, matter)
    if policy is None:
        return refusals.NothingToReconstruct(matter.policy.clause)
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    beyond = matter.beyond_reconstruction(policy, wish.lies)
    refusal = hands_refusal(table, policy, beyond.lies, beyond.extra, beyond.interrupted)
    if refusal is not None:
        return refusal
    denied = events.ReconstructionDenied(policy, wish.reason, wish.lies)
    # if the paragraph asks for a higher role, that role confirms it.
    waits = policy.remedy is Remedy.RULING or not by.may_act_as(policy.attested_by)
    return (denied,) if waits else (denied, *apply_remedy(table, beyond, at))


def rule(table: Table, matter: Matter, wish: commands.Rule, at: Instant) -> Decided:
    """Decide a matter that the documents leave open, or that was denied (R 5.12, M 6.1)."""
    policy = matter.policy
    if not matter.needs_ruling:
        return refusals.NotForARuling(policy.clause)
    if not wish.words.strip():
        return ReasonMissing(wish_name(wish))
    if wish.cards is not None and wish.verdict is not commands.Verdict.ESTABLISHED:
        return refusals.OrderNotYours(policy.clause)
    refusal = ruled_adjustments_refusal(table, wish.adjustments)
    if refusal is not None:
        return refusal
    followed = _followed(table, matter, wish, at)
    if not isinstance(followed, tuple):
        return followed
    return (events.RulingGiven(wish.words, wish.verdict), *followed, *_adjusted(wish))


def _adjusted(wish: commands.Rule) -> tuple[Fact, ...]:
    return tuple(
        CreditsAdjusted(terminal, amount, wish.words, by_ruling=True)
        for terminal, amount in wish.adjustments
    )


def _followed(table: Table, matter: Matter, wish: commands.Rule, at: Instant) -> Decided:
    """Return the events of a verdict."""
    policy = matter.policy
    match wish.verdict:
        case commands.Verdict.GOES_ON:
            return go_on(table, matter, at)
        case commands.Verdict.ESTABLISHED:
            if policy.remedy is Remedy.RULING:
                return refusals.NoRemedyFollows(policy.clause)
            refusal = _order_refusal(table, matter, wish.cards)
            if refusal is not None:
                return refusal
            followed = apply_remedy(table, _in_order(matter, wish.cards), at)
            return (*_decided_order(wish.cards), *followed)
        case commands.Verdict.VOID:
            # A ruling voids no more than its clause reaches: a paid round stays paid.
            if matter.earlier is not None or not reaches_round(matter.interrupted, policy):
                return refusals.NoRoundToReach(policy.clause)
            return void_and_shoe(table, matter)
        case commands.Verdict.CARRY | commands.Verdict.BURN:
            if not matter.leaves_seen_card:
                return refusals.NoCardLeftOver(policy.clause)
            burns = wish.verdict is commands.Verdict.BURN
            return with_seen_card_left(table, matter, at, burns=burns)
        case _:
            assert_never(wish.verdict)

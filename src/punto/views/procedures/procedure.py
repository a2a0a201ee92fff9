"""An open irregularity as a procedure: what happened, who acts, and what would follow.

The effects are not worked out here. The engine itself is asked about every step that could be taken
now, and its facts are put into words, so a screen promises only what will happen.
"""

from enum import Enum
from typing import assert_never

from punto import rounds
from punto.rules import BetKey, Decision, Irregularity, Remedy, Role, first_decision
from punto.values import Card, CardOut, Instant, PersonId, TerminalId, Value, replace, seen_of
from punto.views.procedures.effects import CardsLot, Effects, Lot, asked, effects_of
from punto.views.watched_table import Watched


class Step(Enum):
    """A step that may end an open irregularity, or bring it further."""

    ATTEST = "attest"
    DENY_RECONSTRUCTION = "deny reconstruction"
    DECLINE = "decline"
    RULE_ESTABLISHED = "rule: established"
    RULE_GOES_ON = "rule: goes on"
    RULE_VOID = "rule: void"
    RULE_CARRY = "rule: carry"
    RULE_BURN = "rule: burn"


_WORDS = "asked by a screen"


def wish_of(
    step: Step, table: rounds.Table, matter: rounds.Matter
) -> rounds.Attest | rounds.DenyReconstruction | rounds.Decline | rounds.Rule:
    """Return the command of a step; its words only satisfy the engine and are not recorded."""
    match step:
        case Step.ATTEST:
            return rounds.Attest(_some_order(table, matter))
        case Step.DENY_RECONSTRUCTION:
            # Where hands are played as they lie, only the person who sees them can say how they
            # lie.
            return rounds.DenyReconstruction(_WORDS)
        case Step.DECLINE:
            return rounds.Decline(_WORDS)
        case Step.RULE_ESTABLISHED:
            return rounds.Rule(rounds.Verdict.ESTABLISHED, _WORDS, cards=_some_order(table, matter))
        case Step.RULE_GOES_ON:
            return rounds.Rule(rounds.Verdict.GOES_ON, _WORDS)
        case Step.RULE_VOID:
            return rounds.Rule(rounds.Verdict.VOID, _WORDS)
        case Step.RULE_CARRY:
            return rounds.Rule(rounds.Verdict.CARRY, _WORDS)
        case Step.RULE_BURN:
            return rounds.Rule(rounds.Verdict.BURN, _WORDS)
        case _:
            assert_never(step)


def _some_order(table: rounds.Table, matter: rounds.Matter) -> tuple[CardOut, ...] | None:
    """Return one possible order of the cards, for a step whose taker decides it (R 5.7)."""
    if not matter.policy.order_by_attester:
        return None
    dealing = matter.interrupted in rounds.CARDS_OUT
    return (*(table.round_now.cards if dealing else ()), *matter.extra)


class Way(Value):
    """A step that could be taken now, and its effects."""

    step: Step
    brings: Effects
    before: Instant | None = None
    """Only if it is taken earlier than this; None where time makes no difference (A-37)."""


class ReportThatWaits(Value):
    """A report that is taken up when the open irregularity is decided."""

    irregularity: Irregularity
    reporter: PersonId
    reported_at: Instant
    words: str
    terminals: tuple[TerminalId, ...]
    """The terminals that it names."""


class DecidedBet(Value):
    """An offered bet that no card still to come can change (A-31)."""

    bet: BetKey
    decision: Decision


class Procedure(Value):
    """Everything that staff need to end an irregularity."""

    irregularity: Irregularity
    clause: str
    round_number: int
    """The round that it is about; an earlier one if it came to light late (A-29)."""
    report: str
    """The reporter's own words."""
    reporter: PersonId
    began_at: Instant
    stopped: rounds.Phase
    """Where the table stood."""
    registered: tuple[Card, ...]
    extra: tuple[CardOut, ...]
    """Cards that are out and not registered."""
    together: tuple[CardOut, ...]
    """Cards that were drawn together, which alone may change places (A-76)."""
    intended: tuple[CardOut, ...] | None
    """All cards in the order they should have, where the report says so."""
    declined: bool
    awaited: Role
    another_person: bool
    """Whether the reporter may not take the step (A-53, A-73)."""
    decides_order: bool
    """Whether the attesting person also says which card came first (R 5.7)."""
    decided: tuple[DecidedBet, ...] | None
    """Where the first decision counts, the decided bets: any one of them lets the round go on."""
    ways: tuple[Way, ...]
    waiting: tuple[ReportThatWaits, ...]
    """The reports that are decided after it, in this order."""


def procedure_of(watched: Watched) -> Procedure | None:
    """Return the table's procedure; None when staff have nothing left to decide."""
    table, matter = watched.table, watched.table.matter
    is_open = table.phase is rounds.Phase.STOPPED
    if matter is None or table.configuration is None or not is_open:
        return None
    role = rounds.awaited(table).role
    concerned = _concerned(table, matter)
    return Procedure(
        irregularity=matter.policy.irregularity,
        clause=matter.policy.clause,
        round_number=0 if concerned is None else concerned.number,
        report=watched.report,
        reporter=matter.reporter,
        began_at=matter.began_at,
        stopped=matter.interrupted,
        registered=() if concerned is None else concerned.cards,
        extra=matter.extra,
        together=matter.together,
        intended=matter.cards,
        declined=matter.declined,
        awaited=role,
        another_person=not (table.configuration.single_person and watched.alone),
        decides_order=matter.policy.order_by_attester,
        decided=_decided(table, matter),
        ways=_ways(table, matter),
        waiting=tuple(map(_waits, table.waiting)),
    )


def _waits(waiting: rounds.WaitingReport) -> ReportThatWaits:
    report, reported_at = waiting.report, waiting.reported_at
    return ReportThatWaits(
        report.irregularity, waiting.reporter, reported_at, report.words, report.terminals
    )


def _concerned(table: rounds.Table, matter: rounds.Matter) -> rounds.Round | None:
    return table.round if matter.earlier is None else table.past_round(matter.earlier)


def _decided(table: rounds.Table, matter: rounds.Matter) -> tuple[DecidedBet, ...] | None:
    if matter.policy.remedy is not Remedy.FIRST_DECISION:
        return None
    now = table.round_now
    terms = now.configuration.terms
    cards = now.cards if matter.cards is None else seen_of(matter.cards)
    found = first_decision(terms.game.table, cards, terms.offered)
    return tuple(DecidedBet(bet, decision) for bet, decision in found.items() if decision)


def _ways(table: rounds.Table, matter: rounds.Matter) -> tuple[Way, ...]:
    later = Instant(matter.began_at + rounds.HICCUP_MS)
    ways = []
    for step in Step:
        at_once = _effects_at(step, table, matter, matter.began_at)
        in_time = _effects_at(step, table, matter, later)
        if at_once is not None and at_once != in_time:
            ways.append(Way(step, at_once, before=later))
        if in_time is not None:
            ways.append(Way(step, in_time))
    return tuple(ways)


def _effects_at(
    step: Step, table: rounds.Table, matter: rounds.Matter, at: Instant
) -> Effects | None:
    """Return the effects of a step at a moment; None if it would be refused."""
    answer = asked(table, wish_of(step, table, matter), at)
    if not isinstance(answer, tuple):
        return None
    effects = effects_of(table, answer)
    order_is_open = matter.policy.order_by_attester and step in {Step.ATTEST, Step.RULE_ESTABLISHED}
    # The engine was asked with a sample order, which must not be shown as if it were decided.
    return replace(effects, cards=(CardsLot(Lot.AS_DECIDED, ()),)) if order_is_open else effects

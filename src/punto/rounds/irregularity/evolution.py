"""The table after a step in the procedure of an irregularity."""

from typing import assert_never

from punto.rounds.boxes.layouts import before_correction, with_earlier_noted, without_choice
from punto.rounds.dealing.carried_cards import without
from punto.rounds.dealing.evolution import after_payment, paid_by
from punto.rounds.irregularity import events
from punto.rounds.irregularity.simultaneous_draws import DRAWN_TOGETHER
from punto.rounds.irregularity.state import Matter, WaitingReport
from punto.rounds.phases import Phase
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Round, Table
from punto.rounds.table.commands import Link
from punto.rounds.table.evolution import with_seats
from punto.rules import Remedy
from punto.values import CardOut, Instant, replace, seen_of


def after_matter(  # noqa: C901, PLR0912 (one case for each fact)
    table: Table, fact: events.MatterFact, at: Instant
) -> Table:
    """Return the table after such a step."""
    match fact:
        case events.IrregularityReported():
            return _after_report(table, fact, at)
        case events.ReportQueued():
            return _with_waiting(table, fact, at)
        case events.ReportLapsed():
            return replace(table, waiting=table.waiting[1:])
        case events.TerminalsInterrupted():
            return _after_interruption(table, fact)
        case events.IrregularityDeclined():
            return replace(table, matter=replace(table.matter_now, declined=True))
        case events.ReconstructionDenied():
            matter = table.matter_now.beyond_reconstruction(fact.policy, fact.lies)
            return replace(table, matter=matter)
        case events.RulingGiven():
            return table  # only for the record; the events that follow change the table
        case events.OrderDecided():
            return _with_cards_drawn_together(table)
        case events.PlayResumed():
            return _after_resuming(table, fact)
        case events.CardsCorrected():
            corrected = table.round_now.corrected(fact.corrected)
            return _with_shoe(replace(table, round=corrected), corrected, fact)
        case events.CardsCarried():
            waiting = table.carried
            carried = (*fact.cards, *waiting) if fact.in_front else (*waiting, *fact.cards)
            return replace(table, carried=carried, shoe=_shoe_without(table, fact.cards))
        case events.CardsDiscarded():
            return replace(table, shoe=_shoe_without(table, fact.cards))
        case events.RoundVoided():
            return _after_void(table, fact)
        case events.RoundResettled():
            return after_payment(table, fact.results)
        case events.EarlierRoundResettled():
            return _after_late_correction(table, fact)
        case _:
            assert_never(fact)


def _shoe_without(table: Table, cards: tuple[CardOut, ...]) -> Shoe:
    seen = seen_of(cards)
    return table.shoe_now.after(seen, len(cards) - len(seen))


def _with_cards_drawn_together(table: Table) -> Table:
    """Note cards drawn together, after which an established shoe may be replaced (R 5.7.1)."""
    matter, shoe = table.matter, table.shoe
    if matter is None or shoe is None or matter.policy.irregularity not in DRAWN_TOGETHER:
        return table
    return replace(table, shoe=replace(shoe, drawn_together=True))


def _after_void(table: Table, fact: events.RoundVoided) -> Table:
    now = without_choice(before_correction(table.round_now))
    voided = replace(now, void=True, is_paid=False, settled_by=None, results=fact.results)
    after = replace(table, phase=Phase.IDLE, round=voided, matter=None, choice=None)
    return _with_round_given_back(after, voided)


def _with_round_given_back(table: Table, voided: Round) -> Table:
    """A-49: a void round without a card does not count as the last round of a shoe."""
    shoe = table.shoe
    if shoe is None or not shoe.cut_card_seen or voided.cards:
        return table
    return replace(table, shoe=replace(shoe, rounds_left=shoe.rounds_left + 1))


def _after_report(table: Table, fact: events.IrregularityReported, at: Instant) -> Table:
    # While reports wait, only the first of them can be taken up.
    waited = table.waiting[0] if table.waiting else None
    reported_at = at if waited is None else waited.reported_at
    # An interruption that a person reports begins at the last sign of life.
    is_open = fact.policy.remedy is Remedy.FIRST_DECISION and not fact.lasted_ms
    last_sign = table.recorded_at if waited is None else waited.last_sign
    began_at = last_sign if is_open else Instant(reported_at - fact.lasted_ms)
    matter = Matter(
        policy=fact.policy,
        reporter=fact.reporter,
        began_at=began_at,
        cards=fact.cards,
        extra=fact.extra,
        earlier=fact.earlier,
        interrupted=table.phase,
        lasted_ms=fact.lasted_ms,
        lies=fact.lies,
        together=fact.together,
        taken_up_at=None if waited is None else at,
    )
    choice = table.matter if table.phase is Phase.CHOOSING else None
    stopped = replace(table, phase=Phase.STOPPED, matter=matter, choice=choice)
    return replace(stopped, waiting=table.waiting[1:])


def _with_waiting(table: Table, fact: events.ReportQueued, at: Instant) -> Table:
    """Queue a report behind earlier ones; reports about terminals come last (A-34)."""
    waits = WaitingReport(fact.report, fact.reporter, at, table.recorded_at)
    if fact.report.terminals:
        return replace(table, waiting=(*table.waiting, waits))
    first = tuple(each for each in table.waiting if not each.report.terminals)
    return replace(table, waiting=(*first, waits, *table.waiting[len(first) :]))


def _after_interruption(table: Table, fact: events.TerminalsInterrupted) -> Table:
    affected = (*(terminal for terminal, _ in fact.registered), *fact.unregistered)
    lost = {terminal: replace(table.seats[terminal], link=Link.LOST) for terminal in affected}
    return with_seats(replace(table, waiting=table.waiting[1:]), lost)


def _after_resuming(table: Table, fact: events.PlayResumed) -> Table:
    matter = table.matter_now
    table = table if matter.declined else _with_cards_drawn_together(table)
    phase = matter.interrupted
    # A result that was shown is shown again, by the present cards.
    phase = Phase.DEALING if phase is Phase.RESULT else phase
    now = None if table.round is None else _with_time_given_back(table.round, fact.closes_at)
    return replace(table, phase=phase, round=now, matter=table.choice, choice=None)


def _with_time_given_back(now: Round, closes_at: Instant) -> Round:
    lost = closes_at - now.closes_at
    cut_off_at = None if now.cut_off_at is None else Instant(now.cut_off_at + lost)
    return replace(now, closes_at=closes_at, cut_off_at=cut_off_at)


def _with_shoe(
    table: Table, of: Round, fact: events.CardsCorrected | events.EarlierRoundResettled
) -> Table:
    """Correct the counts of the shoe, if the round was dealt from the present one."""
    if table.shoe is None or table.shoe.number != of.shoe_number:
        return table
    seen = seen_of(fact.waited)
    turned = len(fact.waited) - len(seen)
    # Cards that waited were counted when they left the shoe.
    shoe = table.shoe.corrected((*fact.registered, *seen), fact.corrected, turned)
    return replace(table, shoe=shoe, carried=without(table.carried, fact.waited))


def _after_late_correction(table: Table, fact: events.EarlierRoundResettled) -> Table:
    settled_by = paid_by(table, fact.results)
    past = tuple(
        replace(
            before_correction(each).corrected(fact.corrected),
            totals_announced=each.totals_announced,
            results=fact.results,
            settled_by=settled_by,
        )
        if each.number == fact.round_number
        else each
        for each in table.past
    )
    of = next(each for each in past if each.number == fact.round_number)
    return _with_shoe(with_earlier_noted(replace(table, past=past), of), of, fact)

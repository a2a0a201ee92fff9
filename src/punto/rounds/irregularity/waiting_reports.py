"""Reports made while another matter is open: each waits, and is decided after it (A-39)."""

from punto.rounds.configuration import Configuration
from punto.rounds.events import Fact
from punto.rounds.irregularity import events, refusals
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.evolution import after_matter
from punto.rounds.irregularity.reporting import report
from punto.rounds.phases import Phase
from punto.rounds.refusals import Decided
from punto.rounds.state import Table
from punto.rules import Actor, Irregularity, Role
from punto.values import Instant, replace

WAITING_MAX = 8
"""How many reports may wait; people could not keep more of them apart."""


def report_or_queue(
    table: Table,
    configuration: Configuration,
    wish: ReportIrregularity,
    by: Actor,
    *,
    measured: bool,
) -> Decided:
    """Accept a report, or queue it while another matter is open."""
    if table.phase is not Phase.STOPPED:
        return report(table, configuration, wish, by, measured=measured)
    if _is_reported(table, wish):
        return refusals.ReportedAlready(wish.irregularity)
    if len(table.waiting) >= WAITING_MAX:
        return refusals.TooManyReportsWait(len(table.waiting))
    # A fault of the report is refused now, not when the open matter is decided.
    before = replace(table, phase=table.matter_now.interrupted, matter=None)
    answer = report(before, configuration, wish, by, measured=measured)
    if not isinstance(answer, tuple):
        return answer
    lasted_ms = max(0, wish.lasted_ms) if measured else 0
    return (events.ReportQueued(replace(wish, lasted_ms=lasted_ms), by.person),)


def _is_reported(table: Table, wish: ReportIrregularity) -> bool:
    """Return whether the same irregularity is open or waiting, unless no clause covers it."""
    if wish.irregularity is Irregularity.NOT_COVERED:
        return False
    matter = table.matter_now
    if (matter.policy.irregularity, matter.earlier) == (wish.irregularity, _earlier(table, wish)):
        return True
    return any(_is_same(table, each.report, wish) for each in table.waiting)


def _is_same(table: Table, one: ReportIrregularity, other: ReportIrregularity) -> bool:
    """Return whether two reports are about one irregularity of one round, or about one terminal."""
    if (one.irregularity, _earlier(table, one)) != (other.irregularity, _earlier(table, other)):
        return False
    return not one.terminals or not set(one.terminals).isdisjoint(other.terminals)


def _earlier(table: Table, wish: ReportIrregularity) -> int | None:
    """Return the earlier round that a report is about, if any (A-29)."""
    return None if wish.round_number == table.rounds_count else wish.round_number


def taken_up(table: Table, configuration: Configuration, at: Instant) -> tuple[Fact, ...]:
    """Take up waiting reports once nothing is open; those that no longer apply lapse."""
    facts: list[Fact] = []
    while table.waiting and table.phase is not Phase.STOPPED:
        first = table.waiting[0]
        # The measured duration was stored with the report.
        by = Actor(first.reporter, Role.DEALER)
        answer = report(table, configuration, first.report, by, measured=True)
        if not isinstance(answer, tuple):
            answer = (events.ReportLapsed(first.report.irregularity, answer.sentence),)
        facts += answer
        for fact in answer:
            if isinstance(fact, events.MatterFact):
                table = after_matter(table, fact, at)
    return tuple(facts)

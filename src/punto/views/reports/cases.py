from collections.abc import Iterable
from enum import Enum

from punto.rounds import Phase, RecordDoesNotHold, ShoeRetired, Table, TableEvent
from punto.rounds.irregularity import events as irregularity_events
from punto.rules import Policy
from punto.values import TableId, Value, replace
from punto.views.procedures.effects import phase_behind
from punto.views.recall.walks import Moment, by_command
from punto.views.reports.shape import Period, Records


class Upshot(Enum):
    """The result of an irregularity."""

    OPEN = "open"
    VOID = "void"
    PAID_AGAIN = "paid again"
    CORRECTED = "cards corrected"
    CARRIED = "cards carried"
    """To the next round, without any other change (A-43)."""
    WENT_ON = "went on"
    LAPSED = "lapsed"
    """An earlier decision left the report nothing to apply to (A-39)."""


_EndedByItself = irregularity_events.TerminalsInterrupted | irregularity_events.ReportLapsed


class Case(Value):
    """An irregularity from its report to its result."""

    table: TableId
    round: int | None
    """The round concerned; None if found between rounds, with no round to affect."""
    document: str
    policy: Policy
    words: str
    reported: TableEvent
    declined: TableEvent | None = None
    closing: tuple[TableEvent, ...] = ()
    """The events of the attestation or ruling; the report itself if it needs no attestation."""

    @property
    def ruling(self) -> irregularity_events.RulingGiven | None:
        """The Shift Manager's ruling, if it ended the irregularity."""
        facts = (event.fact for event in self.closing)
        return next(
            (fact for fact in facts if isinstance(fact, irregularity_events.RulingGiven)), None
        )

    @property
    def is_attested(self) -> bool:
        """Whether a second person established the fact, after which the clause was applied."""
        facts = [event.fact for event in self.closing]
        by_itself = any(isinstance(fact, _EndedByItself) for fact in facts)
        return bool(facts) and not by_itself and self.ruling is None

    @property
    def upshot(self) -> Upshot:
        """The result so far."""
        if not self.closing:
            return Upshot.OPEN
        if self._brought(irregularity_events.ReportLapsed):
            return Upshot.LAPSED
        if self._brought(irregularity_events.RoundVoided):
            return Upshot.VOID
        if self._brought(
            irregularity_events.RoundResettled, irregularity_events.EarlierRoundResettled
        ):
            return Upshot.PAID_AGAIN
        if self._brought(irregularity_events.CardsCorrected):
            return Upshot.CORRECTED
        return Upshot.CARRIED if self._brought(irregularity_events.CardsCarried) else Upshot.WENT_ON

    @property
    def shoe_withdrawn(self) -> bool:
        """Whether the shoe was withdrawn with it (A-42)."""
        return self._brought(ShoeRetired)

    def _brought(self, *kinds: type) -> bool:
        return any(isinstance(event.fact, kinds) for event in self.closing)


def cases(records: Records, period: Period) -> tuple[Case, ...]:
    """Return every irregularity reported before a period ended, table by table."""
    return tuple(
        case
        for table, events in records.items()
        for case in _of_table(table, period.moments(events))
    )


def _of_table(table: TableId, moments: Iterable[Moment]) -> list[Case]:
    found, open_at, queued = list[Case](), 0, list[Case]()
    for steps in by_command(moments):
        # No event records an attestation: its effects imply it.
        if any(_is_end(step) for step in steps):
            closing = tuple(
                step.event for step in steps if not isinstance(step.event.fact, _Report)
            )
            found[open_at] = replace(found[open_at], closing=closing)
        for step in steps:
            fact = step.event.fact
            match fact:
                case irregularity_events.IrregularityReported():
                    open_at = len(found)
                    found.append(_first_reported(_case(table, step, fact), step, queued))
                case irregularity_events.TerminalsInterrupted():
                    noted = _first_reported(_case(table, step, fact), step, queued)
                    found.append(replace(noted, closing=(step.event,)))
                case irregularity_events.IrregularityDeclined():
                    found[open_at] = replace(found[open_at], declined=step.event)
                case irregularity_events.ReportQueued():
                    queued.append(_queued_case(table, step, fact))
                case irregularity_events.ReportLapsed():
                    lapsed = queued.pop(_place(step, queued))
                    found.append(replace(lapsed, closing=(step.event,)))
                case _:
                    pass
    return [*found, *queued]


_Report = (
    irregularity_events.IrregularityReported
    | irregularity_events.TerminalsInterrupted
    | irregularity_events.ReportLapsed
)
"""The events with which the end of one irregularity may begin the next, which waited for it."""


def _is_end(step: Moment) -> bool:
    """Whether an event ends the open irregularity, or leaves the rest to the patrons (L 5.12)."""
    stopped = Phase.STOPPED
    return step.before.phase is stopped and step.after.phase is not stopped


def _place(step: Moment, queued: list[Case]) -> int:
    """Return which of the queued reports an event takes up."""
    first = step.before.waiting[0]
    facts = (case.reported.fact for case in queued)
    return next(
        place
        for place, fact in enumerate(facts)
        if isinstance(fact, irregularity_events.ReportQueued) and fact.report == first.report
    )


def _first_reported(case: Case, step: Moment, queued: list[Case]) -> Case:
    """Return the case with its first report, by whom it was made, if it had to wait."""
    if not step.before.waiting:
        return case
    return replace(case, reported=queued.pop(_place(step, queued)).reported)


def _case(
    table: TableId,
    step: Moment,
    fact: irregularity_events.IrregularityReported | irregularity_events.TerminalsInterrupted,
) -> Case:
    number = _round_number(step.before)
    if isinstance(fact, irregularity_events.IrregularityReported) and fact.earlier is not None:
        number = fact.earlier
    return Case(table, number, _document(step.before), fact.policy, fact.words, step.event)


def _queued_case(table: TableId, step: Moment, fact: irregularity_events.ReportQueued) -> Case:
    before, report = step.before, fact.report
    rules = before.rules or before.configuration
    policy = None if rules is None else rules.policy(report.irregularity)
    if policy is None:
        raise RecordDoesNotHold(f"{report.irregularity.value} waits, and no clause is about it")
    number = report.round_number or _round_number(before)
    return Case(table, number, _document(before), policy, report.words, step.event)


def _round_number(table: Table) -> int | None:
    """Return the round in progress or the last one; None where none could be affected."""
    return None if phase_behind(table) is Phase.IDLE else table.round_now.number


def _document(table: Table) -> str:
    if table.configuration is None:
        raise RecordDoesNotHold("an irregularity without a game")
    return table.configuration.document

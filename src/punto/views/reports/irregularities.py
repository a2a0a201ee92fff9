"""Irregularities, summed by clause and one by one."""

import re
from collections.abc import Iterable
from operator import attrgetter

from punto.rounds import IrregularityReported, TableEvent
from punto.values import Instant, TableId, Value
from punto.views.reports.cases import Case, Upshot, cases
from punto.views.reports.shape import EVER, Number, Period, Records, Report, columns_of
from punto.views.sentences import who_of
from punto.views.sentences.matters import irregularity_words


class ClauseRow(Value):
    """The counts of one clause in the period; each step counts at its own time."""

    document: str
    clause: str
    irregularity: str
    reported: int
    attested: int
    declined: int
    ruled: int
    void: int
    paid_again: int
    corrected: int
    carried: int
    went_on: int
    lapsed: int
    shoes_withdrawn: int
    open: int
    """Still waiting when the period ended."""


CLAUSE_COLUMNS = columns_of(ClauseRow)

_Key = tuple[str, str, str]


def irregularities_report(records: Records, period: Period = EVER) -> Report[ClauseRow]:
    """Report the irregularities under each clause and their results."""
    by_clause: dict[_Key, list[Case]] = {}
    for case in _of_period(records, period):
        key = case.document, case.policy.clause, irregularity_words(case.policy.irregularity)
        by_clause.setdefault(key, []).append(case)
    rows = (_clause_row(key, by_clause[key], period) for key in sorted(by_clause, key=_in_order))
    return Report("Irregularities by clause", period, CLAUSE_COLUMNS, tuple(rows))


def _of_period(records: Records, period: Period) -> Iterable[Case]:
    """Return the irregularities with a step in the period, or still open."""
    for case in cases(records, period):
        steps = (case.reported, case.declined, *case.closing[:1])
        if case.upshot is Upshot.OPEN or any(_is_in(step, period) for step in steps):
            yield case


def _is_in(step: TableEvent | None, period: Period) -> bool:
    return step is not None and period.has_begun(step.at)


def _in_order(key: _Key) -> tuple[str, list[int], str, str]:
    """Sort by document, then by paragraph number: 5.2 before 5.12."""
    document, clause, irregularity = key
    return document, [int(part) for part in re.findall(r"\d+", clause)], clause, irregularity


def _clause_row(key: _Key, under: list[Case], period: Period) -> ClauseRow:
    closed = [case for case in under if case.closing and _is_in(case.closing[0], period)]
    upshots = [case.upshot for case in closed]
    return ClauseRow(
        *key,
        reported=sum(_is_in(case.reported, period) for case in under),
        attested=sum(case.is_attested for case in closed),
        declined=sum(_is_in(case.declined, period) for case in under),
        ruled=sum(case.ruling is not None for case in closed),
        void=upshots.count(Upshot.VOID),
        paid_again=upshots.count(Upshot.PAID_AGAIN),
        corrected=upshots.count(Upshot.CORRECTED),
        carried=upshots.count(Upshot.CARRIED),
        went_on=upshots.count(Upshot.WENT_ON),
        lapsed=upshots.count(Upshot.LAPSED),
        shoes_withdrawn=sum(case.shoe_withdrawn for case in closed),
        open=sum(case.upshot is Upshot.OPEN for case in under),
    )


class MatterRow(Value):
    """One irregularity, with the person of each step."""

    table: TableId
    round: Number | None
    reported_at: Instant
    clause: str
    irregularity: str
    words: str
    reported_by: str
    declined_by: str
    attested_by: str
    ruled_by: str
    ruling: str
    upshot: str
    ended_at: Instant | None


MATTER_COLUMNS = columns_of(MatterRow)


def matters_report(records: Records, period: Period = EVER) -> Report[MatterRow]:
    """Report every irregularity of a period, in the order reported."""
    rows = sorted(map(_matter_row, _of_period(records, period)), key=attrgetter("reported_at"))
    return Report("Irregularities", period, MATTER_COLUMNS, tuple(rows))


def _matter_row(case: Case) -> MatterRow:
    closing = case.closing[0] if case.closing else None
    decided_by = "" if closing is None else who_of(closing)
    return MatterRow(
        case.table,
        case.round,
        case.reported.at,
        case.policy.clause,
        irregularity_words(case.policy.irregularity),
        case.words,
        reported_by=_reporter(case.reported),
        declined_by="" if case.declined is None else who_of(case.declined),
        attested_by=decided_by if case.is_attested else "",
        ruled_by="" if case.ruling is None else decided_by,
        ruling="" if case.ruling is None else case.ruling.words,
        upshot=case.upshot.value,
        ended_at=None if closing is None else closing.at,
    )


def _reporter(reported: TableEvent) -> str:
    """Return the reporter, or the table itself and the person on duty (A-69)."""
    who, fact = who_of(reported), reported.fact
    automatic = isinstance(fact, IrregularityReported) and fact.automatic
    return f"the table, with {who}" if automatic else who

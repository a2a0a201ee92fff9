"""Irregularities by clause, and individually."""

from collections.abc import Callable

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.dealing.commands import AnnounceTotals, DealCard
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.events import IrregularityReported, ReportQueued, RoundVoided
from punto.rounds.shoe.commands import CountCards
from punto.rounds.state import RecordDoesNotHold
from punto.rounds.table.events import TableOpened
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import Instant, TableId
from punto.views.reports.irregularities import (
    ClauseRow,
    MatterRow,
    irregularities_report,
    matters_report,
)
from punto.views.reports.shape import EVER, Period
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, T2, Evening
from support.rounds.matters import report
from support.views.reports.busy import an_evening_of_corrections, attested, busy_evening, ticking
from support.views.reports.one_table import one_table

Deed = Callable[[Evening], None]

NOTHING_HAPPENED = {
    "reported": 0, "attested": 0, "declined": 0, "ruled": 0, "void": 0, "paid_again": 0,
    "corrected": 0, "carried": 0, "went_on": 0, "lapsed": 0, "shoes_withdrawn": 0, "open": 0,
}  # fmt: skip


def a_row(document: str, clause: str, irregularity: str, **counts: int) -> ClauseRow:
    return ClauseRow(document, clause, irregularity, **(NOTHING_HAPPENED | counts))


def by_clause(evening: Evening, period: Period = EVER) -> tuple[ClauseRow, ...]:
    return irregularities_report(one_table(evening.record.events), period).rows


def matters(evening: Evening) -> tuple[MatterRow, ...]:
    return matters_report(one_table(evening.record.events)).rows


def test_irregularities_are_counted_by_clause_in_the_order_of_the_document() -> None:
    report_ = irregularities_report(one_table(busy_evening("rws-etg").record.events))
    assert report_.rows == (
        a_row("rws-etg", "5.1", "technical interruption", reported=1, open=1),
        a_row(
            "rws-etg", "5.3.1", "foreign card", reported=1, attested=1, void=1, shoes_withdrawn=1
        ),
        a_row("rws-etg", "5.3.3", "wrong number of cards", reported=1, attested=1, void=1),
        a_row("rws-etg", "5.6", "wrong card registered", reported=1, attested=1, paid_again=1),
    )
    totals = [report_.total(name) for name in ("reported", "attested", "void", "open")]
    assert totals == [4, 3, 2, 1]


def test_clauses_are_ordered_as_paragraphs_are_and_documents_kept_apart() -> None:
    def reported(game_key: str, *whats: Irregularity) -> Evening:
        evening = ticking(game_key)
        for what in whats:
            evening.do(OpenBets())
            evening.do(report(what))
            evening.do(Rule(Verdict.VOID, "so"), SHIFT_MANAGER)
        return evening

    first = reported("rws-etg", Irregularity.NOT_COVERED)  # 5.12
    attested(first, Irregularity.SHORTAGE)  # 5.3.2
    second = reported("mbs-tiger", Irregularity.NOT_COVERED)  # 6.1
    records = {TableId("A"): first.record.events, TableId("B"): second.record.events}
    rows = irregularities_report(records).rows
    assert [(row.document, row.clause) for row in rows] == [
        ("mbs", "6.1"),
        ("rws-etg", "5.3.2"),
        ("rws-etg", "5.12"),
    ]
    assert [row.round for row in matters_report(records).rows] == [1, 1, None]


def declined_and_ruled(verdict: Verdict) -> Deed:
    def deed(evening: Evening) -> None:
        evening.do(report(Irregularity.FOREIGN_CARD))
        evening.do(Decline("it is ours"), SUPERVISOR)
        evening.do(Rule(verdict, "so ruled"), SHIFT_MANAGER)

    return deed


def in_order(evening: Evening) -> None:
    attested(evening, Irregularity.WRONG_ORDER, "3D 9S")


def drawn_too_early(evening: Evening) -> None:
    evening.do(DealCard(parse_card("KC")))
    evening.do(DealCard(parse_card("4C")))
    evening.do(AnnounceTotals())  # Player has a natural 9: no card is wanted any more
    extra = parse_cards("9D")
    evening.do(ReportIrregularity(Irregularity.EXCESS_OR_EXPOSED_CARD, "drawn", extra=extra))
    evening.do(Attest(), SUPERVISOR)


@pytest.mark.reading("A-39")
@pytest.mark.parametrize(
    ("deed", "upshot", "counts"),
    [
        (
            declined_and_ruled(Verdict.GOES_ON),
            "went on",
            {"declined": 1, "ruled": 1, "went_on": 1},
        ),
        (
            declined_and_ruled(Verdict.ESTABLISHED),
            "void",
            {"declined": 1, "ruled": 1, "void": 1, "shoes_withdrawn": 1},
        ),
        (in_order, "cards corrected", {"attested": 1, "corrected": 1}),
        (drawn_too_early, "cards carried", {"attested": 1, "carried": 1}),
    ],
)
def test_what_came_of_an_irregularity_is_what_followed_in_the_record(
    deed: Deed, upshot: str, counts: dict[str, int]
) -> None:
    evening = ticking("rws-etg")
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    evening.close()
    evening.deal("9S 3D")
    deed(evening)
    (row,) = by_clause(evening)
    assert row == a_row("rws-etg", row.clause, row.irregularity, reported=1, **counts)
    (matter,) = matters(evening)
    assert matter.upshot == upshot


def test_a_matter_names_the_person_of_each_step() -> None:
    evening = ticking("rws-etg")
    evening.do(OpenBets())
    evening.close()
    declined_and_ruled(Verdict.GOES_ON)(evening)
    attested(evening, Irregularity.FOREIGN_CARD)
    evening.do(report(Irregularity.NOT_COVERED))
    ruled, voided, waiting = matters(evening)
    assert ruled == MatterRow(
        TableId("A1"),
        1,
        ruled.reported_at,
        "5.3.1",
        "foreign card",
        "seen by the Dealer",
        reported_by="mei, Dealer",
        declined_by="arun, Pit Supervisor",
        attested_by="",
        ruled_by="tan, Shift Manager",
        ruling="so ruled",
        upshot="went on",
        ended_at=Instant(ruled.reported_at + 200),
    )
    assert (voided.attested_by, voided.ruled_by, voided.declined_by) == (
        "arun, Pit Supervisor",
        "",
        "",
    )
    assert (waiting.round, waiting.upshot, waiting.ended_at) == (None, "open", None)
    assert (waiting.attested_by, waiting.ruled_by, waiting.ruling) == ("", "", "")


@pytest.mark.reading("A-29")
def test_a_late_error_belongs_to_the_round_that_it_is_about() -> None:
    first, second = matters(an_evening_of_corrections())
    assert (first.round, first.clause, first.upshot) == (1, "6.3", "paid again")
    assert first.attested_by == "tan, Shift Manager"
    assert (second.round, second.ruling, second.upshot) == (2, "a fight", "void")


def test_what_the_table_saw_by_itself_is_said_so() -> None:
    evening = ticking("mbs-tiger")
    evening.do(CountCards(415))
    (row,) = matters(evening)
    assert (row.reported_by, row.irregularity) == ("the table, with mei, Dealer", "shortage")
    assert row.words == "415 cards counted, 416 expected"


def test_an_interruption_of_terminals_is_counted_though_it_needs_no_attestation() -> None:
    evening = ticking("rws-etg")
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    lost = ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "a cable", terminals=(T1, T2))
    evening.do(lost)
    (row,) = by_clause(evening)
    assert row == a_row("rws-etg", "5.2", "terminal interruption", reported=1, went_on=1)
    (matter,) = matters(evening)
    assert (matter.upshot, matter.attested_by, matter.round) == ("went on", "", 1)
    assert matter.ended_at == matter.reported_at


def test_each_step_counts_in_the_period_in_which_it_was_taken() -> None:
    evening = ticking("rws-etg")
    evening.do(OpenBets())
    evening.close()
    declined_and_ruled(Verdict.ESTABLISHED)(evening)
    reported_at, ruled_at = (
        next(event.at for event in evening.record.events if isinstance(event.fact, kind))
        for kind in (IrregularityReported, RoundVoided)
    )
    before = Period(end=ruled_at)
    assert by_clause(evening, before) == (
        a_row("rws-etg", "5.3.1", "foreign card", reported=1, declined=1, open=1),
    )
    assert by_clause(evening, Period(ruled_at)) == (
        a_row("rws-etg", "5.3.1", "foreign card", ruled=1, void=1, shoes_withdrawn=1),
    )
    assert by_clause(evening, Period(Instant(ruled_at + 1))) == ()
    assert by_clause(evening, Period(end=reported_at)) == ()
    # An open matter is shown until it is dealt with.
    waiting = Period(Instant(ruled_at - 1), ruled_at)
    assert [row.open for row in by_clause(evening, waiting)] == [1]


def test_an_irregularity_at_a_table_without_a_game_is_a_broken_record() -> None:
    events = busy_evening("mbs-tiger").record.events
    kinds = (TableOpened, IrregularityReported)
    opened_and_reported = [event for event in events if isinstance(event.fact, kinds)][:2]
    with pytest.raises(RecordDoesNotHold, match="an irregularity without a game"):
        irregularities_report({TableId("A1"): opened_and_reported})


def test_a_report_that_waits_at_a_table_without_a_game_is_a_broken_record() -> None:
    evening = ticking("mbs-tiger")
    evening.do(OpenBets())
    for what in (Irregularity.NOT_COVERED, Irregularity.TECHNICAL_INTERRUPTION):
        evening.do(ReportIrregularity(what, "no power"))
    kinds = (TableOpened, ReportQueued)
    broken = [event for event in evening.record.events if isinstance(event.fact, kinds)]
    with pytest.raises(RecordDoesNotHold, match="waits, and no clause is about it"):
        irregularities_report({TableId("A1"): broken})

"""A float from its opening to its closing count: win by bets, win by count, and the difference."""

from collections import Counter

import pytest

from punto.cli.report_ties import LEDGER_SUMS
from punto.ledger.transfers import Reason
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout, LeaveTable
from punto.rounds.dealing.commands import Settle
from punto.rounds.tray.commands import BuyChips, FloatCount, SlipKind
from punto.rounds.tray.events import FloatOpened
from punto.values.ids import Instant
from punto.values.money import Cents, dollars
from punto.views.reports.floats import floats_report
from punto.views.reports.shape import Period
from support.rounds.evening import Evening
from support.rounds.live import ANN, BEN, lay, live_opened
from support.rounds.trays import WORTH, chips, count, in_tray, moved
from support.views.reports.one_table import one_table
from support.views.reports.ties import check_that_periods_add_up


def round_won_by_banker(evening: Evening) -> None:
    """Ann wins 1,000, and Ben loses 500."""
    evening.do(OpenBets())
    lay(evening, ANN, banker=1000)
    lay(evening, BEN, player=500)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())


def an_evening() -> Evening:
    """Two floats, the first closed 100 short; a round before any float was open."""
    evening = live_opened()
    round_won_by_banker(evening)
    evening.now += 1_000
    count(evening, FloatCount.OPENING)
    evening.now += 1_000
    moved(evening, SlipKind.FILL, chips({25: 4}))
    moved(evening, SlipKind.CREDIT, chips({1000: 2}))
    evening.do(BuyChips(ANN, dollars(300)))
    round_won_by_banker(evening)
    evening.now += 1_000
    held = dict(evening.table.tray or {})
    held[dollars(100)] -= 1
    count(evening, FloatCount.CLOSING, tuple(held.items()))
    evening.now += 1_000
    count(evening, FloatCount.OPENING)
    evening.do(LeaveTable(BEN))
    return evening


def test_the_win_by_count_is_the_win_by_bets_and_what_was_short() -> None:
    records = one_table(an_evening().record.events)
    first, second = floats_report(records).rows
    assert (first.opening, first.fills, first.credits) == (WORTH, dollars(100), dollars(2000))
    assert first.bought == dollars(300)
    assert first.win_by_bets == dollars(-500)
    assert first.variance == dollars(-100)
    assert first.win_by_count == dollars(-600)
    assert first.difference == first.variance - first.rounding - first.owed == dollars(-100)
    assert first.closing == WORTH + dollars(100 - 2000 - 300 - 500 - 100)
    assert (second.opening, second.closing, second.closed_at) == (WORTH, 0, None)


def test_its_totals_are_those_of_the_ledger() -> None:
    evening = an_evening()
    counted = Counter[Reason]()
    for purse in evening.table.book.purses.values():
        for reason, amount in purse.counted.items():
            counted[reason] += amount
    report = floats_report(one_table(evening.record.events))
    for tie in LEDGER_SUMS["floats"]:
        expected = sum(counted[r] for r in tie.adds) - sum(counted[r] for r in tie.takes)
        assert report.total(*tie.columns) == expected, tie


@pytest.mark.parametrize("middle", [1_500, 2_500, 3_500, 4_500])
def test_adjoining_periods_add_up(middle: int) -> None:
    check_that_periods_add_up(one_table(an_evening().record.events), Instant(middle))


def test_a_float_that_was_closed_before_a_period_is_not_in_it() -> None:
    evening = an_evening()
    records = one_table(evening.record.events)
    (row,) = floats_report(records, Period(start=Instant(4_500))).rows
    assert row.opened_at == 5_000
    (before,) = floats_report(records, Period(end=Instant(2_500))).rows
    assert before.closed_at is None
    openings = [e.at for e in evening.record.events if isinstance(e.fact, FloatOpened)]
    assert openings == [2_000, 5_000]
    assert in_tray(evening) == WORTH
    assert Cents(row.opening) == WORTH

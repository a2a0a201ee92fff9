"""The takings of a table: what they count, what a correction changes, and what is kept of them."""

from collections import Counter
from itertools import accumulate, pairwise

import pytest

from oracle.expectation import expectation
from punto.bootstrap.rule_book import shipped_house_odds
from punto.rounds.betting.commands import OpenBets
from punto.rounds.purse.events import CashTaken
from punto.rounds.state import Table
from punto.rounds.table.commands import CloseTable, OpenTable
from punto.rounds.tray.events import ChipsBought
from punto.rules.shipped_odds import NO_ODDS
from punto.values.ids import Instant, TerminalId
from punto.values.money import Cents, dollars
from punto.views.reports.shifts import shift_report
from punto.views.takings import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    QUARTER_MS,
    TWO_HOURS_MS,
    Takings,
    TakingsLog,
    TakingsSpan,
    begin_of,
    takings_after,
)
from punto.views.watched_table import Watched, watch
from rehearse_all import transcript_of
from support.rehearsals.irregularities import rehearsals
from support.rehearsals.stage import book
from support.rounds.evening import SUPERVISOR, T1, T2, Evening, configuration, opened
from support.views.reports.busy import BANKER_WINS, an_evening_of_corrections
from support.views.reports.one_table import one_table
from support.views.screens.stages import corrected_late

PLAYER_WINS = "9S 2D KH 4C"


def log_of(evening: Evening) -> TakingsLog:
    seen = Watched(odds=shipped_house_odds())
    for event in evening.record.events:
        seen = watch(seen, event)
    return seen.takings


def bet_and_play(evening: Evening, cards: str, **stakes: int) -> None:
    evening.do(OpenBets())
    evening.bet(T1, **stakes)
    evening.play(cards)


@pytest.mark.parametrize("name", sorted(rehearsals())[::7])
def test_takings_are_those_of_the_shift_report(name: str) -> None:
    for record in transcript_of(name, rehearsals()[name], book()).scene.records.values():
        seen = Watched(odds=shipped_house_odds())
        for event in record.events:
            seen = watch(seen, event)
        found = seen.takings.now.takings
        (row,) = shift_report(one_table(record.events)).rows or (None,)
        assert row is not None
        chips = sum(e.fact.amount for e in record.events if isinstance(e.fact, ChipsBought))
        figures = row.figures
        assert (found.settled, found.void) == (figures.settled, figures.void)
        assert (found.handle, found.win) == (figures.handle, figures.win)
        assert found.drop == row.drop + chips


def test_each_stake_is_rated_by_its_exact_edge_and_all_of_a_round_together() -> None:
    evening = opened(configuration("rws-etg"))
    evening.do(OpenBets())
    evening.bet(T1, player=100, tie=10)
    evening.bet(T2, player=50, banker=20)
    evening.play(PLAYER_WINS)
    took = log_of(evening).now.takings
    edge = {bet: -expectation("rws-etg", bet, 8) for bet in ("player", "banker", "tie")}
    exact = edge["player"] * 150_00 + edge["banker"] * 20_00 + edge["tie"] * 10_00
    assert took.expected == round(exact * 1_000_000)
    odds = shipped_house_odds().of(configuration("rws-etg").terms.game, 8)
    together = odds.variance({"player": 150_00, "banker": 20_00, "tie": 10_00})  # type: ignore[dict-item]
    assert together is not None
    assert took.variance == round(together)
    assert took.squares == took.variance**2
    assert (took.rated, took.unrated, took.handle) == (1, 0, 180_00)


def test_a_round_without_bets_is_not_rated() -> None:
    evening = opened(configuration("rws-etg"))
    evening.do(OpenBets())
    evening.play(BANKER_WINS)
    took = log_of(evening).now.takings
    assert took == Takings(settled=1, drop=took.drop)


def test_a_round_of_unknown_odds_is_counted_as_such() -> None:
    evening = opened(configuration("rws-etg"))
    bet_and_play(evening, PLAYER_WINS, player=100)
    seen = Watched()
    for event in evening.record.events:
        seen = watch(seen, event)
    took = seen.takings.now.takings
    assert (took.win, took.unrated, took.rated, took.expected) == (-100_00, 1, 0, 0)


def test_a_late_correction_changes_the_win_and_nothing_that_was_expected() -> None:
    evening = opened(configuration("rws-etg"))
    bet_and_play(evening, PLAYER_WINS, player=100)
    evening.do(OpenBets())
    evening.play(BANKER_WINS)
    before = log_of(evening).now.takings
    corrected_late(evening, 1, BANKER_WINS)
    after = log_of(evening).now.takings
    assert (before.win, after.win) == (-100_00, 100_00)
    assert after - before == Takings(win=Cents(200_00))


def test_a_round_that_is_void_after_its_payment_counts_for_nothing_that_was_expected() -> None:
    log = log_of(an_evening_of_corrections())
    (row,) = shift_report(one_table(an_evening_of_corrections().record.events)).rows
    took = log.now.takings
    assert took.void == row.figures.void > 0
    assert took.handle == row.figures.handle
    assert took.rated <= took.settled


def test_a_table_that_opens_again_begins_a_new_period() -> None:
    evening = opened(configuration("rws-etg"))
    assert begin_of(TakingsLog(), TakingsSpan.OPENING, Instant(0)) is None
    bet_and_play(evening, PLAYER_WINS, player=100)
    evening.do(CloseTable(), SUPERVISOR)
    evening.now = 2_000
    evening.do(OpenTable())
    log = log_of(evening)
    begin = begin_of(log, TakingsSpan.OPENING, Instant(3_000))
    assert begin is not None
    assert (begin.at, begin.takings) == (2_000, log.now.takings)


def drops(times: list[int]) -> TakingsLog:
    log, terminal = TakingsLog(), TerminalId("T1")
    for at in times:
        fact = CashTaken(terminal, dollars(1))
        log = takings_after(log, NO_ODDS, Table(), fact, Instant(at))
    return log


TIMES = [7 * DAY_MS + n * 431_000 for n in range(4_000)]
"""An event about every seven minutes for almost twenty days."""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("span", "width", "length"),
    [
        (TakingsSpan.HOUR, MINUTE_MS, HOUR_MS),
        (TakingsSpan.SHIFT, QUARTER_MS, 8 * HOUR_MS),
        (TakingsSpan.DAY, QUARTER_MS, DAY_MS),
        (TakingsSpan.WEEK, TWO_HOURS_MS, 7 * DAY_MS),
    ],
)
def test_a_period_begins_where_the_takings_are_known_exactly(
    span: TakingsSpan, width: int, length: int
) -> None:
    log, last = drops(TIMES), TIMES[-1]
    for later in (0, 59_000, 3 * HOUR_MS, 2 * DAY_MS):
        begin = begin_of(log, span, Instant(last + later))
        assert begin is not None
        assert begin.at % width == 0
        assert 0 <= last + later - length - begin.at < width
        assert begin.takings.drop == 100 * sum(at < begin.at for at in TIMES)


def test_the_number_of_milestones_is_bounded_and_their_times_increase() -> None:
    log = drops(TIMES)
    sizes = 120 + 192 + 168 + 1
    assert len(log.milestones) <= sizes
    assert all(one.at < other.at for one, other in pairwise(log.milestones))
    assert log.milestones[0].at < TIMES[-1] - 14 * DAY_MS <= log.milestones[1].at
    of_minutes = drops([n * 20_000 for n in range(1, 1_000)])
    widths = Counter(
        b.at // MINUTE_MS - a.at // MINUTE_MS for a, b in pairwise(of_minutes.milestones)
    )
    assert set(widths) <= {1, 15, *range(1, 16)}
    assert of_minutes.now.takings.drop == 999 * 100


def test_milestones_hold_the_sum_of_everything_before() -> None:
    log = drops(TIMES[:50])
    sums = dict(zip(TIMES, accumulate([100] * 50), strict=False))
    assert all(each.takings.drop == sums[each.at] for each in log.newest_first())

"""A table in the list of all tables: its money, its pace, its likelihood and its concerns."""

import pytest

from punto.bootstrap.rule_book import shipped_house_odds
from punto.rounds.adjustment.commands import AskAdjustment
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.commands import Patron
from punto.rounds.configuration import Configuration
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import AnswerPrinter, CashOut, PrinterAnswer
from punto.rounds.table.commands import CloseTable
from punto.rounds.tray.commands import CountFloat, FloatCount, RequestSlip, SlipKind
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.ids import Instant, TableId
from punto.values.money import Cents, dollars
from punto.views.screens.floor_tables import (
    BAND,
    RATED_LEAST,
    Concern,
    Surroundings,
    TableOnFloor,
    table_on_floor,
    urgency,
    work_at,
)
from punto.views.takings import (
    HOUR_MS,
    MILLIONTHS,
    MINUTE_MS,
    Milestone,
    Takings,
    TakingsLog,
    TakingsSpan,
)
from punto.views.watched_table import Watched, watch, watched
from support.rounds.evening import SUPERVISOR, T1, T2, Evening, configuration, opened
from support.rounds.live import ANN, lay, live_betting, live_opened
from support.rounds.matters import report
from support.rounds.trays import FLOAT, chips, moved, with_float
from support.views.screens.stages import STAGES, with_bets
from views.test_sensors import SENSOR, read, stack

A1 = TableId("A1")


def seen(evening: Evening) -> Watched:
    found = Watched(odds=shipped_house_odds())
    for event in evening.record.events:
        found = watch(found, event)
    return found


def on_floor(
    evening: Evening,
    span: TakingsSpan = TakingsSpan.OPENING,
    later: int = 0,
    around: Surroundings | None = None,
) -> TableOnFloor:
    now = Instant(evening.now + later)
    return table_on_floor(A1, seen(evening), span, now, around or Surroundings())


def of_log(
    log: TakingsLog, span: TakingsSpan = TakingsSpan.OPENING, points: int = 60
) -> TableOnFloor:
    around = Surroundings(points=points)
    return table_on_floor(A1, Watched(takings=log), span, log.now.at, around)


def bet_and_play(evening: Evening, **stakes: int) -> None:
    evening.do(OpenBets())
    evening.bet(T1, **stakes)
    evening.play("9S 2D KH 4C")


def test_a_table_without_a_game_is_shown_all_the_same() -> None:
    shown = table_on_floor(A1, Watched(), TakingsSpan.OPENING, Instant(0), Surroundings("no disk"))
    assert (shown.table, shown.game, shown.takings, shown.points) == (A1, None, None, ())
    assert shown.concerns == ((Concern.HALTED, 1),)
    assert shown.halted == "no disk"


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_of_an_evening_is_shown(stage: str) -> None:
    evening = STAGES[stage]()
    shown = on_floor(evening)
    assert shown.phase is evening.phase()
    assert shown.round_number == evening.table.rounds_count
    stopped = evening.phase() is Phase.STOPPED
    assert ((Concern.RULING, 1) in shown.concerns) == stopped


def test_bets_are_at_risk_until_their_round_is_over() -> None:
    shown = on_floor(with_bets())
    assert shown.betting == 2
    assert shown.at_risk > 0
    assert shown.liability > 0
    over = on_floor(STAGES["settled"]())
    assert (over.betting, over.at_risk, over.liability) == (0, 0, 0)
    assert (over.seats, over.connected) == (2, 2)


def test_a_live_table_counts_patrons_who_are_there() -> None:
    evening = live_betting()
    shown = on_floor(evening)
    configured = evening.table.configuration
    assert isinstance(configured, Configuration)
    assert configured.layout is not None
    assert shown.live
    assert shown.seats == len(configured.layout.boxes)
    here = sum(patron.is_here for patron in evening.table.patrons.values())
    assert shown.connected == here > 0


def test_the_takings_are_those_since_the_table_opened() -> None:
    evening = opened(configuration("rws-etg"))
    bet_and_play(evening, player=100)
    shown = on_floor(evening)
    assert shown.takings is not None
    assert (shown.takings.settled, shown.takings.win) == (1, -dollars(100))
    assert (shown.takings.handle, shown.takings.drop) == (dollars(100), dollars(2000))
    assert shown.takings.expected == round(100_00 * 0.012351)
    assert [point.win for point in shown.points] == [0, -dollars(100)]


def test_no_word_is_said_of_chance_after_a_few_rounds() -> None:
    evening = opened(configuration("rws-etg"))
    bet_and_play(evening, player=100)
    takings = on_floor(evening).takings
    assert takings is not None
    assert (takings.z, takings.rounds_alike) == (None, 1)


def log(*states: tuple[int, Takings]) -> TakingsLog:
    marks = tuple(Milestone(Instant(at), takings) for at, takings in states)
    return TakingsLog(marks[-1], marks[0], marks[1:-1])


def rounds(number: int, win: int, variance: int = 10**8) -> Takings:
    """Rounds with equal bets."""
    return Takings(
        settled=number,
        win=Cents(win),
        rated=number,
        expected=100 * MILLIONTHS * number,
        variance=variance * number,
        squares=variance * variance * number,
    )


def test_the_distance_from_expectation_is_told_in_standard_deviations() -> None:
    shown = of_log(log((0, Takings()), (1, rounds(400, win=40_000 + 3 * 200_000))))
    assert shown.takings is not None
    assert (shown.takings.expected, shown.takings.deviation) == (40_000, 200_000)
    assert shown.takings.z == 300
    assert shown.takings.rounds_alike == 400
    assert (Concern.RESULT, 1) in shown.concerns
    near = of_log(log((0, Takings()), (1, rounds(400, win=40_000 - 2 * 200_000)))).takings
    assert near is not None
    assert near.z == -200


def test_one_large_bet_among_many_small_ones_says_nothing_of_chance() -> None:
    large = rounds(1, win=10_000_000, variance=10**14)
    shown = of_log(log((0, Takings()), (1, rounds(400, win=0) + large)))
    assert shown.takings is not None
    assert shown.takings.rounds_alike < RATED_LEAST
    assert shown.takings.z is None


def test_where_the_odds_of_a_bet_are_not_known_nothing_is_expected() -> None:
    shown = of_log(log((0, Takings()), (1, rounds(400, win=0) + Takings(settled=1, unrated=1))))
    assert shown.takings is not None
    assert (shown.takings.expected, shown.takings.deviation, shown.takings.z) == (None, None, None)
    assert shown.takings.unrated == 1


def test_the_line_has_a_bounded_number_of_points_and_both_ends() -> None:
    states = [(n, rounds(n, win=n)) for n in range(500)]
    shown = of_log(log(*states), points=24)
    assert len(shown.points) == 24
    assert (shown.points[0].at, shown.points[-1].at) == (0, 499)
    last = shown.points[-1]
    wide = BAND * (1e8 * 499) ** 0.5
    assert (last.low, last.high) == (round(49_900 - wide), round(49_900 + wide))
    assert [point.at for point in shown.points] == sorted({point.at for point in shown.points})


def test_a_period_without_anything_has_no_line() -> None:
    quiet = TakingsLog(Milestone(Instant(1), rounds(1, 0)))
    shown = table_on_floor(A1, Watched(takings=quiet), TakingsSpan.HOUR, Instant(9 * HOUR_MS))
    assert shown.takings is not None
    assert (shown.takings.settled, shown.points) == (0, ())


def test_the_pace_is_that_of_the_last_hour_and_not_told_too_soon() -> None:
    evening = opened(configuration("rws-etg"))
    for _ in range(3):
        bet_and_play(evening, player=5)
    assert on_floor(evening, later=4 * MINUTE_MS).pace is None
    assert on_floor(evening, later=6 * MINUTE_MS).pace == 30
    assert on_floor(evening, later=3 * HOUR_MS).pace == 0
    evening.do(CloseTable(), SUPERVISOR)
    assert on_floor(evening, later=6 * MINUTE_MS).pace is None


def test_everything_that_waits_for_a_person_is_counted() -> None:
    evening = opened()
    wish = AskAdjustment(T1, dollars(5), "a spilt drink")
    evening.do(wish, SUPERVISOR)
    evening.do(CashOut(T2, 99), Patron(T2))
    ticket = evening.table.seats[T2].ticket
    assert ticket is not None
    evening.do(AnswerPrinter(T2, ticket, PrinterAnswer.UNKNOWN), Patron(T2))
    assert work_at(seen(evening), calls=2) == (
        (Concern.ADJUSTMENT, 1),
        (Concern.TICKET, 1),
        (Concern.CALL, 2),
    )


def test_the_most_urgent_concern_says_where_a_table_stands() -> None:
    evening = opened()
    calm = on_floor(evening)
    calling = on_floor(evening, around=Surroundings(calls=1))
    evening.do(report(Irregularity.NOT_COVERED))
    stopped = on_floor(evening, around=Surroundings(calls=1))
    halted = on_floor(evening, around=Surroundings("the disk is full", 1))
    assert [each for each, _ in halted.concerns][:3] == [
        Concern.HALTED,
        Concern.RULING,
        Concern.CALL,
    ]
    ordered = sorted((calm, calling, stopped, halted), key=urgency)
    assert ordered == [halted, stopped, calling, calm]


def test_liability_near_its_cap_is_a_concern() -> None:
    evening = with_bets()
    config = evening.table.configuration
    assert config is not None
    found = watched(evening.record.events)
    liability = on_floor(evening).liability
    for cap, is_near in ((liability, True), (liability * 5 // 4, True), (liability * 2, False)):
        capped = replace(found.table, configuration=replace(config, liability_cap=Cents(cap)))
        shown = table_on_floor(
            A1, replace(found, table=capped), TakingsSpan.OPENING, Instant(evening.now)
        )
        assert ((Concern.LIABILITY, 1) in shown.concerns) == is_near


def test_papers_of_the_tray_wait_for_people_and_chips_that_run_low_for_a_fill() -> None:
    evening = with_float()
    evening.do(RequestSlip(SlipKind.CREDIT, chips({1000: 1})), SUPERVISOR)
    assert work_at(seen(evening)) == ((Concern.SLIP, 1),)
    assert (Concern.FILL, 1) not in on_floor(evening).concerns
    low = with_float()
    moved(low, SlipKind.CREDIT, chips({1000: 10}))
    brought = seen(low)
    row = brought.float_row
    assert row is not None
    supplied = replace(brought, float_row=replace(row, supplied=FLOAT))
    shown = table_on_floor(A1, supplied, TakingsSpan.OPENING, Instant(low.now))
    assert shown.concerns == ((Concern.FILL, 1),)


def test_a_first_count_waits_for_its_second_person() -> None:
    evening = live_opened()
    evening.do(CountFloat(FloatCount.OPENING, FLOAT))
    assert work_at(seen(evening)) == ((Concern.COUNT, 1),)


def test_chips_that_a_sensor_saw_late_wait_for_an_answer() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=100)
    sensor = read(evening, SENSOR, stack(100))
    evening.do(CloseLayout())
    late = read(evening, sensor, stack(200))
    found = replace(seen(evening), sensor=late)
    assert work_at(found) == ((Concern.LATE_CHIPS, 1),)

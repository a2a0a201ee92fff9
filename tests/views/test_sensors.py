"""The sensor of a live table: which questions a reading raises, and when they end."""

import pytest

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.readings import LayoutReading, ReadBet, ReadBoxUnknown, ReadDifference
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout, LeaveTable, SetReadingAside, TakeReading
from punto.rounds.dealing.commands import Settle
from punto.rules.games import BetKey
from punto.values.ids import Instant, TerminalId
from punto.values.money import dollars
from punto.values.structures import replace
from punto.views.screens.felt import felt_of
from punto.views.sensors import (
    QuestionKind,
    SensorCondition,
    SensorState,
    after_reading,
    in_trouble,
    sensor_shown,
)
from support.rounds.evening import Evening, configuration
from support.rounds.live import ANN, BEN, BOX_1, BOX_2, lay, live_betting, live_opened

clause = pytest.mark.clause
SENSOR = SensorState(TerminalId("S1"))
NEW, DIFFERS, LATE = QuestionKind


def stack(amount: int, patron: PatronKey | None = ANN, bet: str = "banker") -> ReadBet:
    return ReadBet(BOX_1, BetKey(bet), ((dollars(100), amount // 100),), patron)


def read(evening: Evening, before: SensorState, *bets: ReadBet) -> SensorState:
    """Return the sensor's state after its next reading."""
    configured = evening.table.configuration
    assert configured is not None
    reading = LayoutReading(before.number + 1, bets)
    after = after_reading(before, evening.table, configured, reading)
    assert isinstance(after, SensorState)
    return after


def asked(evening: Evening, sensor: SensorState) -> list[tuple[QuestionKind, int, int, bool]]:
    """Return every question: its kind, the dollars recorded and read, whether it can be taken."""
    return [
        (each.kind, each.difference.recorded // 100, each.difference.read // 100, each.can_take)
        for each in sensor_shown(evening.table, sensor).questions
    ]


@clause("rws-live", "5.13")
def test_unrecorded_chips_are_offered_and_others_compared() -> None:
    evening = live_betting()
    sensor = read(evening, SENSOR, stack(300), stack(100, bet="tie"))
    assert asked(evening, sensor) == [(NEW, 0, 300, True), (NEW, 0, 100, True)]
    lay(evening, ANN, banker=500)
    assert asked(evening, sensor) == [(DIFFERS, 500, 300, True), (DIFFERS, 0, 100, True)]
    lay(evening, ANN, banker=300, tie=100)
    assert asked(evening, sensor) == []


def test_questions_stand_in_the_order_of_the_boxes() -> None:
    evening = live_betting()
    second = ReadBet(BOX_2, BetKey("tie"), ((dollars(100), 1),))
    sensor = read(evening, SENSOR, second, stack(300))
    shown = sensor_shown(evening.table, sensor).questions
    assert [each.difference.box for each in shown] == [BOX_1, BOX_2]


def test_what_several_patrons_share_or_one_left_behind_cannot_be_taken() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    lay(evening, BEN, banker=200)
    assert asked(evening, read(evening, SENSOR, stack(800, None))) == [(DIFFERS, 700, 800, False)]
    evening.do(LeaveTable(BEN))
    sensor = read(evening, SENSOR, stack(500))
    assert asked(evening, sensor) == [(DIFFERS, 200, 0, False)]


@clause("rws-live", "5.13")
def test_an_answer_ends_the_question_until_something_else_is_read() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    sensor = read(evening, SENSOR, stack(300))
    (question,) = sensor_shown(evening.table, sensor).questions
    evening.do(SetReadingAside((question.difference,)))
    assert asked(evening, sensor) == []
    sensor = read(evening, sensor, stack(400))
    (question,) = sensor_shown(evening.table, sensor).questions
    evening.do(TakeReading((question.difference,)))
    assert asked(evening, sensor) == []


@clause("rws-live", "5.6")
def test_a_change_after_the_close_stays_a_question_even_if_it_is_undone() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500, tie=100)
    sensor = read(evening, SENSOR, stack(500), stack(200, bet="tie"))
    evening.do(CloseLayout())
    assert asked(evening, sensor) == [(DIFFERS, 100, 200, False)], "open when bets were closed"
    for banker in (500, 900, 500):
        sensor = read(evening, sensor, stack(banker), stack(200, bet="tie"))
    assert asked(evening, sensor) == [(LATE, 500, 900, False), (DIFFERS, 100, 200, False)]
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    sensor = read(evening, sensor)
    assert asked(evening, sensor) == [(LATE, 500, 900, False)], "chips are taken and paid now"
    late = ReadDifference(BOX_1, BetKey("banker"), ANN, dollars(500), dollars(900))
    evening.do(SetReadingAside((late,)))
    assert asked(evening, sensor) == []


@clause("rws-live", "5.6")
def test_without_a_reading_before_the_close_nothing_is_called_late() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    evening.do(CloseLayout())
    sensor = read(evening, SENSOR, stack(900))
    assert asked(evening, sensor) == [(DIFFERS, 500, 900, False)]


def test_a_reading_of_the_round_before_asks_nothing() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    sensor = read(evening, SENSOR, stack(500))
    evening.do(CloseLayout())
    sensor = read(evening, sensor, stack(900))
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    evening.do(OpenBets())
    assert asked(evening, sensor) == []
    assert asked(evening, read(evening, sensor, stack(300))) == [(NEW, 0, 300, True)]


def test_before_the_first_round_there_is_nothing_to_ask() -> None:
    evening = live_opened()
    assert asked(evening, read(evening, SENSOR, stack(300))) == []


def test_a_sensor_that_is_silent_or_faulty_says_so_and_asks_nothing() -> None:
    evening = live_betting()
    sensor = replace(read(evening, SENSOR, stack(300)), seen_at=Instant(7))
    shown = sensor_shown(evening.table, sensor)
    assert (shown.condition, shown.silent_since) == (SensorCondition.READING, None)
    shown = sensor_shown(evening.table, replace(sensor, silent=True))
    assert (shown.condition, shown.silent_since) == (SensorCondition.SILENT, 7)
    assert shown.questions == ()
    refusal = ReadBoxUnknown(BoxLabel("4"), (BOX_1,))
    shown = sensor_shown(evening.table, in_trouble(sensor, refusal))
    assert shown.condition is SensorCondition.FAULTY
    assert (shown.trouble, shown.trouble_words) == ("ReadBoxUnknown", refusal.sentence)
    assert shown.questions == ()


def test_a_reading_that_counts_for_nothing_leaves_the_one_before() -> None:
    evening = live_betting()
    sensor = read(evening, SENSOR, stack(300))
    configured = evening.table.configuration
    assert configured is not None
    elsewhere = LayoutReading(2, (ReadBet(BoxLabel("4"), BetKey("tie"), ((dollars(100), 1),)),))
    refusal = after_reading(sensor, evening.table, configured, elsewhere)
    assert refusal == ReadBoxUnknown(BoxLabel("4"), (BOX_1, BOX_2))
    assert in_trouble(sensor, ReadBoxUnknown(BoxLabel("4"), ())).bets == sensor.bets


def test_no_chips_are_read_at_an_electronic_table() -> None:
    electronic = configuration()
    with pytest.raises(ValueError, match="electronic"):
        after_reading(SENSOR, live_opened().table, electronic, LayoutReading(1, ()))


def test_the_felt_shows_the_sensor_of_a_table_that_has_one() -> None:
    evening = live_betting()
    bare, felt = felt_of(evening.table), felt_of(evening.table, SENSOR)
    assert bare is not None
    assert bare.sensor is None
    assert felt is not None
    assert felt.sensor == sensor_shown(evening.table, SENSOR)

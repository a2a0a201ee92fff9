"""Clocks around a server that are wrong, or are set while it runs."""

from structlog.testing import capture_logs

from punto.bootstrap.clock_watch import ClockWatch
from punto.devices.clock import SystemClock
from punto.runtime.ports import CannotRecord
from punto.values.ids import Instant
from support.runtime.stage import HandClock

HOUR_MS = 3_600_000


def beside(system: HandClock, database: HandClock | None = None) -> ClockWatch:
    """Watch these hand clocks beside a house clock that really runs."""
    return ClockWatch(system, lambda: None if database is None else database.at)


def test_a_system_clock_that_is_set_back_moves_no_time_and_is_told_once() -> None:
    system = HandClock()
    watch = beside(system)
    with capture_logs() as logged:
        watch.look()
        before = watch.house.now()
        system.at -= HOUR_MS
        for _ in range(3):
            watch.look()
        assert before <= watch.house.now() < before + 60_000
        (told,) = logged
        assert (told["event"], told["clock"]) == ("a clock was set", "system")
        assert abs(told["changed_by_ms"] + HOUR_MS) < 1_000
        assert watch.told()["times_set"] == 1
        assert abs(watch.told()["system_ahead_ms"] + HOUR_MS) < 1_000
        system.at += HOUR_MS
        watch.look()
    assert watch.told()["times_set"] == len(logged) == 2


def test_a_node_goes_by_the_clock_of_the_database_and_tells_how_far_its_own_is_off() -> None:
    system, database = HandClock(1_020_000), HandClock(1_000_000)
    watch = beside(system, database)
    assert abs(watch.house.now() - database.at) < 500
    with capture_logs() as logged:
        watch.look()
        watch.look()
    (told,) = logged
    assert (told["event"], told["clock"], told["log_level"]) == (
        "a clock is off",
        "system",
        "warning",
    )
    assert abs(told["ahead_ms"] - 20_000) < 1_000
    assert abs(watch.told()["database_ahead_ms"]) < 500
    assert abs(watch.told()["system_ahead_ms"] - 20_000) < 1_000
    assert watch.told()["times_set"] == 0


def test_a_database_that_does_not_answer_says_nothing_of_its_clock() -> None:
    answers = [1_000_000]

    def database_time() -> int:
        if not answers:
            raise CannotRecord("away")
        return answers.pop()

    watch = ClockWatch(HandClock(), database_time)
    watch.look()
    assert "database_ahead_ms" not in watch.told()


def test_clocks_that_agree_are_not_mentioned() -> None:
    watch = ClockWatch(SystemClock(), lambda: None)
    with capture_logs() as logged:
        watch.look()
        watch.look()
    assert logged == []
    assert abs(watch.told()["system_ahead_ms"]) < 500
    assert watch.house.now() > Instant(0)

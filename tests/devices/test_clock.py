import time

import pytest

from punto.devices.clock import HouseClock, SystemClock
from punto.values.ids import Instant


def test_now_is_the_operating_systems_time_in_whole_milliseconds() -> None:
    before = time.time()
    now = SystemClock().now()
    after = time.time()
    assert int(before * 1000) <= now <= after * 1000


def test_a_part_of_a_millisecond_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_750_000_000_123_999_999)
    assert SystemClock().now() == 1_750_000_000_123


class Elapsed:
    """A clock that no one can set, and that moves in steps."""

    def __init__(self) -> None:
        self.ms = 77

    def __call__(self) -> int:
        return self.ms


def test_a_house_clock_goes_on_from_where_it_was_set() -> None:
    elapsed = Elapsed()
    clock = HouseClock(Instant(1_000_000), elapsed)
    assert clock.now() == 1_000_000
    elapsed.ms += 250
    assert clock.now() == 1_000_250


def test_a_house_clock_goes_on_by_the_machines_own_measure() -> None:
    clock = HouseClock(Instant(5_000))
    assert 5_000 <= clock.now() < 5_000 + 60_000


def test_a_house_clock_makes_good_what_is_drift_and_never_goes_back() -> None:
    elapsed = Elapsed()
    clock = HouseClock(Instant(1_000_000), elapsed)
    assert clock.follow(Instant(1_000_400)) == 400
    assert clock.now() == 1_000_400
    assert clock.follow(Instant(999_900)) == -500
    assert clock.now() == 1_000_400
    elapsed.ms += 600
    assert clock.now() == 1_000_500


@pytest.mark.parametrize("step", [-3_600_000, -1_001, 1_001, 3_600_000])
def test_a_house_clock_does_not_follow_one_that_was_set(step: int) -> None:
    clock = HouseClock(Instant(9_000_000), Elapsed())
    assert clock.follow(Instant(9_000_000 + step)) == step
    assert clock.now() == 9_000_000

import time

import pytest

from punto.devices.clock import SystemClock


def test_now_is_the_operating_systems_time_in_whole_milliseconds() -> None:
    before = time.time()
    now = SystemClock().now()
    after = time.time()
    assert int(before * 1000) <= now <= after * 1000


def test_a_part_of_a_millisecond_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_750_000_000_123_999_999)
    assert SystemClock().now() == 1_750_000_000_123

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.ids import Instant, datetime_of, instant_of, moment

SINGAPORE = timezone(timedelta(hours=8))
NEW_YEAR = Instant(1_767_225_600_000)


def test_an_instant_counts_milliseconds_since_1970() -> None:
    assert instant_of(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert instant_of(datetime(2026, 1, 1, tzinfo=UTC)) == NEW_YEAR
    assert instant_of(datetime(2026, 1, 1, 8, tzinfo=SINGAPORE)) == NEW_YEAR


@pytest.mark.parametrize(
    ("microseconds", "milliseconds"),
    [(-1_001, -1), (-1_000, -1), (-999, 0), (0, 0), (1, 1), (1_000, 1), (1_001, 2)],
)
def test_part_of_a_millisecond_rounds_up_so_that_a_period_never_begins_early(
    microseconds: int, milliseconds: int
) -> None:
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
    assert instant_of(time) == milliseconds


@given(st.integers(-(10**13), 10**14))
def test_date_and_time_name_the_same_instant(milliseconds: int) -> None:
    at = Instant(milliseconds)
    assert instant_of(datetime_of(at)) == at
    assert instant_of(datetime_of(at).astimezone(SINGAPORE)) == at


def test_a_sentence_is_due_for_an_instant_beyond_the_calendar_too() -> None:
    assert moment(NEW_YEAR) == "2026-01-01T00:00:00+00:00"
    beyond = Instant(10**18)
    assert moment(beyond) == "1000000000000000000 ms"
    with pytest.raises(OverflowError):
        datetime_of(beyond)

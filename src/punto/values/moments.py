"""Moments as refusals tell them."""

from datetime import UTC, datetime, timedelta

from punto.values.ids import Instant

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: Instant) -> str:
    """An instant as date and time in UTC."""
    try:
        return (_EPOCH + timedelta(milliseconds=at)).isoformat()
    except OverflowError:  # a date that no calendar has can still be told
        return f"{at} ms"

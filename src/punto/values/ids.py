"""Ids of people, devices and messages, and instants, as the record keeps them."""

from datetime import UTC, datetime, timedelta
from typing import NewType

PersonId = NewType("PersonId", str)
TerminalId = NewType("TerminalId", str)
TableId = NewType("TableId", str)
CommandId = NewType("CommandId", str)

Instant = NewType("Instant", int)
"""Milliseconds since 1970 (UTC). The core receives time as data and never reads a clock."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def instant_of(time: datetime) -> Instant:
    """Return the instant of a date and time in any zone, rounded up to a whole millisecond."""
    return Instant(-((_EPOCH - time) // _MILLISECOND))


def datetime_of(at: Instant) -> datetime:
    """Return an instant as date and time in UTC; raises OverflowError beyond the calendar."""
    return _EPOCH + at * _MILLISECOND


def moment(at: Instant) -> str:
    """Return an instant as date and time in UTC."""
    try:
        return datetime_of(at).isoformat()
    except OverflowError:  # sentences need some text even for an instant beyond the calendar
        return f"{at} ms"

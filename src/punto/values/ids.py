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


def moment(at: Instant) -> str:
    """Return an instant as date and time in UTC."""
    try:
        return (_EPOCH + timedelta(milliseconds=at)).isoformat()
    except OverflowError:  # a sentence is still due for an instant beyond the calendar
        return f"{at} ms"

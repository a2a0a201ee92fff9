"""Names of people, devices and messages, and moments, as the record keeps them."""

from datetime import UTC, datetime, timedelta
from typing import NewType

PersonId = NewType("PersonId", str)
TerminalId = NewType("TerminalId", str)
TableId = NewType("TableId", str)
CommandId = NewType("CommandId", str)

Instant = NewType("Instant", int)
"""A moment in milliseconds since 1970 (UTC). Time is data: it comes in, nobody asks for it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: Instant) -> str:
    """An instant as date and time in UTC."""
    try:
        return (_EPOCH + timedelta(milliseconds=at)).isoformat()
    except OverflowError:  # a date that no calendar has can still be told
        return f"{at} ms"

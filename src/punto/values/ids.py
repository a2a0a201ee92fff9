"""Names of people, devices and messages, and moments, as the record keeps them."""

from typing import NewType

PersonId = NewType("PersonId", str)
TerminalId = NewType("TerminalId", str)
TableId = NewType("TableId", str)
CommandId = NewType("CommandId", str)

Instant = NewType("Instant", int)
"""A moment in milliseconds since 1970 (UTC). Time is data: it comes in, nobody asks for it."""

"""Raises the limit on open connections, each of which is a file to the system."""

import sys
from contextlib import suppress

_RESERVED = 256
"""Open files besides connections: the record, the line to its database, pages, the log."""


def most_connections() -> int | None:
    """Return how many connections the system allows; None if there is no limit.

    A server with more could open neither its record nor its database.
    """
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 (not to be had everywhere)

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return None
    return max(allowed - _RESERVED, allowed // 2)


def allow_many_connections() -> None:
    """Raise the limit of this process to the most that the system allows.

    The default is about a thousand, and a floor has as many terminals.
    """
    if sys.platform == "win32":
        return  # there is no such limit
    import resource  # noqa: PLC0415 (not to be had everywhere)

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # then the default must do
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

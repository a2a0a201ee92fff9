"""How many connections a process may have open; each is a file to the machine."""

import sys
from contextlib import suppress


def allow_many_connections() -> None:
    """Raise the limit of this process to the most that the machine lets it have.

    The usual one is about a thousand, and a floor has as many terminals.
    """
    if sys.platform == "win32":
        return  # where there is no such limit
    import resource  # noqa: PLC0415 (not to be had everywhere)

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # then the usual one has to do
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

"""How many workers a command has, unless somebody says another number."""

import os


def cores() -> int:
    """The cores that this process may use, where the system tells; else those there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

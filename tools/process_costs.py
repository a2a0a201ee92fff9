"""The processor time of processes, as the system counts it."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _SYSTEM, _USER_OF_ENDED, _SYSTEM_OF_ENDED = 1, 11, 12, 13, 14
"""Fields of ``/proc/PID/stat`` after the name of the program."""


def cpu_seconds(process: int, *, with_children: bool = False) -> float:
    """Return the seconds of a process so far, user and system, and those of its children."""
    fields = _fields(process)
    wanted = [_USER, _SYSTEM, *([_USER_OF_ENDED, _SYSTEM_OF_ENDED] if with_children else [])]
    own = sum(int(fields[each]) for each in wanted) / _TICKS
    return own + (sum(map(cpu_seconds, _children(process))) if with_children else 0.0)


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    return [int(child) for child in listed.split()]


def _fields(process: int) -> list[str]:
    try:
        said = Path(f"/proc/{process}/stat").read_text("ascii")
    except FileNotFoundError:  # it has just ended, and its parent counts it
        return ["0"] * (_SYSTEM_OF_ENDED + 1)
    return said.rpartition(")")[2].split()

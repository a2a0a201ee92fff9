"""SIGTERM and Ctrl-C: the first asks the server to stop, and a second one ends the process."""

import asyncio
import os
import signal
from threading import Timer

import structlog

_log = structlog.get_logger("punto.server")

WIND_DOWN_S = 15.0
"""How long a stop may take beyond the rounds in progress: to suspend what is left of them, to tell
the screens, to sign, and to let go of the database.
"""

_GAVE_UP = 1
"""The exit code of a process that could not stop in time."""


def stop_at_signals(stop: asyncio.Event, finish_seconds: float) -> None:
    """Ask for a stop at the first signal, and see to it that the process ends.

    A second signal has the effect that the system gives it: the process is gone at once, whatever
    it is doing. So it is after the longest time that a stop may take, when a thread waits for a
    database that does not answer. The record survives either as it survives `kill -9`.
    """
    loop = asyncio.get_running_loop()

    def first_signal() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        # A thread of its own: neither a busy event loop nor a join of other threads holds it up.
        longest_s = finish_seconds + WIND_DOWN_S
        watch = Timer(longest_s, _give_up, (longest_s,))
        watch.daemon = True
        watch.start()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, first_signal)


def _give_up(after_s: float) -> None:
    _log.error("the stop takes too long, so the process ends as it is", after_s=after_s)
    os._exit(_GAVE_UP)

"""SIGTERM and Ctrl-C: the first asks the server to stop, a second ends the process."""

import asyncio
import os
import signal
from threading import Timer

import structlog

_log = structlog.get_logger("punto.server")

WIND_DOWN_S = 15.0
"""How long a stop may take after the rounds in progress.

In this time the server suspends remaining rounds, tells the screens, signs, and closes the
database.
"""

_GAVE_UP = 1
"""The exit code of a process that could not stop in time."""


def stop_at_signals(stop: asyncio.Event, finish_seconds: float) -> None:
    """Ask for a stop at the first signal, and make sure that the process ends.

    A second signal has its default effect: the process ends at once, whatever it is doing. So it
    does after the longest time that a stop may take, for example if a thread waits for a database
    that does not answer. The record survives either as it survives `kill -9`.
    """
    loop = asyncio.get_running_loop()

    def first_signal() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        # In its own thread, so that neither a busy event loop nor a thread being joined delays it.
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

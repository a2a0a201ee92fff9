"""Ctrl-C as a request to finish, for commands that have something to show by then."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

INTERRUPTED = 130


@contextmanager
def interrupted() -> Iterator[Event]:
    """Yield an event that Ctrl-C sets; a second Ctrl-C ends everything at once."""
    stop = Event()

    def hear(_number: int, _frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)

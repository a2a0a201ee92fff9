"""The common part of the lab's commands: options, cores, notices about the lab itself, and Ctrl-C.

Ctrl-C asks for an early end, because these commands can show their results so far.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Event

import click

from punto.cli.inputs import fail, together

play_options = together(
    click.option("--one-more", is_flag=True, help="Deal another round after its round (A-49 b)."),
    click.option(
        "--burn",
        type=click.Choice(["none", "first-card"]),
        default="none",
        show_default=True,
        help="Whether a new shoe's first card is shown and as many burned as it counts (A-49).",
    ),
)
"""The options for how a shoe begins and ends."""

workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 4_096),
    metavar="N",
    help="The number of cores.  [default: all]",
)


@contextmanager
def lab_wanted() -> Iterator[None]:
    """Import the lab within this context; exits with a sentence if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        fail([f"the lab needs {error.name}: install punto with its extra lab"])


def cores() -> int:
    """Return the number of cores that this process may use, or that the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def announce_compiling() -> None:
    """Tell a user at a terminal before the lab is compiled, which happens once."""
    from punto.lab import Kernel  # noqa: PLC0415 (only this needs the lab)

    if sys.stderr.isatty():
        Kernel.before_compiling = staticmethod(_tell_of_compiling)


@cache  # for the first of several kernels
def _tell_of_compiling() -> None:
    # Not by click, which would overwrite a progress bar.
    sys.stderr.write("punto: compiling the lab for this machine, once: a few seconds\n")


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

"""The past of ``punto demo --history``: its options and its progress."""

import re
import socket

import click

from punto.bootstrap.demo_floor import TablePlan
from punto.bootstrap.history import play
from punto.bootstrap.settings import Settings
from punto.cli.inputs import fail, or_fail
from punto.devices import SystemClock
from punto.rounds import CardSource
from punto.values import BadNotation

_SPAN = re.compile(r"([1-9][0-9]{0,3})([hd])", re.ASCII)
_UNITS_MS = {"h": play.HOUR_MS, "d": play.DAY_MS}
_LONGEST_MS = 90 * play.DAY_MS


def planned_past(history: str, seed: int, source: CardSource) -> play.HistoryPlan:
    """Return the past that the options describe; exits with a sentence if they are invalid."""
    length_ms = or_fail(parse_span, history)
    if source is not CardSource.VIRTUAL_SHOE:
        fail([f"--cards with --history: {source.value}, expected virtual"])
    return play.HistoryPlan(SystemClock().now(), length_ms, seed)


def parse_span(text: str) -> int:
    """Return the milliseconds of a time such as ``12h`` or ``7d``."""
    found = _SPAN.fullmatch(text)
    length_ms = 0 if found is None else int(found[1]) * _UNITS_MS[found[2]]
    if not 0 < length_ms <= _LONGEST_MS:
        raise BadNotation(f"history {text!r}: expected 1h to 90d, such as 12h or 7d")
    return length_ms


async def play_past(
    settings: Settings,
    listening: socket.socket,
    plans: tuple[TablePlan, ...],
    past: play.HistoryPlan,
) -> play.HistoryPlayed:
    """Play a past and print its progress; the port is already taken, so the server can start."""
    try:
        return await play.play_history(settings, plans, past, lambda told: _tell(told, past))
    except BaseException:
        listening.close()
        raise


def _tell(told: play.HistoryPlayed, past: play.HistoryPlan) -> None:
    hours = (past.length_ms - (past.ends - told.until)) // play.HOUR_MS
    click.echo(
        f"Played {hours:,} of {past.length_ms // play.HOUR_MS:,} hours: {told.rounds:,} rounds, "
        f"{told.events:,} events, {told.rounds_per_second:,.0f} rounds per second",
        err=True,
    )

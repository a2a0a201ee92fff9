"""punto load: a crowd of terminals at a server, and their measurements."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from punto.cli.inputs import fail, json_option
from punto.cli.load.screen import load_data, print_load
from punto.cli.screens import show_json
from punto.load.links import seats_by_links
from punto.load.load_run import Measured, floor_open, measured, measured_bare
from punto.load.processes import CannotLoad, Plan, Seat
from punto.load.record_check import Checked, check
from punto.load.scripts import script_of

LOST = 1


@click.command(name="load")
@click.option(
    "--terminals", type=click.IntRange(1, 20_000), default=100, show_default=True, metavar="N"
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=30.0,
    show_default=True,
    metavar="S",
    help="How long they play.",
)
@click.option(
    "--betting",
    type=click.FloatRange(0.2, 600),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long bets are open, on its own floor.",
)
@click.option(
    "--pace",
    type=click.IntRange(0, 60_000),
    default=500,
    show_default=True,
    metavar="MS",
    help="How long its table waits between two steps.",
)
@click.option("--bare", is_flag=True, help="Then do the same with a server that only sends.")
@click.option("--address", metavar="URL", help="A running floor, instead of its own.")
@click.option(
    "--links",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Its terminals: what punto demo --json printed.",
)
@click.option("--database", metavar="ADDRESS", help="Its record, to be checked at the end.")
@json_option
def command(
    terminals: int,
    seconds: float,
    betting: float,
    pace: int,
    bare: bool,
    address: str | None,
    links: Path | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Let a crowd of terminals bet in every round, and check that no bet is lost.

    Each terminal is a real WebSocket in a separate process, and bets three times a round. By
    default it starts a floor on a temporary record, with one self-dealing table. At the
    end every acknowledged bet is looked up in the record, and the record is audited. Exit 1 if
    one is missing or the record does not hold.

    \\b
    Examples:
      punto load --terminals 1000 --seconds 60 --bare
      punto load --terminals 20 --seconds 10 --betting 2 --pace 50 --json
      punto load --terminals 6 --address http://127.0.0.1:8000 --links demo.json
    """
    with _in_one_sentence():
        if not (math.isfinite(seconds) and math.isfinite(betting)):
            raise CannotLoad("--seconds: expected a number of seconds")
        if address is not None:
            found = _of_another(address, links, database, terminals, seconds)
        elif links is not None or database is not None:
            raise CannotLoad("--links and --database belong to a running floor: give --address too")
        else:
            found = _of_our_own(terminals, seconds, (round(betting * 1_000), pace))
        only_sending = _bare(found, seconds) if bare else None
    if as_json:
        show_json(load_data(found.measured, found.checked, only_sending))
    else:
        print_load(found.measured, found.checked, only_sending)
    checked = found.checked
    if checked is not None and (checked.lost or not checked.holds):
        sys.exit(LOST)


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    try:
        yield
    except CannotLoad as fault:
        fail([str(fault)])


@dataclass(frozen=True, slots=True)
class _Found:
    seats: tuple[Seat, ...]
    measured: Measured
    checked: Checked | None
    """None if there is no record to check."""


def _of_our_own(terminals: int, seconds: float, times: tuple[int, int]) -> _Found:
    with TemporaryDirectory(prefix="punto-load-") as name:
        plan = Plan(Path(name), terminals, *times)
        with floor_open(plan) as (server, serving):
            loaded = measured(serving.seats, seconds, server)
        return _Found(serving.seats, loaded, check(plan.database, loaded.acknowledged))


def _of_another(
    address: str, links: Path | None, database: str | None, terminals: int, seconds: float
) -> _Found:
    if not address.startswith(("http://", "https://")):
        raise CannotLoad(f"address {address}: expected one such as http://127.0.0.1:8000")
    if links is None:
        raise CannotLoad("--address: give --links too, since a terminal needs a credential")
    seats = seats_by_links(address.rstrip("/"), links, terminals)
    loaded = measured(seats, seconds, None)
    checked = None if database is None else check(database, loaded.acknowledged)
    return _Found(seats, loaded, checked)


def _bare(found: _Found, seconds: float) -> Measured:
    script = script_of(found.measured.frames)
    if script is None:
        raise CannotLoad("--bare: no whole round was seen; give more --seconds")
    return measured_bare(script, found.seats, seconds)

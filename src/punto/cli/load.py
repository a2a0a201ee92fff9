"""punto load: a crowd of terminals at a server, and their measurements."""

import math
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from punto.cli.inputs import in_one_sentence, json_option, number_option, several_option
from punto.cli.load_screen import load_data, print_load
from punto.cli.screens import show_json
from punto.load.bare_server import script_of
from punto.load.load_run import Checked, Measured, check, floor_open, measured, measured_bare
from punto.load.processes import CannotLoad, LoadPlan, LoadSeat, seats_by_links
from punto.values import Value

LOST = 1


@click.command(name="load")
@number_option("--terminals", "N", 100, click.IntRange(1, 20_000))
@number_option(
    "--tables", "N", 1, click.IntRange(1, 100), "The tables of its own floor, all alike."
)
@number_option("--seconds", "S", 30.0, click.FloatRange(min=1), "How long they play.")
@number_option(
    "--betting",
    "SECONDS",
    10.0,
    click.FloatRange(0.2, 600),
    "How long bets are open, on its own floor.",
)
@number_option(
    "--pace", "MS", 500, click.IntRange(0, 60_000), "How long its table waits between two steps."
)
@click.option(
    "--come-back", is_flag=True, help="At the end cut all lines, and time how all connect again."
)
@click.option("--bare", is_flag=True, help="Then do the same with a server that only sends.")
@several_option(
    "--address",
    "addresses",
    "URL",
    "A running floor, instead of its own; repeated, the nodes of one.",
)
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
    tables: int,
    seconds: float,
    betting: float,
    pace: int,
    come_back: bool,
    bare: bool,
    addresses: tuple[str, ...],
    links: Path | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Let a crowd of terminals bet in every round, and check that no bet is lost.

    Each terminal is a real WebSocket in a separate process, and bets three times a round. By
    default it starts a floor on a temporary record, with one self-dealing table. At the
    end every acknowledged bet is looked up in the record, and the record is audited. Exit 1 if
    one is missing or the record does not hold.

    It says which side was the bottleneck: the server, the terminals, or the machine that they
    share.

    \b
    Examples:
      punto load --terminals 1000 --seconds 60 --bare
      punto load --terminals 10000 --tables 10 --come-back
      punto load --terminals 20 --seconds 10 --betting 2 --pace 50 --json
      punto load --terminals 6 --address http://127.0.0.1:8000 --links demo.json
    """
    with in_one_sentence(CannotLoad):
        if not (math.isfinite(seconds) and math.isfinite(betting)):
            raise CannotLoad("--seconds: expected a number of seconds")
        crowd = _Wanted(terminals, seconds, come_back)
        if addresses:
            found = _of_others(addresses, links, database, crowd)
        elif links is not None or database is not None:
            raise CannotLoad("--links and --database belong to a running floor: give --address too")
        else:
            found = _of_our_own(crowd, (tables, round(betting * 1_000), pace))
        only_sending = _bare(found, seconds) if bare else None
    if as_json:
        show_json(load_data(found.measured, found.checked, only_sending))
    else:
        print_load(found.measured, found.checked, only_sending)
    checked = found.checked
    if checked is not None and (checked.lost or not checked.holds):
        sys.exit(LOST)


class _Found(Value):
    seats: tuple[LoadSeat, ...]
    measured: Measured
    checked: Checked | None
    """None if there is no record to check."""


class _Wanted(Value):
    """The crowd that the user wants."""

    terminals: int
    seconds: float
    comes_back: bool


def _of_our_own(crowd: _Wanted, tables_and_times: tuple[int, int, int]) -> _Found:
    with TemporaryDirectory(prefix="punto-load-") as name:
        plan = LoadPlan(Path(name), crowd.terminals, *tables_and_times)
        with floor_open(plan) as (server, serving):
            loaded = measured(
                serving.seats,
                crowd.seconds,
                server,
                empty_mib=serving.empty_mib,
                comes_back=crowd.comes_back,
            )
        return _Found(serving.seats, loaded, check(plan.database, loaded.acknowledged))


def _of_others(
    addresses: tuple[str, ...], links: Path | None, database: str | None, crowd: _Wanted
) -> _Found:
    for address in addresses:
        if not address.startswith(("http://", "https://")):
            raise CannotLoad(f"address {address}: expected one such as http://127.0.0.1:8000")
    if links is None:
        raise CannotLoad("--address: give --links too, since a terminal needs a credential")
    nodes = tuple(address.rstrip("/") for address in addresses)
    seats = seats_by_links(nodes, links, crowd.terminals)
    loaded = measured(seats, crowd.seconds, None, comes_back=crowd.comes_back)
    checked = None if database is None else check(database, loaded.acknowledged)
    return _Found(seats, loaded, checked)


def _bare(found: _Found, seconds: float) -> Measured:
    script = script_of(found.measured.frames)
    if script is None:
        raise CannotLoad("--bare: no whole round was seen; give more --seconds")
    return measured_bare(script, found.seats, seconds)

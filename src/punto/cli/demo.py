"""punto demo: a whole floor in the browser, ready to try."""

import asyncio
import json
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from msgspec import to_builtins
from rich.table import Table
from rich.text import Text

from punto.bootstrap.demo import Demo, DemoPage
from punto.bootstrap.demo_floor import STAFF, TablePlan
from punto.bootstrap.history.play import HistoryPlan, HistoryPlayed
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.server import listen, serve_until_signal
from punto.bootstrap.settings import Settings
from punto.cli import inputs
from punto.cli.demo_past import planned_past, play_past
from punto.cli.screens import console
from punto.cli.serve import SERVER_ERRORS, run
from punto.live import USUAL_LAYOUT, PostedLimits
from punto.rounds import CardSource
from punto.rules import Terms
from punto.values import TableId, dollars, replace

USUAL_GAMES = ("mbs-tiger", "rws-etg", "mbs-fortune-six")
TABLES = ("A1", "B1", "B2")
"""The first has a Dealer, the others deal by themselves; the live table comes after them."""

LIVE_TABLE, LIVE_GAME = "L1", "rws-live"
LIVE_LAYOUT = replace(
    USUAL_LAYOUT,
    limits=PostedLimits(dollars(100), dollars(10_000), dollars(20_000)),
    face_down=True,
)
"""Small enough for robots to exceed both Differentials, and face down for the squeeze."""

_SOURCES = {
    "virtual": CardSource.VIRTUAL_SHOE,
    "read": CardSource.SHOE_THAT_READS,
    "keyed": CardSource.KEYED_SHOE,
}
_RECORD = "floor.db"
_FINISH_S = 20


@click.command(name="demo")
@inputs.several_option(
    "--game",
    "games",
    "GAME",
    "A game for the first table, and so on (repeat for more).",
    inputs.complete_games,
)
@click.option(
    "--cards",
    type=click.Choice(list(_SOURCES)),
    default="virtual",
    show_default=True,
    help="Where the Dealer's cards come from.",
)
@inputs.number_option(
    "--terminals", "N", 3, click.IntRange(1, 50), "Player Terminals for you at each table."
)
@inputs.number_option("--robots", "N", 2, click.IntRange(0, 50), "Robot patrons at each table.")
@inputs.number_option("--betting", "SECONDS", 15, click.IntRange(1, 600), "How long bets are open.")
@inputs.number_option(
    "--pace",
    "MS",
    1_500,
    click.IntRange(0, 60_000),
    "How long a self-dealing table waits between two steps.",
)
@click.option(
    "--history",
    metavar="SPAN",
    help="First play a past of this length, from 1h to 90d, such as 12h or 7d.",
)
@inputs.number_option("--seed", "N", 1, click.IntRange(0, 2**32), "Choose which past is played.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the floor here; otherwise it is deleted at the end.",
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8_000, show_default=True)
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@inputs.json_option
def command(
    games: tuple[str, ...],
    cards: str,
    terminals: int,
    robots: int,
    betting: int,
    pace: int,
    history: str | None,
    seed: int,
    data: Path | None,
    port: int,
    no_browser: bool,
    as_json: bool,
) -> None:
    """Show a whole floor in the browser: tables, staff, terminals and robot patrons.

    One table has a Dealer, two deal by themselves, and one is a live table with chips. Begin with
    the start page, which opens every screen; there is also a link for each screen, which opens
    once. Each start makes new passwords and PINs. Only this machine can reach the server, but
    any browser on it can open the screens.
    With --history a past is played first, by a seed, through the real engine into the record, so
    that reports, charts, search and audit have something to show.
    With --json the links are one line of JSON. Ctrl-C ends it.

    \b
    Examples:
      punto demo
      punto demo --history 7d
      punto demo --game mbs-fabulous-4s --game rws-etg --no-browser
      punto demo --data floor --port 8080
    """
    plans = tuple(demo_plans(games, _SOURCES[cards], (terminals, robots), (betting * 1_000, pace)))
    past = None if history is None else planned_past(history, seed, _SOURCES[cards])
    with _folder(data) as folder, inputs.in_one_sentence(*SERVER_ERRORS):
        if past is not None and (folder / _RECORD).exists():
            inputs.fail(
                [f"data {data}: holds a floor already, expected an empty folder for --history"]
            )
        settings = Settings(
            database=str(folder / _RECORD),
            site="Punto Demo Floor",
            port=port,
            acceptor="simulated",
            lab="open",
            finish_seconds=0 if data is None else _FINISH_S,
            log_level="error" if data is None else "warning",
        )
        set_up_logs(settings)
        run(_demonstrate(settings, plans, past, as_json=as_json, in_browser=not no_browser))


def demo_plans(
    games: tuple[str, ...], source: CardSource, seats: tuple[int, int], times: tuple[int, int]
) -> Iterator[TablePlan]:
    """Yield the tables; seats are for the user and for robots, times for bets and between steps."""
    dealers = [each.person for each in STAFF[-2:]]
    for number, (table, key) in enumerate(zip(TABLES, cycle(games or USUAL_GAMES), strict=False)):
        deals_itself = number > 0
        yield TablePlan(
            TableId(table),
            _terms(key),
            CardSource.VIRTUAL_SHOE if deals_itself else source,
            self_dealing=deals_itself,
            dealer=dealers[1 if deals_itself else 0],
            patrons=seats[0],
            robots=seats[1],
            betting_ms=times[0],
            pace_ms=times[1],
        )
    yield TablePlan(
        TableId(LIVE_TABLE),
        _terms(LIVE_GAME),
        source,
        self_dealing=False,
        dealer=dealers[0],
        patrons=0,
        robots=0,
        betting_ms=times[0],
        pace_ms=times[1],
        layout=LIVE_LAYOUT,
    )


def _terms(key: str) -> Terms:
    return inputs.find_terms(inputs.find_game(key), minimum="5", maximum="5000")


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    if data is None:
        with TemporaryDirectory(prefix="punto-demo-") as name:
            yield Path(name)
        return
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        inputs.fail([f"data {data}: {fault.strerror}"])
    yield data


async def _demonstrate(
    settings: Settings,
    plans: tuple[TablePlan, ...],
    past: HistoryPlan | None,
    *,
    as_json: bool,
    in_browser: bool,
) -> None:
    listening = listen(settings)
    played = None if past is None else await play_past(settings, listening, plans, past)
    demo = Demo(plans, after_history=past is not None)

    async def started(server: RunningServer) -> None:
        shown = await demo.shown(server)
        _print(shown, played, as_json=as_json)
        if in_browser and _has_windows():
            await asyncio.to_thread(webbrowser.open, _first(shown))

    try:
        await serve_until_signal(settings, listening, demo.prepare, started)
    finally:
        await demo.stop()


def _has_windows() -> bool:
    """Return whether a browser would open in a window, not in this terminal."""
    named = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return bool(named) or sys.platform in {"darwin", "win32"}


def _print(shown: DemoPage, played: HistoryPlayed | None, *, as_json: bool) -> None:
    if as_json:
        past = {} if played is None else {"history": to_builtins(played)}
        click.echo(json.dumps({**to_builtins(shown), **past}))
        return
    screen = console()
    screen.print(Text(f"The floor is open. Open this page first: {_first(shown)}", "bold"))
    screen.print("From there every screen opens with one click. Only this machine can reach it.")
    for sentence in shown.waiting:
        screen.print(Text(sentence, "yellow"))
    links = Table("screen", "table", "who", "link", box=None, pad_edge=False)
    for link in shown.links:
        links.add_row(link.screen, link.table or "", link.name, Text(link.url, no_wrap=True))
    screen.print(links)
    staff = Table("name", "role", "sign in as", "password", "PIN", box=None, pad_edge=False)
    for each in shown.staff:
        staff.add_row(each.name, each.role, each.person, each.password, each.pin)
    screen.print(staff)
    screen.print(
        "The links above lead straight to one screen each. A link for a terminal or for staff "
        "opens once, in one browser. Ctrl-C ends the demonstration."
    )


def _first(shown: DemoPage) -> str:
    """Return the page to begin with."""
    return f"{shown.address}/"

"""A floor in its own process, which takes orders line by line.

Run by the tests as ``python -m support.browser.floor_process FOLDER PORT``. Its first line is its
address; then it answers each line of JSON with one line. It stops when its standard input ends, so
that no server outlives its tests.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, TypeAlias

from punto.bootstrap.demo_floor import (
    FIRST_CREDITS,
    SHIFT_MANAGER,
    STAFF,
    TablePlan,
    ask,
    found_floor,
    open_floor,
    set_up,
)
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server import listen, serve_until_signal
from punto.bootstrap.settings import Settings
from punto.bootstrap.table_setup import configuration_of
from punto.identity import EnrolSensor, FloorCommand
from punto.live.betting_boxes import BoxLabel
from punto.live.layouts import USUAL_LAYOUT, TableLayout
from punto.live.posted_limits import PostedLimits
from punto.rounds.configuration import CardSource
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rounds.tray.commands import ConfirmFloat, CountFloat, FloatCount
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of, usual_decks
from punto.values.ids import CommandId, PersonId, TableId, TerminalId
from punto.values.money import dollars
from punto.values.structures import replace
from punto.web.security.one_time_links import LinkNote
from support.browser.floors import CREDITS, PASSWORD, PIN

Json: TypeAlias = dict[str, Any]
FOR_EVER = 2**53
LIMITS = Limits(dollars(5), dollars(5_000))


async def table(server: RunningServer, told: Json) -> Json:
    """Set up a table; load a shoe unless the timer loads a virtual one."""
    plan, desk = _plan(told), server.services.desk
    await found_floor(desk, (), (plan,))
    await open_floor(desk, (plan,))
    if plan.source is not CardSource.VIRTUAL_SHOE:
        shoe = LoadShoe(plan.terms.decks, Shuffle.BY_MACHINE)
        await ask(desk, plan.table, plan.dealer, shoe)
    await server.services.table_feeds.open_table(plan.table)
    return {"terminals": plan.own_terminals}


async def live(server: RunningServer, told: Json) -> Json:
    """Set up a live table with a shoe in play and its float counted."""
    name, desk = TableId(told["table"]), server.services.desk
    dealer, supervisor = PersonId(told["dealer"]), PersonId(told["supervisor"])
    configuration = replace(
        configuration_of(name, _terms("rws-live", wins_on=told["wins_on"])),
        source=CardSource(told["cards"]),
        layout=_layout(told),
        betting_ms=told["betting_ms"],
    )
    await ask(desk, name, SHIFT_MANAGER.person, ConfigureTable(configuration))
    await ask(desk, name, dealer, OpenTable())
    decks = configuration.terms.decks
    if configuration.source is CardSource.VIRTUAL_SHOE:
        await ask(desk, name, dealer, desk.shoes.loaded(name, 1, decks))
    else:
        await ask(desk, name, dealer, LoadShoe(decks, Shuffle.BY_MACHINE))
    chips = tuple((dollars(value), number) for value, number in told["float"])
    if chips:
        await ask(desk, name, dealer, CountFloat(FloatCount.OPENING, chips))
        await ask(desk, name, supervisor, ConfirmFloat(chips))
    await server.services.table_feeds.open_table(name)
    return {}


def _layout(told: Json) -> TableLayout:
    box, table = told["box_differential"], told["table_differential"]
    return TableLayout(
        tuple(map(BoxLabel, told["boxes"])),
        PostedLimits(
            dollars(told["minimum"]),
            None if box is None else dollars(box),
            None if table is None else dollars(table),
        ),
        face_down=told["face_down"],
        squeeze_by_letter=told["squeeze_by_letter"],
    )


def _terms(key: str, *, wins_on: bool = True) -> Terms:
    game = shipped_game(key)
    assert game is not None
    left_out = () if wins_on else tuple(bet.key for bet in game.bets if "wins-on" in bet.key)
    terms = terms_of(game, usual_decks(game), left_out, LIMITS)
    assert isinstance(terms, Terms)
    return terms


def _plan(told: Json) -> TablePlan:
    return TablePlan(
        TableId(told["table"]),
        _terms(told["game"]),
        CardSource(told["cards"]),
        self_dealing=told["self_dealing"],
        dealer=PersonId(told["dealer"]),
        patrons=told["patrons"],
        robots=0,
        betting_ms=told["betting_ms"],
        pace_ms=told["pace_ms"],
        layout=USUAL_LAYOUT if told["game"] == "rws-live" else None,
    )


async def link(server: RunningServer, told: Json) -> Json:
    """Make a link that signs one browser in, as a terminal or as a person."""
    note = LinkNote(told["purpose"], told["subject"], "", told["page"], FOR_EVER)
    return {"url": f"{server.address}/enter/{await server.app.keys.links.make(note)}"}


async def credit(server: RunningServer, told: Json) -> Json:
    """Return what a terminal owns according to the record, in cents."""
    found = server.node.tables()[TableId(told["table"])].table
    return {"cents": found.credits_of(TerminalId(told["terminal"]))}


async def sensor(server: RunningServer, told: Json) -> Json:
    """Put a chip sensor into service at a live table; returns its credential."""
    device, desk = TerminalId(told["sensor"]), server.services.desk
    wish = EnrolSensor(device, TableId(told["table"]), f"under {told['table']}")
    name = CommandId(f"test/{device}")
    answer = await desk.node.ask_floor(FloorCommand(name, desk.now(), SHIFT_MANAGER.person, wish))
    assert isinstance(answer, tuple), answer
    return {"credential": await server.app.keys.devices.issue(device)}


OBEYED = {"sensor": sensor, "table": table, "live": live, "link": link, "credit": credit}


async def prepare(server: RunningServer) -> None:
    if server.node.floor.people:
        return
    await set_up(server.services.desk, ())
    secrets = server.app.keys.secrets
    await asyncio.gather(*(secrets.set(each.person, PASSWORD, PIN) for each in STAFF))


async def started(server: RunningServer) -> None:
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    _tasks.append(asyncio.create_task(_obey(server, lines)))
    _say({"address": server.address})


_tasks: list["asyncio.Task[None]"] = []


async def _obey(server: RunningServer, lines: asyncio.StreamReader) -> None:
    try:
        while line := await lines.readline():
            told = json.loads(line)
            _say(await OBEYED[told.pop("do")](server, told))
    finally:
        # Also after a faulty line: the test then sees the end of the pipe.
        os.kill(os.getpid(), signal.SIGTERM)


def _say(told: Json) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


def main(folder: str, port: str) -> None:
    assert FIRST_CREDITS == CREDITS
    settings = Settings(
        database=str(Path(folder) / "floor.db"),
        site="Test Floor",
        port=int(port),
        acceptor="simulated",
        finish_seconds=0,
        log_level="error",
    )
    set_up_logs(settings)
    asyncio.run(serve_until_signal(settings, listen(settings), prepare, started))
    for task in _tasks:
        task.result()


if __name__ == "__main__":
    main(*sys.argv[1:])

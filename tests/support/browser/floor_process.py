"""A floor in a process of its own, told what to do line by line.

Run by the tests as ``python -m browser.floor_process FOLDER PORT``. Its first line tells where it
is; then each line of JSON that comes in is answered by one. It ends with its standard input, so
that no server outlives the tests that wanted it.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, TypeAlias

from punto.bootstrap.demo_floor import FIRST_CREDITS, STAFF, TablePlan, ask, set_up, set_up_table
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import Service
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server import listen, serve_until_signal
from punto.bootstrap.settings import Settings
from punto.rounds.configuration import CardSource
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of, usual_decks
from punto.values.ids import PersonId, TableId, TerminalId
from punto.values.money import dollars
from punto.web.security.one_time_links import LinkNote
from support.browser.floors import CREDITS, PASSWORD, PIN

Json: TypeAlias = dict[str, Any]
FOR_EVER = 2**53
LIMITS = Limits(dollars(5), dollars(5_000))


async def table(service: Service, told: Json) -> Json:
    """Set up a table, with a shoe in play where no timer loads one."""
    plan, desk = _plan(told), service.board.desk
    await set_up_table(desk, plan)
    if plan.source is not CardSource.VIRTUAL_SHOE:
        shoe = LoadShoe(plan.terms.decks, Shuffle.BY_MACHINE)
        await ask(desk, plan.table, plan.dealer, shoe)
    await service.board.gallery.open_table(plan.table)
    return {"terminals": plan.own_terminals}


def _plan(told: Json) -> TablePlan:
    game = shipped_game(told["game"])
    assert game is not None
    terms = terms_of(game, usual_decks(game), (), LIMITS)
    assert isinstance(terms, Terms)
    return TablePlan(
        TableId(told["table"]),
        terms,
        CardSource(told["cards"]),
        self_dealing=told["self_dealing"],
        dealer=PersonId(told["dealer"]),
        patrons=told["patrons"],
        robots=0,
        betting_ms=told["betting_ms"],
        pace_ms=told["pace_ms"],
    )


async def link(service: Service, told: Json) -> Json:
    """A link that lets one browser in as a terminal or as somebody."""
    note = LinkNote(told["purpose"], told["subject"], "", told["page"], FOR_EVER)
    return {"url": f"{service.address}/enter/{await service.house.keys.links.make(note)}"}


async def credit(service: Service, told: Json) -> Json:
    """What the record says that a terminal owns, in cents."""
    found = service.node.tables()[TableId(told["table"])].table
    return {"cents": found.credits_of(TerminalId(told["terminal"]))}


OBEYED = {"table": table, "link": link, "credit": credit}


async def prepare(service: Service) -> None:
    if service.node.floor.people:
        return
    await set_up(service.board.desk, ())
    secrets = service.house.keys.secrets
    await asyncio.gather(*(secrets.set(each.person, PASSWORD, PIN) for each in STAFF))


async def started(service: Service) -> None:
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    _tasks.append(asyncio.create_task(_obey(service, lines)))
    _say({"address": service.address})


_tasks: list["asyncio.Task[None]"] = []


async def _obey(service: Service, lines: asyncio.StreamReader) -> None:
    try:
        while line := await lines.readline():
            told = json.loads(line)
            _say(await OBEYED[told.pop("do")](service, told))
    finally:
        # Also where something is wrong with a line: then whoever asked sees the pipe's end.
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

"""A floor for a load test: a server on a temporary record, with one table for all terminals."""

import asyncio
from multiprocessing.connection import Connection

import uvloop

from punto.bootstrap.demo_floor import STAFF, TablePlan, set_up
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import Service
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server import listen, serve
from punto.bootstrap.settings import Settings
from punto.load import processes
from punto.rounds import CardSource
from punto.rules import Limits, Terms, terms_of, usual_decks
from punto.values import TableId, TerminalId, dollars

TABLE = TableId("L1")
_GAME = "mbs-tiger"
_LIMITS = Limits(dollars(5), dollars(5_000))


def floor(plan: processes.Plan, line: Connection) -> None:
    """Serve as a separate process, until told to stop or the caller is gone."""
    processes.begin_process()
    with line, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_served(plan, line))
        except Exception as fault:  # noqa: BLE001 (the parent waits for a report)
            line.send(processes.Trouble(f"the floor did not open: {type(fault).__name__}: {fault}"))


async def _served(plan: processes.Plan, line: Connection) -> None:
    settings = Settings(
        database=plan.database, site="Load", port=0, finish_seconds=0, log_level="error"
    )
    set_up_logs(settings)
    stop = asyncio.Event()
    obeying: list[asyncio.Task[None]] = []
    table = _table(plan)

    async def prepare(service: Service) -> None:
        await set_up(service.board.desk, (table,))
        await service.board.gallery.open()

    async def started(service: Service) -> None:
        line.send(processes.Serving(service.address, await _seats(service, table)))
        obeying.append(asyncio.create_task(_obey(line, stop)))

    await serve(settings, listen(settings), prepare, started, stop)
    await asyncio.gather(*obeying)


async def _obey(line: Connection, stop: asyncio.Event) -> None:
    try:
        while await asyncio.to_thread(line.recv) is processes.Order.COUNT:
            line.send(processes.own_effort())
    except EOFError:
        pass
    finally:
        stop.set()


async def _seats(service: Service, table: TablePlan) -> tuple[processes.Seat, ...]:
    url, devices = processes.socket_url(service.address), service.house.keys.devices

    async def seat(terminal: TerminalId) -> processes.Seat:
        credential = await devices.issue(terminal)
        return processes.Seat(terminal, url, (("Authorization", f"Bearer {credential}"),))

    return tuple(await asyncio.gather(*map(seat, table.own_terminals)))


def _table(plan: processes.Plan) -> TablePlan:
    game = shipped_game(_GAME)
    terms = None if game is None else terms_of(game, usual_decks(game), (), _LIMITS)
    if not isinstance(terms, Terms):
        raise LookupError(f"game {_GAME}: not to be played here, {terms}")  # noqa: TRY004
    return TablePlan(
        TABLE,
        terms,
        CardSource.VIRTUAL_SHOE,
        self_dealing=True,
        dealer=STAFF[-1].person,
        patrons=plan.terminals,
        robots=0,
        betting_ms=plan.betting_ms,
        pace_ms=plan.pace_ms,
    )

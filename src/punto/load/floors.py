"""A floor for a load test: a server on a temporary record, with tables for all terminals."""

import asyncio
from multiprocessing.connection import Connection

import uvloop

from punto.bootstrap.demo_floor import STAFF, TablePlan, set_up
from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server import listen, serve
from punto.bootstrap.settings import Settings
from punto.load import processes
from punto.rounds import CardSource
from punto.rules import Limits, Terms, terms_of, usual_decks
from punto.values import TableId, dollars

_GAME = "mbs-tiger"
_LIMITS = Limits(dollars(5), dollars(5_000))


def floor(plan: processes.LoadPlan, line: Connection) -> None:
    """Serve as a separate process, until told to stop or the caller is gone."""
    processes.begin_process()
    with line, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(_served(plan, line))
        except Exception as fault:  # noqa: BLE001 (the parent waits for a report)
            line.send(
                processes.LoadTrouble(f"the floor did not open: {type(fault).__name__}: {fault}")
            )


async def _served(plan: processes.LoadPlan, line: Connection) -> None:
    settings = Settings(
        database=plan.database,
        site="Load",
        port=0,
        finish_seconds=0,
        log_level="error",
        # All terminals have the address of this machine.
        connections_per_address=max(1_000, 2 * plan.terminals),
    )
    set_up_logs(settings)
    stop = asyncio.Event()
    obeying: list[asyncio.Task[None]] = []
    tables, empty = _tables(plan), list[float]()

    async def prepare(server: RunningServer) -> None:
        empty.append(processes.own_effort().memory_mib)
        await set_up(server.services.desk, tables)
        await server.services.table_feeds.open()

    async def started(server: RunningServer) -> None:
        line.send(processes.Serving(server.address, await _seats(server, tables), *empty))
        obeying.append(asyncio.create_task(_obey(line, stop)))

    await serve(settings, listen(settings), prepare, started, stop)
    await asyncio.gather(*obeying)


async def _obey(line: Connection, stop: asyncio.Event) -> None:
    try:
        await processes.report_effort(line)
    finally:
        stop.set()


async def _seats(
    server: RunningServer, tables: tuple[TablePlan, ...]
) -> tuple[processes.LoadSeat, ...]:
    url, devices = processes.socket_url(server.address), server.app.keys.devices
    terminals = tuple(terminal for table in tables for terminal in table.own_terminals)
    credentials = await devices.issue_all(terminals)
    return tuple(
        processes.LoadSeat(terminal, url, (("Authorization", f"Bearer {credential}"),))
        for terminal, credential in zip(terminals, credentials, strict=True)
    )


def _tables(plan: processes.LoadPlan) -> tuple[TablePlan, ...]:
    game = shipped_game(_GAME)
    terms = None if game is None else terms_of(game, usual_decks(game), (), _LIMITS)
    if not isinstance(terms, Terms):
        raise LookupError(f"game {_GAME}: not to be played here, {terms}")  # noqa: TRY004
    return tuple(
        TablePlan(
            TableId(f"L{number + 1}"),
            terms,
            CardSource.VIRTUAL_SHOE,
            self_dealing=True,
            dealer=STAFF[-1].person,
            # The first tables have the terminals that are left over.
            patrons=(plan.terminals + plan.tables - 1 - number) // plan.tables,
            robots=0,
            betting_ms=plan.betting_ms,
            pace_ms=plan.pace_ms,
        )
        for number in range(plan.tables)
    )

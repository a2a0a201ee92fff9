"""Several nodes on one PostgreSQL behind the documented nginx, while a crowd bets and nodes fail.

Run by hand: ``PYTHONPATH=tests .venv/bin/python tools/bench_nodes.py --terminals 1000``. It ends
with status 1 if an acknowledged bet is missing or recorded twice, or the record does not hold.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM

import uvloop

from bench_record import show
from process_costs import cpu_seconds
from punto.bootstrap.open_files import allow_many_connections
from punto.load.load_run import check
from punto.load.patron import Seen
from punto.load.processes import Spread, spread_of
from punto.rounds import BetsOpened, TableEvent
from punto.runtime import is_of_a_table
from punto.storage.addresses import read_record
from punto.values import replace
from returning_patron import ReturningPatron
from support.storage.lines import line_to
from support.storage.servers import PostgresServer
from support.survival.floor_of_nodes import ServerNode
from support.web.floor_server import floor, plan
from support.web.nginx_proxy import NAMES, Proxy

BETTING_MS = 4_000
SETTLE_S = 15.0
"""How long the crowd plays before and after each disturbance."""
PAUSE_S = 30.0
EAGER = 4
"""How many times the usual bets a crowd makes to find out how many the nodes take."""
_CONNECTING_COUNT = 16
_ACTS = ("nothing", "kill", "pause", "cut", "roll")
_PARTS = ("each node", "PostgreSQL", "nginx", "terminals")


class Crowd:
    """All terminals of the floor, and what they saw."""

    def __init__(self, patrons: list[ReturningPatron], proxy: Proxy) -> None:
        self.patrons, self.proxy = patrons, proxy
        self.rows: list[tuple[str, ...]] = []
        self.disturbances: list[tuple[str, float, float]] = []
        """Each with its name, its beginning and its end by the clock on the wall."""

    def seen(self) -> Seen:
        """Return what all of them saw so far."""
        total = Seen()
        for patron in self.patrons:
            total.add(patron.seen)
        return total

    async def while_betting(self, node: str) -> None:
        """Wait until a terminal at a node has a bet under way, for what comes next to hit it."""
        here = [each for each in self.patrons if each.node == node]
        while here and not any(each.awaits_bet for each in here):  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    async def disturbed(self, name: str, act: Callable[[], Awaitable[None]]) -> None:
        """Let something happen while all bet, and note what the terminals saw of it."""
        for patron in self.patrons:
            patron.seen.answer_seconds.clear()
            patron.longest_wait_s = 0.0
        began, before = time.monotonic(), len(self.seen().acknowledged)
        began_at = time.time()
        await act()
        await asyncio.sleep(SETTLE_S)
        self.disturbances.append((name, began_at, time.time()))
        outages = [
            seconds - max(0.0, began - (at - seconds))
            for patron in self.patrons
            for at, seconds in patron.outages
            if at > began
        ]
        away, seen = spread_of(outages), self.seen()
        answers = spread_of(seen.answer_seconds)
        waits = spread_of(patron.longest_wait_s for patron in self.patrons)
        row = (
            name,
            f"{len(seen.acknowledged) - before:,}",
            "–" if away is None else f"{away.count:,}",
            told(away),
            told(answers),
            told(waits),
            f"{sum(not each.is_there for each in self.patrons)}",
        )
        sys.stdout.write(" | ".join(row) + "\n")
        sys.stdout.flush()
        self.rows.append(row)


def told(spread: Spread | None) -> str:
    """Return a spread in words."""
    if spread is None:
        return "–"
    return f"{spread.p50:,.0f} / {spread.p99:,.0f} / {spread.most:,.0f}"


@asynccontextmanager
async def crowd_at(
    folder: Path, ways: list[str], terminals: int, tables: int, *, together: bool = False
) -> AsyncIterator[tuple[Crowd, list[ServerNode]]]:
    """Set up a floor, serve it by a node for each way to its database, and seat the crowd.

    A crowd that sits together dials from one address, by which nginx sends it to one node.
    """
    key = folder / "shoes.key"
    each = -(-terminals // tables)
    plans = [
        replace(plan(f"N{number}", each, self_dealing=True), betting_ms=BETTING_MS, pace_ms=100)
        for number in range(tables)
    ]
    async with floor(folder, *plans, database=ways[-1], shoe_key=str(key), finish_seconds=30) as at:
        names = tuple(name for each_plan in plans for name in each_plan.own_terminals)[:terminals]
        tokens = await at.server.app.keys.devices.issue_all(names)
    async with AsyncExitStack() as ending:
        ending.enter_context(loop_faults_counted())
        nodes = []
        for number, address in enumerate(ways):
            settings = folder / f"punto-{number}.toml"
            settings.write_text(
                f'database = "{address}"\nshoe_key = "{key}"\nnode = "{NAMES[number]}"\n'
                "behind_proxy = true\n"
            )
            nodes.append(node := ServerNode(settings))
            node.start()
            ending.push_async_callback(node.end, SIGKILL)
        proxy = Proxy(folder, [node.port for node in nodes], connections=4 * terminals + 512)
        ending.callback(proxy.end)
        await proxy.listens()
        await until_ready(nodes)
        patrons = [
            ReturningPatron(
                name, proxy, {"Authorization": f"Bearer {token}"}, number, 0 if together else number
            )
            for number, (name, token) in enumerate(zip(names, tokens, strict=True))
        ]
        staying = []
        for first in range(0, terminals, _CONNECTING_COUNT):
            batch = patrons[first : first + _CONNECTING_COUNT]
            staying += [asyncio.create_task(patron.stay()) for patron in batch]
            while not all(patron.is_there for patron in batch):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        for patron in patrons:
            patron.plays = True
            patron.outages.clear()
        try:
            yield Crowd(patrons, proxy), nodes
        finally:
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)


@contextmanager
def loop_faults_counted() -> Iterator[None]:
    """Print at the end how many faults of each kind the event loop met.

    A busy crowd gives up hundreds of lines in the middle of a handshake.
    """
    faults = Counter[str]()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(
        lambda _, fault: faults.update(
            [f"{fault['message'].splitlines()[0]}: {type(fault.get('exception')).__name__}"]
        )
    )
    try:
        yield
    finally:
        loop.set_exception_handler(None)
        for fault, count in faults.items():
            sys.stderr.write(f"{count:,} × {fault}\n")


async def until_ready(nodes: list[ServerNode]) -> None:
    """Wait until each node serves."""
    async with asyncio.timeout(120):
        while not all([await node.is_ready() for node in nodes]):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def killed(node: ServerNode) -> None:
    """Kill a node, and start it again when the terminals have moved."""
    await node.end(SIGKILL)
    await asyncio.sleep(SETTLE_S)
    node.start()
    await until_ready([node])


async def paused(node: ServerNode) -> None:
    """Suspend a node for half a minute, without any notice."""
    node.send(SIGSTOP)
    await asyncio.sleep(PAUSE_S)
    node.send(SIGCONT)
    await until_ready([node])


async def rolled(nodes: list[ServerNode]) -> None:
    """Restart one node after the other."""
    for node in nodes:
        await node.end(SIGTERM)
        node.start()
        await until_ready([node])


async def run(
    folder: Path, terminals: int, tables: int, nodes_count: int, only: Sequence[str]
) -> int:
    """Play through the disturbances; returns how many bets are missing or recorded twice."""
    server = PostgresServer.create()
    try:
        address = server.fresh_address()
        with line_to(server) as line:
            ways = [line.address(address), *[address] * (nodes_count - 1)]
            async with crowd_at(folder, ways, terminals, tables) as (crowd, nodes):

                async def cut() -> None:
                    line.cut()
                    await asyncio.sleep(SETTLE_S)
                    line.mend()
                    await until_ready(nodes)

                hit = {"kill": nodes_count // 2, "pause": nodes_count - 1, "cut": 0}
                acts: dict[str, Callable[[], Awaitable[None]]] = {
                    "nothing": partial(asyncio.sleep, SETTLE_S),
                    "kill": partial(killed, nodes[hit["kill"]]),
                    "pause": partial(paused, nodes[hit["pause"]]),
                    "cut": cut,
                    "roll": partial(rolled, nodes),
                }
                for name in only:
                    if name in hit:
                        await crowd.while_betting(NAMES[hit[name]])
                    await crowd.disturbed(name, acts[name])
                for patron in crowd.patrons:
                    patron.plays = False
                await asyncio.sleep(5)
                acknowledged = crowd.seen().acknowledged
                show(
                    f"{nodes_count} nodes, {terminals:,} terminals at {tables} tables",
                    (
                        "",
                        "bets",
                        "lines",
                        "away ms p50/p99/max",
                        "answer ms p50/p99/max",
                        "longest answer of each terminal ms p50/p99/max",
                        "left behind",
                    ),
                    crowd.rows,
                )
                seconds = sum(patron.second_lines_count for patron in crowd.patrons)
                sys.stdout.write(
                    f"faults: {dict(crowd.seen().faults)}; second lines tried: {seconds}\n"
                )
        for name, began, ended in crowd.disturbances:
            waited = longest_standstill(address, began, ended)
            sys.stdout.write(f"{name}: no step was later than {waited:.1f} s\n")
        checked = check(address, acknowledged)
        twice = recorded_twice(address)
        sys.stdout.write(
            f"{len(acknowledged):,} acknowledged, {len(checked.lost)} missing, {twice} recorded"
            f" twice; {checked.verdict.splitlines()[-1]}\n"
        )
        return len(checked.lost) + twice + (not checked.holds)
    finally:
        server.remove()


def longest_standstill(address: str, began: float, ended: float) -> float:
    """Return by how many seconds a step of a self-dealing table came late, at the most.

    Its next step is due at once, or when the bets close; the pace of the cards is a tenth of a
    second.
    """
    longest = 0.0
    with closing(read_record(address)) as journal:
        for stream in filter(is_of_a_table, journal.streams()):
            due = float("inf")
            for _, event in journal.read(stream):
                if not isinstance(event, TableEvent) or not event.command.startswith("timer/"):
                    continue
                if began <= event.at / 1_000 <= ended:
                    longest = max(longest, event.at / 1_000 - due)
                opens = BETTING_MS / 1_000 if isinstance(event.fact, BetsOpened) else 0.0
                due = event.at / 1_000 + opens
    return longest


async def costs(
    folder: Path, terminals: int, tables: int, nodes_count: int, *, together: bool
) -> list[tuple[str, ...]]:
    """Let a crowd bet, first as usual and then as much as it can.

    Returns a row for each: the bets a second, and what a bet takes of each part, in microseconds of
    a core.
    """
    server = PostgresServer.create()
    try:
        ways = [server.fresh_address()] * nodes_count
        async with crowd_at(folder, ways, terminals, tables, together=together) as (crowd, nodes):

            def taken() -> list[float]:
                database = 0 if server.process is None else server.process.pid
                return [
                    *(cpu_seconds(node.process.pid) for node in nodes if node.process),
                    cpu_seconds(database, with_children=True),
                    cpu_seconds(crowd.proxy.process.pid),
                    time.process_time(),
                ]

            return [await cost(crowd, taken, nodes_count, eagerness) for eagerness in (1, EAGER)]
    finally:
        server.remove()


async def cost(
    crowd: Crowd, taken: Callable[[], list[float]], nodes_count: int, eagerness: int
) -> tuple[str, ...]:
    """Let a crowd bet for a while, so many times as much as usual, and return the row."""
    for patron in crowd.patrons:
        patron.eagerness = eagerness
    await asyncio.sleep(SETTLE_S)
    for patron in crowd.patrons:
        patron.seen.answer_seconds.clear()
        patron.bets_count = 0
    before, count, began = taken(), len(crowd.seen().acknowledged), time.monotonic()
    await asyncio.sleep(2 * SETTLE_S)
    after, seconds = taken(), time.monotonic() - began
    offered = sum(patron.bets_count for patron in crowd.patrons)
    bets = len(crowd.seen().acknowledged) - count
    spent = [end - start for start, end in zip(before, after, strict=True)]
    each = [f"{1e6 * of_part / bets:,.0f}" if bets else "–" for of_part in spent]
    return (
        str(nodes_count),
        f"{offered / seconds:,.0f}",
        f"{bets / seconds:,.0f}",
        told(spread_of(crowd.seen().answer_seconds)),
        " + ".join(each[:nodes_count]),
        *each[nodes_count:],
        f"{sum(spent) / seconds:.2f}",
    )


def recorded_twice(address: str) -> int:
    """Count commands whose events stand in the record at more than one place."""
    count = 0
    with closing(read_record(address)) as journal:
        for stream in journal.streams():
            last, known = "", set[str]()
            for _, event in journal.read(stream):
                if event.command != last:
                    count += event.command in known
                    known.add(event.command)
                    last = event.command
    return count


def compare(terminals: int, tables: int, counts: range, *, together: bool) -> None:
    """Print how many bets a second each number of nodes takes, and what a bet costs."""
    rows: list[tuple[str, ...]] = []
    for nodes_count in counts:
        with tempfile.TemporaryDirectory() as folder:
            story = costs(Path(folder), terminals, tables, nodes_count, together=together)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                found = runner.run(story)
        rows += found
        sys.stdout.writelines(" | ".join(row) + "\n" for row in found)
        sys.stdout.flush()
    head = ("nodes", "offered/s", "acknowledged/s", "answer ms p50/p99/max", *_PARTS, "cores busy")
    show(f"{terminals:,} terminals; bets, and µs of a core for each", head, rows)


def main() -> None:
    """Run the program."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--terminals", type=int, default=1_000)
    asked.add_argument("--tables", type=int, default=10)
    asked.add_argument("--nodes", type=int, default=3)
    asked.add_argument("--only", choices=_ACTS, nargs="+", default=_ACTS, help="of what happens")
    asked.add_argument(
        "--costs", action="store_true", help="of a bet, and bets a second, with 1 node, 2, 3 …"
    )
    asked.add_argument(
        "--together", action="store_true", help="costs with all terminals at one of the nodes"
    )
    words = asked.parse_args()
    allow_many_connections()
    if words.costs:
        counts = range(words.nodes if words.together else 1, words.nodes + 1)
        compare(words.terminals, words.tables, counts, together=words.together)
        return
    with tempfile.TemporaryDirectory() as folder:
        story = run(Path(folder), words.terminals, words.tables, words.nodes, words.only)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            sys.exit(1 if runner.run(story) else 0)


if __name__ == "__main__":
    main()

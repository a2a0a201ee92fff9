"""Several nodes on one PostgreSQL behind the documented nginx, while a crowd bets and nodes fail.

Run by hand: ``PYTHONPATH=tests .venv/bin/python tools/bench_nodes.py --terminals 1000``. It ends
with status 1 if an acknowledged bet is missing or recorded twice, or the record does not hold.

With ``--next-build`` the rolling restart is an update: to a build with another version of the event
of a bet, and with rules that take effect while the crowd plays.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM

import uvloop

from bench_record import show
from process_costs import cpu_seconds
from punto.bootstrap.open_files import allow_many_connections
from punto.load.patron import Seen
from punto.load.processes import Spread, spread_of
from punto.values import Instant, replace
from returning_patron import ReturningPatron
from stored_play import holds, stored_play
from support.storage.lines import Line, line_to
from support.storage.servers import PostgresServer
from support.survival.floor_of_nodes import ServerNode
from support.survival.next_build import next_build
from support.survival.next_rules import set_rules_ahead, versions_by_round
from support.web.floor_server import MANAGER, Browser, floor, plan
from support.web.nginx_proxy import NAMES, Proxy

BETTING_MS, PACE_MS = 4_000, 100
SETTLE_S = 15.0
"""How long the crowd plays before and after each disturbance."""
PAUSE_S = 30.0
AHEAD_S = 120.0
"""How long after the next build is made its rules take effect."""
EAGER = 4
"""The multiple of the usual bets that a crowd makes, to find the most that the nodes take."""
_CONNECTING_COUNT = 16
_ACTS = ("nothing", "kill", "pause", "cut", "roll")
_UPDATE = "roll to the next build"
_PARTS = ("each node", "PostgreSQL", "nginx", "terminals")


class Crowd:
    """All terminals of the floor, and what they saw."""

    def __init__(
        self, patrons: list[ReturningPatron], proxy: Proxy, tables: int, manager: str
    ) -> None:
        """Take the number of tables, and the token of a Pit Manager."""
        self.patrons, self.proxy, self.tables, self.manager = patrons, proxy, tables, manager
        self.rows: list[tuple[str, ...]] = []
        self.disturbances: list[tuple[str, float, float]] = []
        """Each with its name, its beginning and its end by the wall clock."""

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
    """Set up a floor, start a node for each of these addresses of its database, and seat the crowd.

    A crowd that sits together dials from one address, by which nginx sends it to one node.
    """
    key = folder / "shoes.key"
    each = -(-terminals // tables)
    plans = [
        replace(plan(f"N{number}", each, self_dealing=True), betting_ms=BETTING_MS, pace_ms=PACE_MS)
        for number in range(tables)
    ]
    async with floor(folder, *plans, database=ways[-1], shoe_key=str(key), finish_seconds=30) as at:
        names = tuple(name for each_plan in plans for name in each_plan.own_terminals)[:terminals]
        tokens = await at.server.app.keys.devices.issue_all(names)
        manager = await at.staff(MANAGER)
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
            yield Crowd(patrons, proxy, tables, manager), nodes
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


@dataclass
class Update:
    """The next build, and the moment from which its rules hold."""

    build: Path
    takes_effect: Instant

    async def roll_out(self, nodes: list[ServerNode], crowd: Crowd) -> None:
        """Update one node after the other, and play until the rules have changed."""
        pace = {"betting_ms": BETTING_MS, "pace_ms": PACE_MS, "self_dealing": True}
        paces = {f"N{number}": pace for number in range(crowd.tables)}
        for node in nodes:
            node.build = self.build
            await rolled([node])
            if node is nodes[0]:
                pit = Browser(f"http://127.0.0.1:{node.port}")
                await set_rules_ahead(pit, paces, Authorization=f"Bearer {crowd.manager}")
        left_s = self.takes_effect / 1_000 - time.time()
        sys.stdout.write(f"updated {left_s:.0f} s before the rules change\n")
        await asyncio.sleep(left_s)


async def prepared(folder: Path) -> Update:
    """Make the next build, and compile it as an installed one is."""
    takes_effect = Instant(int(1_000 * (time.time() + AHEAD_S)))
    build = await asyncio.to_thread(next_build, folder, takes_effect)
    compiling = [sys.executable, "-m", "compileall", "-q", str(build)]
    await asyncio.to_thread(subprocess.run, compiling, check=True)
    return Update(build, takes_effect)


async def run(
    folder: Path, terminals: int, tables: int, nodes_count: int, acts: Sequence[str]
) -> int:
    """Play through the disturbances; returns how many bets are missing or recorded twice."""
    server, update = PostgresServer.create(), None
    try:
        address = server.fresh_address()
        with line_to(server) as line:
            ways = [line.address(address), *[address] * (nodes_count - 1)]
            async with crowd_at(folder, ways, terminals, tables) as (crowd, nodes):
                for name in acts:
                    if name == _UPDATE:
                        update = await prepared(folder)
                        await crowd.disturbed(name, partial(update.roll_out, nodes, crowd))
                    else:
                        await disturb(name, crowd, nodes, line)
                for patron in crowd.patrons:
                    patron.plays = False
                await asyncio.sleep(5)
                show_all(crowd, f"{nodes_count} nodes, {terminals:,} terminals at {tables} tables")
        return recorded(address, crowd, update)
    finally:
        server.remove()


async def disturb(name: str, crowd: Crowd, nodes: list[ServerNode], line: Line) -> None:
    """Let one thing happen; if it is about one node, while that node has a bet to answer."""
    hit = {"kill": len(nodes) // 2, "pause": len(nodes) - 1, "cut": 0}
    if name in hit:
        await crowd.while_betting(NAMES[hit[name]])
    acts: dict[str, Callable[[], Awaitable[None]]] = {
        "nothing": partial(asyncio.sleep, SETTLE_S),
        "kill": partial(killed, nodes[hit["kill"]]),
        "pause": partial(paused, nodes[hit["pause"]]),
        "cut": partial(cut_off, line, nodes),
        "roll": partial(rolled, nodes),
    }
    await crowd.disturbed(name, acts[name])


async def cut_off(line: Line, nodes: list[ServerNode]) -> None:
    """Cut the first node off from the database for a while."""
    line.cut()
    await asyncio.sleep(SETTLE_S)
    line.mend()
    await until_ready(nodes)


def show_all(crowd: Crowd, title: str) -> None:
    """Print what the terminals saw of all disturbances."""
    head = (
        "",
        "bets",
        "lines",
        "away ms p50/p99/max",
        "answer ms p50/p99/max",
        "longest answer of each terminal ms p50/p99/max",
        "left behind",
    )
    show(title, head, crowd.rows)
    seconds = sum(patron.second_lines_count for patron in crowd.patrons)
    sys.stdout.write(f"faults: {dict(crowd.seen().faults)}; second lines tried: {seconds}\n")


def recorded(address: str, crowd: Crowd, update: Update | None) -> int:
    """Print what the record shows; returns how many bets are missing or recorded twice."""
    play, acknowledged = stored_play(address, BETTING_MS), crowd.seen().acknowledged
    for name, began, ended in crowd.disturbances:
        waited = play.longest_standstill(began, ended)
        sys.stdout.write(f"{name}: no step was later than {waited:.1f} s\n")
    if update is not None:
        rounds = Counter(versions_by_round(play.opened, update.takes_effect).values())
        sys.stdout.write(f"rounds by the version of their document: {dict(rounds)}\n")
    is_sound = holds(address, None if update is None else update.build)
    missing = len(play.missing(acknowledged))
    sys.stdout.write(
        f"{len(acknowledged):,} acknowledged, {missing} missing, {play.twice_count} recorded twice;"
        f" the record {'holds' if is_sound else 'does not hold'}\n"
    )
    return missing + play.twice_count + (not is_sound)


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
    """Let a crowd bet for a while at this many times the usual rate, and return the row."""
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
    asked.add_argument(
        "--next-build",
        action="store_true",
        help="roll to a build with a new event, and rules that take effect later",
    )
    words = asked.parse_args()
    allow_many_connections()
    if words.costs:
        counts = range(words.nodes if words.together else 1, words.nodes + 1)
        compare(words.terminals, words.tables, counts, together=words.together)
        return
    with tempfile.TemporaryDirectory() as folder:
        acts = [_UPDATE if words.next_build and each == "roll" else each for each in words.only]
        story = run(Path(folder), words.terminals, words.tables, words.nodes, acts)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            sys.exit(1 if runner.run(story) else 0)


if __name__ == "__main__":
    main()

"""The whole floor in one process: a run from its seed to its end."""

from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from punto import runtime
from punto.devices import KeyedShoes, SeededEntropy
from punto.rounds import Phase, Table
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.sqlite.files import create_database
from punto.torture import staff
from punto.torture.dealers import Console
from punto.torture.devices import SimulatedDevice
from punto.torture.disk import FragileDisk
from punto.torture.faults import FaultEffect, FaultPlace, FaultPlan, FaultRates
from punto.torture.inspection import inspect, inspect_file
from punto.torture.live_dealers import LiveConsole
from punto.torture.patrons import SimulatedTerminal, Wallets
from punto.torture.pit import Pit
from punto.torture.promises import Promise, PromiseBroken, expect
from punto.torture.server import Server
from punto.torture.stories import answer_in_words
from punto.torture.world import World, new_world
from punto.values import CommandId, TableId, TerminalId

LIVE = TableId("L3")
"""The table with a layout, boxes and chips, and no terminals."""
TABLES = (TableId("A1"), TableId("B2"), LIVE)
TERMINALS = {
    TABLES[0]: (TerminalId("T1"), TerminalId("T2")),
    TABLES[1]: (TerminalId("T3"), TerminalId("T4")),
    LIVE: (),
}
_ROUND_MS = 60_000
"""The faults end after this time per round, even if fewer rounds were played."""
_CALM_MS = 300_000
"""The time within which everything must finish once the faults are over."""
_KEEPING_MS = (1_000, 6_000)
_CUT_FROM_END = 170
"""Of 208 cards: early enough for many runs to reach the end of a shoe."""
_ALONE = frozenset({Phase.CLOSED, Phase.IDLE, Phase.SETTLED})


@dataclass
class WholeFloor:
    """Tables, terminals, people, nodes, and their common file."""

    world: World
    server: Server
    wallets: Wallets
    devices: list[SimulatedDevice] = field(default_factory=list)
    calm_since: int | None = None
    _starts_seen: int = 0
    _inspected_size: int = 0
    """The number of events when all of them were last inspected."""
    _audited_size: int = 0
    """The number of events when the auditor last checked the file."""

    def __post_init__(self) -> None:
        self._chance = self.world.chance("keeper")

    # ----- the run

    def run(self, rounds: int) -> None:
        """Run from the founding to the last answer; raises PromiseBroken."""
        self._begin()
        odds = FaultRates(self.world.plan, FaultPlace.STEP)
        while not (self.calm_since is not None and self._is_quiet()):
            fault = odds.next()
            if fault is not None:
                self.server.strike(fault)
            self.world.scheduler.step()
            self._after_step(rounds)
        self._end()

    def _after_step(self, rounds: int) -> None:
        world = self.world
        self.server.look_after()
        world.witness.check()
        starts = self.server.starts_count
        if starts > self._starts_seen and self.server.is_serving:
            self._starts_seen = starts
            self._inspect()
        passed = world.scheduler.passed_ms
        if self.calm_since is None:
            if world.witness.rounds_ended >= rounds or passed > rounds * _ROUND_MS:
                self._grow_calm()
        else:
            waited = passed - self.calm_since
            if waited > _CALM_MS:
                raise PromiseBroken(Promise.FLOOR_GOES_ON, self._what_is_left())

    def _grow_calm(self) -> None:
        self.world.story.tell("run", "nothing more goes wrong")
        self.calm_since = self.world.scheduler.passed_ms
        self.world.plan.is_over = True
        self.world.network.heal()

    def _is_quiet(self) -> bool:
        if not self.server.is_serving or self.server.disk.is_suspect:
            return False
        if any(device.waiting for device in self.devices):
            return False
        return all(_is_at_rest(standing.table) for standing in self._standings())

    def _standings(self) -> list[runtime.StreamStanding]:
        processes = self.server.processes.values()
        return [standing for each in processes for standing in each.standings.values()]

    def _what_is_left(self) -> str:
        waiting = [each.letter.id for device in self.devices for each in device.waiting.values()]
        phases = [
            f"{name} {table} {standing.table.phase.value}"
            for name, process in self.server.processes.items()
            for table, standing in process.standings.items()
        ]
        return f"not answered: {waiting or 'nothing'}; {', '.join(phases) or 'no node serves'}"

    # ----- beginning and end

    def _begin(self) -> None:
        with self.world.plan.looking_away():
            self.server.open_record()
            self._found()
        self.world.witness.read = self._recorded
        self.server.go_down(FaultEffect.NODE)
        for device in self.devices:
            device.begin()
        self._keep_later()

    def _recorded(self, stream: runtime.Stream, after: int) -> list[runtime.Event]:
        with self.world.plan.looking_away():
            return [event for _, event in self.server.journal.read(stream, after)]

    def _found(self) -> None:
        """Set up people, terminals and tables, before anything goes wrong."""
        now, journal = self.world.scheduler.now, self.server.journal
        saw = self.world.witness.saw
        everybody = tuple(terminal for own in TERMINALS.values() for terminal in own)
        founded = staff.founding(now, everybody)
        fold = runtime.FloorFold()
        floor: runtime.FloorRuntime = runtime.Runtime(runtime.FLOOR, journal, fold, saw)
        for command, answer in zip(founded, floor.process(founded), strict=True):
            self._heard(runtime.FLOOR, command.id, answer)
        for number, (table, terminals) in enumerate(TERMINALS.items()):
            started = runtime.new_table(runtime.stream_of(table), journal, saw, lambda _: None)
            some = staff.some_live_configuration if table == LIVE else staff.some_configuration
            configuration = some(table, self.world.chance(f"table {table}"))
            opened = staff.opening(now, configuration, staff.DEALERS[number], terminals)
            for order, answer in zip(opened, started.process(opened), strict=True):
                self._heard(started.stream, order.id, answer)

    def _heard(self, stream: runtime.Stream, command: CommandId, answer: runtime.Answer) -> None:
        seen = f"{stream}: {command} is {answer_in_words(answer)}"
        expect(Promise.FLOOR_GOES_ON, isinstance(answer, tuple), seen)
        self.world.witness.heard(stream, command, answer)

    def _end(self) -> None:
        with self.world.plan.looking_away():
            inspect(self.server, self.world.witness, whole=True)
            inspect_file(self.server)
        printed = self.world.witness.money.printed
        expect(
            Promise.PAPER_IS_REGISTERED,
            printed == self.wallets.numbers,
            f"{len(self.wallets.numbers)} tickets came out of printers, {len(printed)} are known",
        )

    def _inspect(self) -> None:
        """Inspect new events, and everything again once the record has doubled.

        Inspecting everything after each start would take quadratic time. The inspection at the end
        finds anything that an incremental one misses, since a record is only added to.
        """
        is_audited, size = self._chance.one_in(10), self._record_size()
        whole = size >= 2 * self._inspected_size
        with self.world.plan.looking_away():
            inspect(self.server, self.world.witness, whole=whole)
            if whole:
                self._inspected_size = size
            if is_audited and size >= 2 * self._audited_size:
                self._audited_size = size
                inspect_file(self.server)

    def _record_size(self) -> int:
        return sum(map(len, self.world.witness.shown.values()))

    # ----- the house's own work

    def _keep_later(self) -> None:
        ms = self._chance.between(*_KEEPING_MS)
        self.world.scheduler.after(ms, self._keep)

    def _keep(self) -> None:
        self.server.fold_log()
        self._keep_later()


@cache
def _empty_record() -> bytes:
    """Return an empty record, made once: every run begins with the same."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        create_database(path)
        return path.read_bytes()


def _is_at_rest(table: Table) -> bool:
    tickets = any(seat.ticket is not None for seat in table.seats.values())
    papers = table.papers
    tray_open = table.chips is not None or papers.first_count is not None or papers.slips
    return table.phase in _ALONE and not (tickets or table.adjustments or tray_open)


def build(plan: FaultPlan, folder: Path) -> WholeFloor:
    """Build a floor on a new disk."""
    world = new_world(plan)
    path = folder / "floor.db"
    path.write_bytes(_empty_record())
    disk = FragileDisk(folder, plan, lambda: world.scheduler.now)
    disk.keep(path)
    secret = sha256(f"torture {plan.seed}".encode()).digest()
    key = SigningKey(Ed25519PrivateKey.from_private_bytes(secret))
    streams = tuple(runtime.stream_of(table) for table in TABLES)
    shoes = KeyedShoes(secret, SeededEntropy(plan.seed), _CUT_FROM_END)
    floor = WholeFloor(world, Server(world, path, disk, key, shoes, streams), Wallets())
    terminals = {
        name: SimulatedTerminal(name, world, floor.wallets)
        for own in TERMINALS.values()
        for name in own
    }
    consoles = [
        (LiveConsole if table == LIVE else Console)(stream, dealer, world, shoes)
        for table, stream, dealer in zip(TABLES, streams, staff.DEALERS, strict=True)
    ]
    floor.devices += [*consoles, Pit(world, streams, terminals), *terminals.values()]
    return floor

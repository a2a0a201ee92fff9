"""The machine that holds the record: it loses power, is stopped, and is started again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from punto.runtime import CannotRecord, Confirmed, RecordBroken, Setup, Shoes, Stream
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import CheckpointRow
from punto.storage.sqlite.database import SqliteDatabase, open_sqlite
from punto.torture.disk import FragileDisk
from punto.torture.faults import FaultEffect, FaultPlace, FaultRates, PlannedFault
from punto.torture.nodes import NodeProcess
from punto.torture.promises import Promise, PromiseBroken, expect
from punto.torture.races import RacingJournal
from punto.torture.world import World

NODES = ("N1", "N2")
_DOWN_MS = 2_500
_SNAPSHOT_EVERY = 25
"""Events between two snapshots: few, so that most starts use one."""
_SKEW_MS = 400
"""The largest deviation of a node's clock from the true time."""
_STOPPING_MS = 20_000
"""Longer than any orderly stop takes."""


@dataclass
class Server:
    """One database file, and the nodes that share it."""

    world: World
    path: Path
    disk: FragileDisk
    key: SigningKey
    shoes: Shoes
    tables: tuple[Stream, ...]
    processes: dict[str, NodeProcess] = field(default_factory=dict)
    exported: list[CheckpointRow] = field(default_factory=list)
    """Checkpoints kept elsewhere, where no fault reaches them."""
    confirmed: Confirmed = field(default_factory=dict)
    """How far any process has replayed each stream; the next start continues there."""
    starts_count: int = 0
    _journal: StoredJournal | None = None
    _is_awaited: bool = False
    """Whether a repair is already scheduled."""
    _stopping_since: int | None = None

    def __post_init__(self) -> None:
        self._chance = self.world.chance("server")
        self._races = FaultRates(self.world.plan, FaultPlace.BATCH)
        self._skews = {name: self._chance.between(-_SKEW_MS, _SKEW_MS) for name in NODES}
        # A node's random numbers never repeat, even after a restart.
        self._entropy = {name: self.world.chance(f"node {name}") for name in NODES}

    @property
    def is_up(self) -> bool:
        """Whether the record is open."""
        return self._journal is not None

    @property
    def is_serving(self) -> bool:
        """Whether every node serves."""
        return self.is_up and all(each.node is not None for each in self.processes.values())

    @property
    def journal(self) -> StoredJournal:
        """The record, while it is open."""
        if self._journal is None:
            raise CannotRecord("the server is down")
        return self._journal

    # ----- starting

    def open_record(self) -> None:
        """Open only the record."""
        self._journal = open_sqlite(
            self.path, create=False, trusted=[self.key.public], vfs=self.disk.vfs_name
        )

    def start(self) -> None:
        """Open the record and start the nodes; schedules another start if that fails."""
        self._is_awaited, self._stopping_since = False, None
        self.starts_count += 1
        try:
            self.open_record()
        except RecordBroken as broken:
            raise PromiseBroken(Promise.CHAIN_INTACT, str(broken)) from broken
        except CannotRecord as fault:
            self.world.story.tell("server", "does not start, {}", fault)
            self._expect_cause(f"at the start: {fault}")
            self._power_again()
            self._gone()
            return
        for name in NODES:
            self._start_node(name)

    def _start_node(self, name: str) -> None:
        (rival,) = (other for other in NODES if other != name)
        journal = RacingJournal(
            self.journal.database, [self.key.public], self._races, lambda: self._rival(rival)
        )
        setup = Setup(
            name=f"{name}.{self.starts_count}",
            now=lambda: self.world.scheduler.now,
            fold=FOLD,
            shoes=self.shoes,
            on_trouble=lambda _: None,
            sign=self._sign,
            snapshot_every=_SNAPSHOT_EVERY,
            confirmed=self.confirmed,
        )
        process = NodeProcess(
            name,
            self.world,
            journal,
            setup,
            self._entropy[name],
            (rival,),
            self.tables,
            self._skews[name],
        )
        self.processes[name] = process
        process.start()

    def _sign(self) -> None:
        now = self.world.scheduler.now
        self.exported.append(sign_checkpoint(self.journal.database, self.key, now))

    def _rival(self, name: str) -> None:
        """Let another node record its pending work first."""
        process = self.processes.get(name)
        if process is not None and not process.loop.is_dead:
            process.loop.hurry()

    # ----- faults

    def strike(self, fault: PlannedFault) -> None:
        """Stop the machine, or a process on it, between two steps."""
        if not self.is_up or self._stopping_since is not None:
            return
        if fault.trouble is FaultEffect.NODE:
            name = NODES[fault.size % len(NODES)]
            self.processes[name].kill()
            self._start_node(name)
        else:
            self.go_down(fault.trouble)

    def look_after(self) -> None:
        """Check for faults of the last step, and schedule a repair."""
        if not self.is_up:
            return
        self._look_at_processes()
        if self.disk.is_off:
            self.go_down(FaultEffect.POWER)
        elif self._stopping_since is not None:
            self._look_at_stopping(self._stopping_since)
        elif self.disk.is_suspect and not self._is_awaited:
            self._is_awaited = True
            self._later(self._mend)

    def _look_at_processes(self) -> None:
        for process in self.processes.values():
            for stream, reason in process.halted.items():
                self._expect_cause(f"{process.name}, {stream}: {reason}")
            if process.fault is not None:
                self._look_at_fault(process.name, process.fault)
            for raised in process.loop.faults:
                if isinstance(raised, PromiseBroken):
                    raise raised
                seen = f"{process.name}: {type(raised).__name__}: {raised}"
                raise PromiseBroken(Promise.NOTHING_RAISED, seen) from raised

    def _look_at_fault(self, name: str, fault: Exception) -> None:
        if isinstance(fault, RecordBroken):
            raise PromiseBroken(Promise.CHAIN_INTACT, str(fault)) from fault
        self._expect_cause(f"{name} does not come up: {fault}")

    def _expect_cause(self, seen: str) -> None:
        expect(Promise.HALTS_FOR_CAUSE, self.disk.is_suspect or self.disk.is_off, seen)

    def _mend(self) -> None:
        """Bring the halted tables up again, or restart everything."""
        if not self.is_up or self._stopping_since is not None:
            return
        halted = [
            (process, stream) for process in self.processes.values() for stream in process.halted
        ]
        if halted and self._chance.one_in(3):
            for process, stream in halted:
                process.reopen(stream)
            self._later(self._mend)
            return
        self.go_down(
            self._chance.one_of((FaultEffect.STOPPED, FaultEffect.NODE, FaultEffect.POWER))
        )

    # ----- stopping

    def go_down(self, way: FaultEffect) -> None:
        """Stop in order, be killed, or lose power; and start again after a while."""
        self.world.story.tell("server", "goes down: {}", way)
        if way is FaultEffect.STOPPED:
            self._stopping_since = self.world.scheduler.now
            for process in self.processes.values():
                process.stop()
            return
        self.disk.power_off()
        self._let_go()
        (self.disk.power_on if way is FaultEffect.POWER else self.disk.next_life)()
        self._gone()

    def _look_at_stopping(self, since: int) -> None:
        """Check on an orderly stop, which takes time and can fail."""
        waited = self.world.scheduler.now - since
        if all(process.is_stopped for process in self.processes.values()):
            self._let_go()
            self._power_again()
            self._gone()
        elif waited > _STOPPING_MS:
            self._expect_cause("an orderly stop does not end")
            self.go_down(FaultEffect.NODE)

    def _let_go(self) -> None:
        for process in self.processes.values():
            process.kill()
        self.processes.clear()
        if self._journal is not None:
            with suppress(CannotRecord, RecordBroken):
                self._journal.close()
        self._journal = None

    def _power_again(self) -> None:
        """Restore the machine's power, if it was lost."""
        (self.disk.power_on if self.disk.is_off else self.disk.next_life)()

    def _gone(self) -> None:
        self._is_awaited, self._stopping_since = True, None
        self._later(self.start)

    def _later(self, act: Callable[[], None]) -> None:
        self.world.scheduler.after(1 + self._chance.below(_DOWN_MS), act)

    def shut(self) -> None:
        """Release everything, in any state."""
        self.disk.power_off()
        self._let_go()
        self.disk.leave_sqlite()

    # ----- keeping

    def fold_log(self) -> None:
        """Merge the log into the database file, so that it starts again."""
        if not self.is_up:
            return
        with suppress(CannotRecord):
            cast("SqliteDatabase", self.journal.database).fold_log()

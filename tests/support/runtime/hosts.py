"""Nodes in one process, on a record in memory, which hear the notices that a test sends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from queue import Empty, Queue

from punto.identity.messages import FloorCommand
from punto.identity.people.commands import EnrolPerson
from punto.rounds.purse.commands import TakeCash
from punto.runtime.node_setup import Setup
from punto.runtime.nodes import Node
from punto.runtime.ports import Notice
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import dollars
from support.rounds.evening import T1
from support.runtime.stage import HandClock, command, opening, setup
from support.storage.memory import MemoryDatabase

A1, B2 = TableId("A1"), TableId("B2")
CASH = TakeCash(T1, dollars(1))


def enrolment(command_id: str = "f1") -> FloorCommand:
    """Return the command that founds the floor."""
    enrol = EnrolPerson(PersonId("tan"), "Tan Wei Ming")
    return FloorCommand(CommandId(command_id), Instant(1), None, enrol)


@asynccontextmanager
async def served(journal: StoredJournal, with_setup: Setup | None = None) -> AsyncIterator[Node]:
    """Run a node while the block is open."""
    node = Node(journal, with_setup or setup("one", HandClock()))
    try:
        await node.open()
        yield node
    finally:
        await node.close()


async def make(node: Node, table: str = "A1") -> None:
    """Open a table by commands to the node."""
    for wish, by in opening(table, T1):
        assert isinstance(await node.ask(TableId(table), command(wish, by)), tuple)


def memory(clock: HandClock) -> StoredJournal:
    return StoredJournal(MemoryDatabase(clock.now))


@dataclass
class Ear:
    """A listener that hears the notices of the test."""

    said: "Queue[Notice | Exception]" = field(default_factory=Queue)
    closed: int = 0
    opened: int = 0
    waits: int = 0

    def listen(self) -> "Ear":
        self.opened += 1
        return self

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        self.waits += 1
        try:
            said = self.said.get(timeout=min(seconds, 0.02))
        except Empty:
            return ()
        if isinstance(said, Exception):
            raise said
        return (said,)

    def close(self) -> None:
        self.closed += 1


def shared(name: str, clock: HandClock, ear: Ear, troubles: list[str] | None = None) -> Setup:
    return replace(setup(name, clock, troubles), listen=ear.listen)

"""Defects that torture has found in the program, each as the shortest story that shows it."""

import asyncio
import gc
from collections.abc import Callable
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeVar, cast

from punto.rounds.commands import TableCommand
from punto.rounds.table.commands import EnableTerminal
from punto.rules.roles import Actor, Role
from punto.runtime.command_fingerprints import seal
from punto.runtime.peer_notices import hear_others
from punto.runtime.ports import CannotRecord, Journal, Notice
from punto.values.ids import CommandId, Instant, PersonId, TerminalId

if TYPE_CHECKING:
    from punto.runtime.node_setup import Setup
    from punto.runtime.node_streams import ServedStreams

ARUN = PersonId("arun")

T = TypeVar("T")


def said_by(actor: Actor) -> TableCommand:
    return TableCommand(CommandId("pit-7"), Instant(1), actor, EnableTerminal(TerminalId("T1")))


def test_a_repeat_is_known_by_its_sender_also_when_the_role_has_changed_meanwhile() -> None:
    """A repeat in an acting role, or after that role has ended, is the same command."""
    first = seal(said_by(Actor(ARUN, Role.PIT_SUPERVISOR))).fingerprint
    assert seal(said_by(Actor(ARUN, Role.PIT_MANAGER, acting=True))).fingerprint == first
    assert seal(said_by(Actor(PersonId("siti"), Role.PIT_MANAGER))).fingerprint != first


class LostLine:
    """A line to the database that is lost while a node waits on it."""

    def __init__(self) -> None:
        self.is_waited_at, self.is_lost = Event(), Event()

    def wait(self, _seconds: float) -> tuple[Notice, ...]:
        self.is_waited_at.set()
        self.is_lost.wait()
        raise CannotRecord("the line to the database is lost")

    def close(self) -> None:
        """Nothing is left to close."""


async def in_thread(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)


async def what_nobody_took(line: LostLine) -> list[str]:
    """Return what the loop reports when a node waiting on the line stops and the line is lost."""
    told: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(str(context)))
    journal = cast("Journal", SimpleNamespace(streams=dict))
    streams = cast("ServedStreams", SimpleNamespace(in_thread=in_thread))
    setup = cast("Setup", SimpleNamespace(on_trouble=told.append, beat_ms=1_000))
    hearing = asyncio.create_task(hear_others(journal, setup, streams, lambda: line))
    await asyncio.to_thread(line.is_waited_at.wait)
    hearing.cancel()
    await asyncio.sleep(0)
    line.is_lost.set()
    await asyncio.gather(hearing, return_exceptions=True)
    del hearing
    gc.collect()
    return told


def test_a_line_that_is_lost_while_its_node_stops_does_no_harm() -> None:
    assert asyncio.run(what_nobody_took(LostLine())) == []

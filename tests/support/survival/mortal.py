"""A server process: it opens a record, answers the requests of a pipe, and may be told when to die.

Run by the tests as ``python -m support.survival.mortal ADDRESS KEY_FILE POINT TURN FAULT``. Without
a point it lives until it is killed, or until its standard input ends.
"""

import asyncio
import sys
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, assert_never, cast

from punto.rounds.table.commands import ConfigureTable
from punto.runtime import mailboxes as patience
from punto.runtime import node_duties
from punto.runtime.node_setup import Setup
from punto.runtime.nodes import Node
from punto.runtime.ports import FLOOR, Listening, stream_of, table_of
from punto.runtime.stream_runtime import Halted
from punto.runtime.stream_start import last_at
from punto.storage.addresses import open_record
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, load_key
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.values.ids import CommandId, Instant
from support.survival.doomed_file import doom_files
from support.survival.doomed_record import DoomedDatabase, doom_opening
from support.survival.messages import (
    Answered,
    Ask,
    Move,
    Ready,
    Reply,
    Request,
    Signed,
    Stopped,
    Tell,
    Told,
    line_of,
    request_of,
)
from support.survival.planted import Fault, plant
from support.survival.points import Doom, Point
from support.survival.streams import BEGAN_AT, digest_of

if TYPE_CHECKING:
    from punto.runtime.timers import Shoes
    from punto.storage.record.sessions import Database

BEAT_MS = 20
SNAPSHOT_EVERY = 25
BACK_S = 10 * BEAT_MS / 1_000
"""All far below the usual values, so that even a short life has snapshots and checkpoints."""

PATIENCE_S = 0.3
HICCUP_MS = 3_600_000
"""A lost database halts streams soon, but interrupts no round: the model knows no time."""


@dataclass
class Pipe:
    """The pipe to the test; a lock keeps answers and checkpoints apart."""

    doom: Doom
    lock: Lock = field(default_factory=Lock)

    def say(self, reply: Reply) -> None:
        with self.lock:
            sys.stdout.buffer.write(line_of(reply))
            sys.stdout.buffer.flush()
        if isinstance(reply, Answered):
            self.doom.reached(Point.ANSWERING)


@dataclass
class StoryClock:
    """The node's clock: it shows the latest time of the story or of the record."""

    at: Instant

    def now(self) -> Instant:
        return self.at

    def advance(self, at: Instant) -> None:
        self.at = max(self.at, at)


class Desk:
    """Takes requests in order, and sends the answers as they come."""

    def __init__(self, node: Node, pipe: Pipe, clock: StoryClock) -> None:
        self._node, self._pipe, self._clock = node, pipe, clock
        self._waiting: set[asyncio.Task[None]] = set()

    async def take(self, request: Request) -> None:
        """Start a request; requests to one stream keep their order."""
        if not isinstance(request, Tell):
            self._clock.advance(request.command.at)
        if isinstance(request, Ask) and not isinstance(request.command.wish, ConfigureTable):
            task = asyncio.create_task(self._answer(request))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
            return
        # These concern more than one stream's commands, so finish all earlier ones first.
        await self.finish()
        await self._answer(request)

    async def finish(self) -> None:
        """Wait until every request is answered."""
        await asyncio.gather(*self._waiting)

    async def _answer(self, request: Request) -> None:
        try:
            self._pipe.say(await self._reply(request))
        except Halted as halted:
            command = CommandId("") if isinstance(request, Tell) else request.command.id
            self._pipe.say(Stopped(command, str(halted)))

    async def _reply(self, request: Request) -> Reply:
        match request:
            case Ask() if request.stream == FLOOR:
                answer = await self._node.ask_floor(request.floor_command)
                return Answered(request.command.id, answer)
            case Ask() | Move():
                table = table_of(request.stream)
                answer = await self._node.ask(table, request.table_command)
                return Answered(request.command.id, answer)
            case Tell():
                return self._told()
        assert_never(request)

    def _told(self) -> Told:
        states = {FLOOR: digest_of(self._node.floor)}
        for table, standing in self._node.tables().items():
            states[stream_of(table)] = digest_of(standing.table)
        is_back = not self._node.returning() and self._node.unreached_s < BACK_S
        return Told(states, is_back)


def listening(address: str) -> Listening:
    """Listen to other nodes, where there can be any."""
    from punto.storage.postgresql.notices import Listener  # noqa: PLC0415 (else not needed)

    return Listener(address)


def setup_of(
    address: str, journal: StoredJournal, key: SigningKey, pipe: Pipe, clock: StoryClock
) -> Setup:
    """Return a node's setup that keeps snapshots and signs often, on the story's time."""
    numbers = count(1)

    def sign() -> None:
        at = Instant(BEGAN_AT + next(numbers))
        pipe.say(Signed(sign_checkpoint(journal.database, key, at)))

    return Setup(
        name="node",
        now=clock.now,
        fold=FOLD,
        shoes=cast("Shoes", None),
        on_trouble=lambda trouble: print(trouble, file=sys.stderr, flush=True),  # noqa: T201
        listen=partial(listening, address) if address.startswith("postgresql:") else None,
        sign=sign,
        beat_ms=BEAT_MS,
        snapshot_every=SNAPSHOT_EVERY,
    )


async def serve(setup: Setup, journal: StoredJournal, pipe: Pipe, clock: StoryClock) -> None:
    """Answer until the standard input ends."""
    node = Node(journal, setup)
    # Only requests advance the clock, so no timer may act in between.
    await node.open(timers=False)
    requests: asyncio.Queue[bytes] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def listen() -> None:
        for line in sys.stdin.buffer:
            loop.call_soon_threadsafe(requests.put_nowait, line)
        loop.call_soon_threadsafe(requests.put_nowait, b"")

    Thread(target=listen, daemon=True).start()
    pipe.say(Ready())
    desk = Desk(node, pipe, clock)
    while line := await requests.get():
        await desk.take(request_of(line))
    await desk.finish()
    await node.close()


def main(address: str, key_file: str, point: str, turn: str, fault: str) -> None:
    """Live one life."""
    patience.PATIENCE_S = PATIENCE_S
    vars(node_duties)["HICCUP_MS"] = HICCUP_MS
    doom = Doom(Point[point] if point else None, int(turn))
    doom_opening(doom)
    if fault:
        plant(Fault[fault])
    _files = doom_files(doom)
    key, pipe = load_key(Path(key_file)), Pipe(doom)
    record = open_record(address, trusted=[key.public])
    doomed = cast("Database", DoomedDatabase(record.database, doom))
    journal = StoredJournal(doomed, trusted=[key.public])
    clock = StoryClock(Instant(BEGAN_AT))
    for stream, position in record.streams().items():
        clock.advance(last_at(record, stream, position))
    setup = setup_of(address, journal, key, pipe, clock)
    asyncio.run(serve(setup, journal, pipe, clock))
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

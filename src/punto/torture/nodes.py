"""A server process: the real node, on simulated time, between the network and the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from punto import runtime
from punto.identity import FloorCommand, NobodyNamed, actor
from punto.identity import Wish as FloorWish
from punto.ledger import CHANCE_BELOW
from punto.rounds import CashOut, Patron, TableCommand
from punto.rounds import Wish as TableWish
from punto.rules import Actor
from punto.torture import network
from punto.torture.chance import RandomNumbers
from punto.torture.loops import SimulatedLoop
from punto.torture.stories import answer_in_words
from punto.torture.world import World
from punto.values import Instant, TableId, replace


@dataclass
class NodeProcess:
    """One node from its start to its death."""

    name: str
    world: World
    journal: runtime.Journal
    setup: runtime.Setup
    entropy: RandomNumbers
    peers: tuple[str, ...]
    tables: tuple[runtime.Stream, ...]
    skew_ms: int = 0
    """How far its clock is ahead of the others."""
    node: runtime.Node | None = None
    """The node, once it serves."""
    fault: Exception | None = None
    """The reason for which it did not come up."""
    is_stopped: bool = False

    def __post_init__(self) -> None:
        self.loop = SimulatedLoop(self.world.scheduler, self.entropy)  # type: ignore[abstract]
        self.halted: dict[runtime.Stream, str] = {}
        """The halted streams, and the reasons."""
        self._devices: dict[str, None] = {}
        self._listening = network.SimulatedListening(self.loop)

    # ----- life and death

    def start(self) -> None:
        """Begin to come up."""
        self.world.network.join(self.name, self)
        self.loop.begin(self._open())

    async def _open(self) -> None:
        setup = replace(
            self.setup,
            now=self._now,
            on_trouble=self._trouble,
            listen=self._listening.again,
        )
        node = runtime.Node(self.journal, setup)
        try:
            await node.open()
        except (runtime.CannotRecord, runtime.RecordBroken) as fault:
            self.fault = fault
            return
        for stream in (runtime.FLOOR, *self.tables):
            node.watch(stream, self._see)
        self.node = node
        for table, standing in node.tables().items():
            if standing.halted:
                self.halted[runtime.stream_of(table)] = standing.halted
        if node.floor_halted:
            self.halted[runtime.FLOOR] = node.floor_halted
        self.world.story.tell(self.name, "serves")

    def stop(self) -> None:
        """Begin an orderly shutdown."""
        self.loop.begin(self._stop())

    async def _stop(self) -> None:
        node, self.node = self.node, None
        if node is not None:
            await node.close()
        self.is_stopped = True

    def kill(self) -> None:
        """Die at once."""
        self.loop.kill()
        self.node = None

    def reopen(self, stream: runtime.Stream) -> None:
        """Have people bring a halted table up again."""
        self.loop.begin(self._reopen(stream))

    async def _reopen(self, stream: runtime.Stream) -> None:
        if self.node is None or stream == runtime.FLOOR:
            return
        try:
            await self.node.reopen(runtime.table_of(stream))
        except (runtime.Halted, runtime.Closed):
            return
        except runtime.CannotRecord as fault:
            # The record as a whole could not be checked, so the table stays halted.
            self._trouble(f"{stream} stays halted, {fault}")
            return
        self.halted.pop(stream, None)
        self.world.story.tell(self.name, "{} is up again", stream)

    @property
    def standings(self) -> Mapping[TableId, runtime.StreamStanding]:
        """All tables of this node, while it serves."""
        return {} if self.node is None else self.node.tables()

    def _trouble(self, said: str) -> None:
        if not self.loop.is_dead:
            self.world.story.tell(self.name, "trouble, {}", said)

    def _now(self) -> Instant:
        return Instant(self.world.scheduler.now + self.skew_ms)

    # ----- incoming messages

    def receive(self, message: network.Message) -> None:
        """Handle a message; a process that does not serve loses it."""
        if self.loop.is_dead or self.node is None:
            return
        match message:
            case network.Letter():
                self.loop.begin(self._serve(self.node, message))
            case network.DeviceHello():
                self._devices[message.sender] = None
                self._show_all(self.node, message.sender)
            case runtime.Notice():
                self._listening.arrived.append(message)
            case network.LineLost():
                self._listening.is_lost = True
            case _:
                pass

    async def _serve(self, node: runtime.Node, letter: network.Letter) -> None:
        command = self._command(node, letter)
        if not isinstance(command, TableCommand | FloorCommand):
            self._reply(letter, command)
            return
        try:
            if isinstance(command, TableCommand):
                answer = await node.ask(runtime.table_of(letter.stream), command)
            else:
                answer = await node.ask_floor(command)
        except (runtime.Halted, runtime.Closed):
            return
        if self.loop.is_dead:
            return
        told = "{} {}, {} by {}: {}"
        words = answer_in_words(answer)
        self.world.story.tell(
            self.name, told, letter.stream, letter.id, letter.wish, letter.by, words
        )
        self.world.witness.heard(letter.stream, letter.id, answer)
        self._reply(letter, answer)

    def _command(
        self, node: runtime.Node, letter: network.Letter
    ) -> TableCommand | FloorCommand | runtime.Refusal:
        """Return the command as a server completes it: with the current role, time and chance."""
        at, by = self._now(), letter.by
        if letter.stream == runtime.FLOOR:
            person = None if isinstance(by, Patron) else by
            return FloorCommand(letter.id, at, person, cast("FloorWish", letter.wish))
        wish = cast("TableWish", letter.wish)
        if isinstance(wish, CashOut):
            wish = replace(wish, chance=self.entropy.below(CHANCE_BELOW))
        if isinstance(by, Patron):
            return TableCommand(letter.id, at, by, wish)
        found = NobodyNamed() if by is None else actor(node.floor, by, at)
        return TableCommand(letter.id, at, found, wish) if isinstance(found, Actor) else found

    # ----- outgoing messages

    def _reply(self, letter: network.Letter, answer: runtime.Answer) -> None:
        self._send(letter.sender, network.Reply(letter.id, answer))

    def _see(self, news: runtime.News) -> None:
        if self.loop.is_dead:
            return
        if isinstance(news, runtime.Stopped):
            self.world.story.tell(self.name, "{} is halted, {}", news.stream, news.reason)
            self.halted[news.stream] = news.reason
            return
        self.world.witness.saw(news)
        position = news.first + len(news.events) - 1
        for device in self._devices:
            self._send(device, network.StateShown(news.stream, position, news.state))
        for peer in self.peers:
            self._send(peer, runtime.Notice(news.stream, position))

    def _show_all(self, node: runtime.Node, device: str) -> None:
        for table, standing in node.tables().items():
            self._send(
                device,
                network.StateShown(runtime.stream_of(table), standing.position, standing.table),
            )

    def _send(self, receiver: str, message: network.Message) -> None:
        if not self.loop.is_dead:
            self.world.network.send(self.name, receiver, message)

"""A device on the floor: it watches, sends commands, and repeats them until answered."""

from punto.rounds import Patron, Table
from punto.runtime import Stream
from punto.torture.faults import FaultEffect, PlannedFault
from punto.torture.network import DeviceHello, Letter, Message, Reply, StateShown, Wish
from punto.torture.server import NODES
from punto.torture.world import World
from punto.values import CommandId, PersonId, Value, replace

_LOOKS_EVERY_MS = 300
_PATIENCE_MS = 500
_TRIES_AT_ONE_NODE = 3
_CUT_OFF_MS = 8_000
_SILENCE_MS = 2_500
"""After this silence a device asks for news."""


class Waiting(Value):
    """A command without an answer."""

    letter: Letter
    asked_at: int
    tries_count: int = 1


class SimulatedDevice:
    """A client of the nodes; every repeat of a command has the same id."""

    at_once = 1
    """The most commands in progress."""

    def __init__(self, name: str, world: World) -> None:
        self.name, self.world = name, world
        self.chance = world.chance(name)
        self.views: dict[Stream, StateShown] = {}
        self.waiting: dict[CommandId, Waiting] = {}
        self._home = self.chance.below(len(NODES))
        self._lives_count, self._asked_count, self._heard_at = 1, 0, 0
        world.network.join(name, self)

    def begin(self) -> None:
        """Switch it on."""
        self._greet()
        self._look_later()

    def look(self) -> None:
        """Act on the latest views."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drop the state that is only in memory."""

    # ----- what it sees

    def table(self, stream: Stream) -> Table | None:
        """Return a table as last seen."""
        shown = self.views.get(stream)
        return shown.state if shown is not None and isinstance(shown.state, Table) else None

    @property
    def is_calm(self) -> bool:
        """Whether the device may begin nothing new."""
        return self.world.plan.is_over

    # ----- what it says

    def ask(self, stream: Stream, by: PersonId | Patron | None, wish: Wish) -> None:
        """Send a command, under a unique id."""
        self._asked_count += 1
        name = CommandId(f"{self.name}.{self._lives_count}-{self._asked_count}")
        letter = Letter(self.name, stream, name, by, wish)
        self.waiting[name] = Waiting(letter, self.world.scheduler.now)
        self._send(letter)

    def receive(self, message: Message) -> None:
        """Handle a message of a node; after a refusal, ask for the latest view."""
        if isinstance(message, Reply) and message.id in self.waiting:
            del self.waiting[message.id]
            if not isinstance(message.answer, tuple):
                self._greet()
        if isinstance(message, StateShown):
            self._heard_at = self.world.scheduler.now
            known = self.views.get(message.stream)
            if known is None or known.position < message.position:
                self.views[message.stream] = message

    def _send(self, message: Letter | DeviceHello) -> None:
        self.world.network.send(self.name, NODES[self._home], message)

    def _greet(self) -> None:
        self._heard_at = self.world.scheduler.now
        self._send(DeviceHello(self.name))

    # ----- its own time

    def _look_later(self) -> None:
        ms = _LOOKS_EVERY_MS // 2 + self.chance.below(_LOOKS_EVERY_MS)
        self.world.scheduler.after(ms, self._turn)

    def _turn(self) -> None:
        fault = self.world.devices_odds.next()
        if fault is not None:
            self._suffer(fault)
        self._ask_again()
        if self.world.scheduler.now - self._heard_at > _SILENCE_MS:
            self._greet()
        if len(self.waiting) < self.at_once:
            self.look()
        self._look_later()

    def _suffer(self, fault: PlannedFault) -> None:
        self.world.story.tell(self.name, "is {}", fault.trouble)
        if fault.trouble is FaultEffect.CUT_OFF:
            self.world.network.cut_off(self.name, fault.size % _CUT_OFF_MS)
            return
        self.waiting.clear()
        self.views.clear()
        self._lives_count += 1
        self._asked_count = 0
        self.forget()
        self._greet()

    def _ask_again(self) -> None:
        now = self.world.scheduler.now
        for name, each in list(self.waiting.items()):
            if now - each.asked_at < _PATIENCE_MS * each.tries_count:
                continue
            if each.tries_count % _TRIES_AT_ONE_NODE == 0:
                self._home = (self._home + 1) % len(NODES)
                self._greet()
            tries = min(each.tries_count + 1, 2 * _TRIES_AT_ONE_NODE)
            self.waiting[name] = replace(each, asked_at=now, tries_count=tries)
            self._send(each.letter)

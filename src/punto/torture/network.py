"""Messages between devices and nodes, and a network that loses, doubles, delays and reorders them.

Its lines may drop. Notices from one node to another may be late or missing, too.
"""

from dataclasses import dataclass, field
from typing import Protocol

from punto.identity import Floor
from punto.identity import Wish as FloorWish
from punto.rounds import Patron, Table
from punto.rounds import Wish as TableWish
from punto.runtime import Answer, CannotRecord, Notice, Stream
from punto.torture.chance import RandomNumbers
from punto.torture.faults import FaultEffect, FaultPlace, FaultPlan, FaultRates
from punto.torture.loops import Scheduler, SimulatedLoop
from punto.torture.stories import Story
from punto.values import CommandId, PersonId, Value

Wish = TableWish | FloorWish
State = Table | Floor


class Letter(Value):
    """A command on its way; the node adds the sender's role and the time."""

    sender: str
    stream: Stream
    id: CommandId
    by: PersonId | Patron | None
    """None only at the founding of the floor."""
    wish: Wish


class Reply(Value):
    """The answer to a command."""

    id: CommandId
    answer: Answer


class StateShown(Value):
    """The whole current state of a stream, with its position; the latest one counts."""

    stream: Stream
    position: int
    state: State


class DeviceHello(Value):
    """A device's request for everything it should see."""

    sender: str


class LineLost(Value):
    """Tells a node that it has lost its line to the database.

    A device may lose a single message; a node loses no notice between two others without this.
    """


Message = Letter | Reply | StateShown | DeviceHello | Notice | LineLost


_USUAL_MS = 40
_LONG_MS = 6_000


class Receiver(Protocol):
    """A receiver of messages."""

    def receive(self, message: Message) -> None:
        """Handle a message."""
        ...


class Network:
    """Delivers each message after its own delay, so that later ones may arrive first."""

    def __init__(self, scheduler: Scheduler, plan: FaultPlan, story: Story) -> None:
        self._scheduler, self._story = scheduler, story
        self._odds = FaultRates(plan, FaultPlace.MESSAGE)
        self._chance = RandomNumbers(plan.seed, "network")
        self._endpoints: dict[str, Receiver] = {}
        self._cut_until: dict[str, int] = {}

    def join(self, name: str, endpoint: Receiver) -> None:
        """Add an endpoint, or replace one."""
        self._endpoints[name] = endpoint

    def cut_off(self, name: str, ms: int) -> None:
        """Disconnect an endpoint for a while."""
        self._cut_until[name] = self._scheduler.now + ms

    def heal(self) -> None:
        """Reconnect all endpoints."""
        self._cut_until.clear()

    def send(self, sender: str, receiver: str, message: Message) -> None:
        """Send a message, without confirmation of its arrival."""
        if self._is_cut(sender):
            return
        fault = self._odds.next()
        trouble = None if fault is None else fault.trouble
        if fault is not None:
            kind = type(message).__name__
            self._story.tell("network", "{} from {} to {} is {}", kind, sender, receiver, trouble)
        if trouble is FaultEffect.LOST and isinstance(message, Notice):
            message, trouble = LineLost(), None
        usual, late = (
            1 + self._chance.below(_USUAL_MS),
            1 + (0 if fault is None else fault.size % _LONG_MS),
        )
        if trouble not in {FaultEffect.LOST, FaultEffect.DELAYED}:
            self._on_its_way(receiver, message, usual)
        if trouble in {FaultEffect.DOUBLED, FaultEffect.DELAYED}:
            self._on_its_way(receiver, message, late)

    def _on_its_way(self, receiver: str, message: Message, ms: int) -> None:
        self._scheduler.after(ms, lambda: self._arrive(receiver, message))

    def _arrive(self, receiver: str, message: Message) -> None:
        # A node has no place in the network before its first start.
        endpoint = self._endpoints.get(receiver)
        if endpoint is not None and not self._is_cut(receiver):
            endpoint.receive(message)

    def _is_cut(self, name: str) -> bool:
        return self._scheduler.now < self._cut_until.get(name, 0)


@dataclass
class SimulatedListening:
    """Notices in the order of their arrival."""

    loop: SimulatedLoop
    arrived: list[Notice] = field(default_factory=list)
    is_lost: bool = False
    """Whether the line is lost, until the node listens again."""

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """Return the arrived notices; if there are none, after so many seconds."""
        if self.is_lost:
            raise CannotRecord("the line to the database is lost")
        if not self.arrived:
            self.loop.linger(round(seconds * 1_000))
        notices, self.arrived = tuple(self.arrived), []
        return notices

    def again(self) -> "SimulatedListening":
        """Start listening; earlier notices are dropped."""
        self.arrived, self.is_lost = [], False
        return self

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

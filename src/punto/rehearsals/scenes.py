"""The scene of a rehearsal: a floor, its tables and the clock, and the commands to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from punto.identity import commands as floor_commands
from punto.identity import decisions as floor_decisions
from punto.identity.events import Event as FloorEvent
from punto.identity.evolution import evolve
from punto.identity.floors import Floor, Terminal
from punto.identity.people.refusals import ActorRefusal
from punto.identity.people.ties import ties_of
from punto.identity.refusals import Refusal as FloorRefusal
from punto.identity.roles.actors import actor
from punto.identity.terminals.decisions import terminal_in_service
from punto.identity.terminals.refusals import TerminalRefusal
from punto.ledger.tickets import TicketBook
from punto.rehearsals.registers import registered, sent_by
from punto.rehearsals.scopes import OPENING
from punto.rehearsals.senders import Nobody, Sender, Staff, TimerOf
from punto.rounds.commands import By, Command, Patron, Timer, Wish, moves_credits
from punto.rounds.events import Event
from punto.rounds.permissions import SECOND_STEPS
from punto.rounds.purse.commands import MoveIn
from punto.rounds.records import Record, submit
from punto.rounds.refusals import Refusal
from punto.rounds.state import Table
from punto.rounds.table.commands import SeatTerminal
from punto.rules.dual_control import Tie
from punto.rules.roles import Actor
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId

Refused = Refusal | FloorRefusal


@dataclass(frozen=True, slots=True)
class OfFloor:
    """A command to the floor itself."""

    sender: Staff | Nobody
    wish: floor_commands.Wish


@dataclass(frozen=True, slots=True)
class OfTable:
    """A command to a table."""

    sender: Sender
    table: TableId
    wish: Wish | ActorRefusal
    """A refusal if the floor cannot name the person that the command needs."""
    id: CommandId | None = None
    """An id chosen by the script; other commands are numbered."""


Asked = OfFloor | OfTable


@dataclass(frozen=True, slots=True)
class Happened:
    """The result of a command."""

    asked: Asked
    events: tuple[Event | FloorEvent, ...] = ()
    refusal: Refused | None = None
    repeated: bool = False
    """Whether the command was a repeat and got the first answer again."""

    @property
    def table(self) -> TableId | None:
        """The addressed table; None for the floor itself."""
        return self.asked.table if isinstance(self.asked, OfTable) else None


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole state of a rehearsal."""

    now: Instant = OPENING
    floor: Floor = field(default_factory=Floor)
    records: Mapping[TableId, Record] = field(default_factory=dict)
    place: TableId | None = None
    """The current table."""
    tickets: TicketBook = field(default_factory=TicketBook)
    """The floor's register of tickets, which tables consult when a ticket is presented."""
    commands_count: int = 0
    last: tuple[Happened, ...] = ()
    """The results of the last line that gave commands."""

    @property
    def table(self) -> Table:
        """The current table, empty before its first event."""
        return self.record(self.place).table

    def record(self, table: TableId | None) -> Record:
        """Return the record of a table, empty before its first command."""
        return Record() if table is None else self.records.get(table, Record())

    @property
    def refusal(self) -> Refused | None:
        """The refusal that ended the last line, if any."""
        return self.last[-1].refusal if self.last else None

    @property
    def events(self) -> tuple[Event | FloorEvent, ...]:
        """The events of the last line; none for repeated commands."""
        fresh = (one.events for one in self.last if not one.repeated)
        return tuple(event for events in fresh for event in events)


def perform(scene: Scene, asked: tuple[Asked, ...]) -> Scene:
    """Give commands one by one, up to the first refusal."""
    happened: list[Happened] = []
    for each in asked:
        scene = replace(scene, commands_count=scene.commands_count + 1)
        scene, one = _ask_floor(scene, each) if isinstance(each, OfFloor) else _ask(scene, each)
        happened.append(one)
        if one.refusal is not None:
            break
    return replace(scene, last=tuple(happened))


def _ask_floor(scene: Scene, asked: OfFloor) -> tuple[Scene, Happened]:
    by = asked.sender.person if isinstance(asked.sender, Staff) else None
    command_id = CommandId(f"c{scene.commands_count}")
    command = floor_commands.Command(command_id, scene.now, by, asked.wish)
    answer = floor_decisions.decide(scene.floor, command)
    if not isinstance(answer, tuple):
        return scene, Happened(asked, refusal=answer)
    floor = scene.floor
    for event in answer:
        floor = evolve(floor, event)
    return replace(scene, floor=floor), Happened(asked, answer)


def _ask(scene: Scene, asked: OfTable) -> tuple[Scene, Happened]:
    by = _by(scene, asked)
    if not isinstance(by, Actor | Patron | Timer):
        return scene, Happened(asked, refusal=by)
    wish = asked.wish
    if isinstance(wish, ActorRefusal):
        return scene, Happened(asked, refusal=wish)
    if isinstance(wish, SeatTerminal | MoveIn):
        refusal = _service_refusal(scene, wish.terminal)
        if refusal is not None:
            return scene, Happened(asked, refusal=refusal)
    if isinstance(wish, MoveIn):
        wish = replace(wish, sent=sent_by(scene.record(wish.source), wish.transfer))
    command_id = asked.id or CommandId(f"c{scene.commands_count}")
    before = scene.record(asked.table)
    command = Command(command_id, scene.now, by, wish, _ties(scene, by, wish))
    record, answer = submit(before, command)
    scene = replace(scene, records={**scene.records, asked.table: record})
    repeated = command_id in before.answers
    if isinstance(answer, tuple):
        scene = replace(scene, tickets=registered(scene.tickets, () if repeated else answer))
        return scene, Happened(asked, answer, repeated=repeated)
    return scene, Happened(asked, refusal=answer, repeated=repeated)


def _ties(scene: Scene, by: By, wish: Wish) -> tuple[Tie, ...]:
    """Return the accounts tied to the sender's, if the command needs a second person."""
    if not isinstance(by, Actor) or not isinstance(wish, SECOND_STEPS):
        return ()
    return ties_of(scene.floor, by.person, scene.now, all_ways=moves_credits(wish))


def _by(scene: Scene, asked: OfTable) -> By | ActorRefusal | TerminalRefusal:
    """Return the sender by the floor's record at this moment."""
    match asked.sender:
        case Staff(person):
            return actor(scene.floor, person, scene.now)
        case Patron(terminal) as patron:
            return _service_refusal(scene, terminal) or patron
        case TimerOf(person):
            found = _dealer_of_record(scene, asked.table, person)
            return Timer(found) if isinstance(found, Actor) else found
        case _:
            assert_never(asked.sender)


def _dealer_of_record(
    scene: Scene, table: TableId, person: PersonId | None
) -> Actor | ActorRefusal:
    """Return the person for whom a timer acts: named, or the Dealer on duty."""
    dealer = scene.record(table).table.dealer
    on_duty = PersonId("timer") if dealer is None else dealer.person
    return actor(scene.floor, on_duty if person is None else person, scene.now)


def _service_refusal(scene: Scene, terminal: TerminalId) -> TerminalRefusal | None:
    found = terminal_in_service(scene.floor, terminal)
    return None if isinstance(found, Terminal) else found

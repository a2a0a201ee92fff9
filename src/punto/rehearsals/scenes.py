"""The scene of a rehearsal: a floor, its tables, tickets and clock, and the commands to them.

Senders are as a script names them, before the floor adds their roles. Events are told in the words
of a transcript.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Final, assert_never

from punto import identity, ledger, rounds
from punto.identity import FloorEvent
from punto.ledger import TicketBook
from punto.rehearsals.scopes import OPENING, clock, day
from punto.rounds import IrregularityReported, Patron, Record, TableEvent, TerminalMovedOut
from punto.rules import Actor, Role, Tie
from punto.values import CommandId, Instant, PersonId, TableId, TerminalId, Value, replace
from punto.views.sentences import TITLES, actor_words, floor_sentence, sentence_of, who_of


class Staff(Value):
    """A named person, in the role held on the floor at that moment."""

    person: PersonId


class Nobody(Value):
    """No person, as at the founding of a floor."""


NOBODY: Final = Nobody()


class TimerOf(Value):
    """The clock of a self-dealing table."""

    person: PersonId | None = None
    """The person for whom it acts, by default the Dealer on duty."""


Sender = Staff | Patron | TimerOf
"""The senders of commands to a table."""


def registered(register: ledger.TicketBook, events: tuple[TableEvent, ...]) -> ledger.TicketBook:
    """Return the register after these events."""
    steps = [step for event in events if (step := rounds.ticket_step_of(event)) is not None]
    return reduce(ledger.TicketBook.after, steps, register)


def last_ticket(register: ledger.TicketBook, terminal: TerminalId) -> ledger.TicketNumber:
    """Return the last ticket that a terminal printed, or an unknown number if there is none."""
    printed = [ticket.number for ticket in register.issued.values() if ticket.terminal == terminal]
    return printed[-1] if printed else ledger.ticket_number(0)


def sent_by(record: Record, command: CommandId) -> TerminalMovedOut | None:
    """Return the move that this command caused, from the table's own record."""
    facts = (event.fact for event in record.events if event.command == command)
    return next((fact for fact in facts if isinstance(fact, TerminalMovedOut)), None)


AnyRefusal = rounds.Refusal | identity.Refusal


class OfFloor(Value):
    """A command to the floor itself."""

    sender: Staff | Nobody
    wish: identity.Wish


class OfTable(Value):
    """A command to a table."""

    sender: Sender
    table: TableId
    wish: rounds.Wish | identity.ActorRefusal
    """A refusal if the floor cannot name the person that the command needs."""
    id: CommandId | None = None
    """An id chosen by the script; other commands are numbered."""


AddressedCommand = OfFloor | OfTable


class Happened(Value):
    """The result of a command."""

    asked: AddressedCommand
    events: tuple[rounds.TableEvent | identity.FloorEvent, ...] = ()
    refusal: AnyRefusal | None = None
    repeated: bool = False
    """Whether the command was a repeat and got the first answer again."""
    configuration: rounds.Configuration | None = None
    """That of the table after the command, if it has one."""

    @property
    def table(self) -> TableId | None:
        """The addressed table; None for the floor itself."""
        return self.asked.table if isinstance(self.asked, OfTable) else None

    @property
    def titles(self) -> Mapping[Role, str]:
        """The titles of the table's operator; the plain ones on the floor."""
        if self.configuration is None:
            return TITLES
        return {role: self.configuration.title(role) for role in Role}


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole state of a rehearsal."""

    now: Instant = OPENING
    floor: identity.Floor = field(default_factory=identity.Floor)
    records: Mapping[TableId, rounds.Record] = field(default_factory=dict)
    place: TableId | None = None
    """The current table."""
    tickets: TicketBook = field(default_factory=TicketBook)
    """The floor's register of tickets, which tables consult when a ticket is presented."""
    commands_count: int = 0
    last: tuple[Happened, ...] = ()
    """The results of the last line that gave commands."""

    @property
    def table(self) -> rounds.Table:
        """The current table, empty before its first event."""
        return self.record(self.place).table

    def record(self, table: TableId | None) -> rounds.Record:
        """Return the record of a table, empty before its first command."""
        return rounds.Record() if table is None else self.records.get(table, rounds.Record())

    @property
    def refusal(self) -> AnyRefusal | None:
        """The refusal that ended the last line, if any."""
        return self.last[-1].refusal if self.last else None

    @property
    def events(self) -> tuple[rounds.TableEvent | identity.FloorEvent, ...]:
        """The events of the last line; none for repeated commands."""
        return tuple(event for one in self.fresh for event in one.events)

    @property
    def fresh(self) -> tuple[Happened, ...]:
        """The results of the last line without those of repeated commands."""
        return tuple(one for one in self.last if not one.repeated)


def perform(scene: Scene, asked: tuple[AddressedCommand, ...]) -> Scene:
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
    command = identity.FloorCommand(command_id, scene.now, by, asked.wish)
    answer = identity.decide(scene.floor, command)
    if not isinstance(answer, tuple):
        return scene, Happened(asked, refusal=answer)
    floor = scene.floor
    for event in answer:
        floor = identity.evolve(floor, event)
    return replace(scene, floor=floor), Happened(asked, answer)


def _ask(scene: Scene, asked: OfTable) -> tuple[Scene, Happened]:
    by = _by(scene, asked)
    if not isinstance(by, Actor | rounds.Patron | rounds.Timer):
        return scene, Happened(asked, refusal=by)
    wish = asked.wish
    if isinstance(wish, identity.ActorRefusal):
        return scene, Happened(asked, refusal=wish)
    if isinstance(wish, rounds.SeatTerminal | rounds.MoveIn):
        refusal = _service_refusal(scene, wish.terminal)
        if refusal is not None:
            return scene, Happened(asked, refusal=refusal)
    if isinstance(wish, rounds.MoveIn):
        wish = replace(wish, sent=sent_by(scene.record(wish.source), wish.transfer))
    command_id = asked.id or CommandId(f"c{scene.commands_count}")
    before = scene.record(asked.table)
    command = rounds.TableCommand(command_id, scene.now, by, wish, _ties(scene, by, wish))
    record, answer = rounds.submit(before, command)
    scene = replace(scene, records={**scene.records, asked.table: record})
    repeated = command_id in before.answers
    if isinstance(answer, tuple):
        scene = replace(scene, tickets=registered(scene.tickets, () if repeated else answer))
        configuration = record.table.configuration
        return scene, Happened(asked, answer, repeated=repeated, configuration=configuration)
    return scene, Happened(asked, refusal=answer, repeated=repeated)


def _ties(scene: Scene, by: rounds.By, wish: rounds.Wish) -> tuple[Tie, ...]:
    """Return the accounts tied to the sender's, if the command needs a second person."""
    if not isinstance(by, Actor) or not isinstance(wish, rounds.SECOND_STEPS):
        return ()
    return identity.ties_of(scene.floor, by.person, scene.now, all_ways=rounds.moves_credits(wish))


def _by(
    scene: Scene, asked: OfTable
) -> rounds.By | identity.ActorRefusal | identity.TerminalRefusal:
    """Return the sender by the floor's record at this moment."""
    match asked.sender:
        case Staff(person):
            return identity.actor(scene.floor, person, scene.now)
        case rounds.Patron(terminal) as patron:
            return _service_refusal(scene, terminal) or patron
        case TimerOf(person):
            found = _dealer_of_record(scene, asked.table, person)
            return rounds.Timer(found) if isinstance(found, Actor) else found
        case _:
            assert_never(asked.sender)


def _dealer_of_record(
    scene: Scene, table: TableId, person: PersonId | None
) -> Actor | identity.ActorRefusal:
    """Return the person for whom a timer acts: named, or the Dealer on duty."""
    dealer = scene.record(table).table.dealer
    on_duty = PersonId("timer") if dealer is None else dealer.person
    return identity.actor(scene.floor, on_duty if person is None else person, scene.now)


def _service_refusal(scene: Scene, terminal: TerminalId) -> identity.TerminalRefusal | None:
    found = identity.player_terminal(scene.floor, terminal)
    return None if isinstance(found, identity.Terminal) else found


def name_of(event: TableEvent | FloorEvent) -> str:
    """Return the name of an event."""
    return type(event.fact).__name__


def told(event: TableEvent | FloorEvent, titles: Mapping[Role, str] = TITLES) -> str:
    """Return an event in one sentence."""
    if not isinstance(event, TableEvent):
        return floor_sentence(event.fact, _span)
    return f"{sentence_of(event, titles)}{_lasted(event)}"


def _lasted(event: TableEvent) -> str:
    """Return the time for which it had lasted before the report, if stated (A-37)."""
    ms = event.fact.lasted_ms if isinstance(event.fact, IrregularityReported) else 0
    if ms == 0:
        return ""
    return f", after {ms} ms" if ms % 1000 else f", after {ms // 1000} s"


def teller(event: TableEvent | FloorEvent, titles: Mapping[Role, str] = TITLES) -> str:
    """Return the actor and role."""
    if isinstance(event, TableEvent):
        return who_of(event, titles)
    return "nobody" if event.by is None else actor_words(event.by)


def _span(since: Instant, until: Instant) -> str:
    last = "" if day(since) == day(until) else f"{day(until)} "
    return f"from {clock(since)} until {last}{clock(until)}"

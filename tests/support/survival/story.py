"""An endless evening on a floor, in which each command follows from those before it."""

from dataclasses import dataclass, field
from random import Random

from punto.identity.messages import FloorCommand
from punto.identity.messages import Wish as FloorWish
from punto.identity.people.commands import EnrolPerson
from punto.ledger.tickets import Ticket
from punto.rounds.commands import By, Patron, TableCommand, Wish
from punto.rounds.purse.commands import MoveOut, TakeTicket
from punto.runtime.ports import FLOOR, Stream, stream_of, table_of
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR
from support.survival.floor import GAMES, WANDERER, founding, opening
from support.survival.messages import Ask, Move
from support.survival.model import Model
from support.survival.steps import next_step
from support.survival.streams import BEGAN_AT, TABLES

_EACH_MS = 700
_SELDOM = 0.03
_OFTEN = 0.3


@dataclass
class Story:
    """Makes up the next request from what is recorded, and from what was asked and may yet be."""

    chance: Random
    asked: int = 0
    prelude: list[Ask] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.prelude = [self._of_floor(by, wish) for by, wish in founding()]
        for table in GAMES:
            stream = stream_of(table)
            self.prelude += [self._of_table(stream, by, wish) for by, wish in opening(table)]

    def next(self, recorded: Model, ahead: Model, *, moving: bool) -> Ask | Move:
        """Return the next request; ``ahead`` is the model with everything asked so far."""
        if self.prelude:
            return self.prelude.pop(0)
        if self.chance.random() < (_OFTEN if moving else _SELDOM):
            return self._of_move(ahead)
        if self.chance.random() < _SELDOM:
            newcomer = PersonId(f"p{self.chance.randrange(40)}")
            return self._of_floor(SHIFT_MANAGER.person, EnrolPerson(newcomer, "Newcomer"))
        stream = self.chance.choice(TABLES)
        table = ahead.tables[stream].table
        known, ended = recorded.tickets, ahead.tickets.ended.keys() | recorded.tickets.ended.keys()
        tickets = [ticket for number, ticket in known.issued.items() if number not in ended]
        if tickets and table.seats and self.chance.random() < 0.1:
            return self._of_ticket(stream, self.chance.choice(tickets), sorted(table.seats))
        return self._of_table(stream, *next_step(table, self.chance))

    def _of_move(self, ahead: Model) -> Move:
        source, target = self.chance.sample(TABLES, 2)
        # Mostly the wanderer, wherever it is; otherwise a terminal whose bets may keep it there.
        if WANDERER in ahead.tables[target].table.seats:
            source, target = target, source
        seats = sorted(ahead.tables[source].table.seats)
        terminal = WANDERER if self.chance.random() < 0.8 else self.chance.choice(seats)
        return Move(source, target, self._command(SUPERVISOR, MoveOut(terminal, table_of(target))))

    def _of_ticket(self, stream: Stream, ticket: Ticket, seats: list[TerminalId]) -> Ask:
        """Take a ticket that is known to be printed, at this table or at the other."""
        terminal = self.chance.choice(seats)
        wish = TakeTicket(terminal, ticket.number, ticket.amount, None, None)
        return self._of_table(stream, Patron(terminal), wish)

    def _of_floor(self, by: PersonId | None, wish: FloorWish) -> Ask:
        return Ask(FLOOR, FloorCommand(self._id(), self._now(), by, wish))

    def _of_table(self, stream: Stream, by: By, wish: Wish) -> Ask:
        return Ask(stream, self._command(by, wish))

    def _command(self, by: By, wish: Wish) -> TableCommand:
        return TableCommand(self._id(), self._now(), by, wish)

    def _id(self) -> CommandId:
        self.asked += 1
        return CommandId(f"k{self.asked}")

    def _now(self) -> Instant:
        return Instant(BEGAN_AT + self.asked * _EACH_MS)

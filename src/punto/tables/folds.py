"""How each kind of stream is decided and folded: tables, and the floor itself."""

from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from punto.identity import decisions as floor_decisions
from punto.identity import evolution as floor_evolution
from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.identity.floors import Floor
from punto.identity.refusals import Refusal as FloorRefusal
from punto.ledger.postings import Posting
from punto.ledger.tickets import TicketStep
from punto.rounds.commands import Command as TableCommand
from punto.rounds.decisions import decide
from punto.rounds.events import Event as TableEvent
from punto.rounds.evolution import evolve_and_post
from punto.rounds.purse_commands import TakeTicket
from punto.rounds.refusals import Refusal as TableRefusal
from punto.rounds.state import Table
from punto.rounds.ticket_steps import ticket_step_of
from punto.tables.ports import Refusal, Transaction

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)


@dataclass(frozen=True, slots=True)
class Folded(Generic[S]):
    """A state after one more event, and what else the event leaves in the record."""

    state: S
    posting: Posting | None = None
    ticket: TicketStep | None = None


class Fold(Protocol[S, C, E]):
    """A stream's own rules."""

    def empty(self) -> S:
        """The state before anything happened."""
        ...

    def prepared(self, command: C, transaction: Transaction) -> C:
        """The command with what only the record can add to it."""
        ...

    def decide(self, state: S, command: C) -> tuple[E, ...] | Refusal:
        """What follows from a command, or why nothing does."""
        ...

    def evolve(self, state: S, event: E) -> Folded[S]:
        """The state after an event."""
        ...


class TableFold:
    """A table: rounds, money and tickets."""

    def empty(self) -> Table:
        """A table before its first event."""
        return Table()

    def prepared(self, command: TableCommand, transaction: Transaction) -> TableCommand:
        """Tickets cross tables, so the register is asked within the same transaction."""
        wish = command.wish
        if not isinstance(wish, TakeTicket):
            return command
        on_file, ended = transaction.ticket(wish.number)
        return replace(command, wish=replace(wish, on_file=on_file, ended=ended))

    def decide(self, state: Table, command: TableCommand) -> tuple[TableEvent, ...] | TableRefusal:
        """Judge a command."""
        return decide(state, command)

    def evolve(self, state: Table, event: TableEvent) -> Folded[Table]:
        """Take an event in."""
        after, posting = evolve_and_post(state, event)
        return Folded(after, posting, ticket_step_of(event))


class FloorFold:
    """The floor: people, roles, terminals."""

    def empty(self) -> Floor:
        """A floor before anybody is on it."""
        return Floor()

    def prepared(self, command: FloorCommand, transaction: Transaction) -> FloorCommand:  # noqa: ARG002
        """The floor's commands need nothing of the record."""
        return command

    def decide(self, state: Floor, command: FloorCommand) -> tuple[FloorEvent, ...] | FloorRefusal:
        """Judge a command."""
        return floor_decisions.decide(state, command)

    def evolve(self, state: Floor, event: FloorEvent) -> Folded[Floor]:
        """Take an event in."""
        return Folded(floor_evolution.evolve(state, event))

"""Folds: how each kind of stream, table or floor, is decided and evolved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, TypeVar

from punto import identity, rounds
from punto.ledger import Posting, Ticket, TicketNumber, TicketRedeemed, TicketStep
from punto.runtime.ports import Refusal, StoredAnswer, Stream, stream_of, table_of
from punto.values import CommandId, TableId, replace

S = TypeVar("S")
C = TypeVar("C", rounds.TableCommand, identity.FloorCommand)
E = TypeVar("E", rounds.TableEvent, identity.FloorEvent)
E_contra = TypeVar("E_contra", rounds.TableEvent, identity.FloorEvent, contravariant=True)


Folded = tuple[S, Posting | None, TicketStep | None]
"""A state after one more event, and the posting and ticket step that the event adds."""


class InvariantBroken(Exception):
    """The rules themselves failed; the message names the command or event and the error."""


class Register(Protocol):
    """Facts beyond a command's own stream, as of this transaction."""

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """Return the state of a ticket, including steps about to be recorded."""

    def answers(
        self, stream: Stream, commands: Sequence[CommandId]
    ) -> Mapping[CommandId, StoredAnswer]:
        """Return the answers to commands of any stream."""


class Evolving(Protocol[S, E_contra]):
    """The part of a fold that replays a stream."""

    def evolve(self, state: S, event: E_contra) -> Folded[S]:
        """Return the state after an event."""


class Fold(Protocol[S, C, E]):
    """The rules of a kind of stream."""

    def of(self, stream: Stream) -> Self:
        """Return the rules for one stream."""

    def empty(self) -> S:
        """Return the state before the first event."""

    @property
    def prepares(self) -> frozenset[type]:
        """The wishes that need facts of the record beyond their stream."""
        ...

    def prepared(self, command: C, register: Register) -> C:
        """Return the command with the facts that only the record can add."""

    def decide(self, state: S, command: C) -> tuple[E, ...] | Refusal:
        """Return the events that follow from a command, or a refusal."""

    def evolve(self, state: S, event: E) -> Folded[S]:
        """Return the state after an event."""


@dataclass(frozen=True, slots=True)
class TableFold:
    """The rules of a table: rounds, money and tickets."""

    prepares: ClassVar = frozenset[type]({rounds.TakeTicket, rounds.MoveIn})
    table: TableId | None = None
    """The table of this stream; set with ``of``."""

    def of(self, stream: Stream) -> Self:
        """Return the rules for the table of this stream."""
        return replace(self, table=table_of(stream))

    def empty(self) -> rounds.Table:
        """Return a table before its first event."""
        return rounds.Table()

    def prepared(self, command: rounds.TableCommand, register: Register) -> rounds.TableCommand:
        """Look up tickets and moves in the same transaction, because they cross tables."""
        wish = command.wish
        if type(wish) is rounds.TakeTicket:
            on_file, ended = register.ticket(wish.number)
            return replace(command, wish=replace(wish, on_file=on_file, ended=ended))
        if type(wish) is rounds.MoveIn:
            return replace(command, wish=replace(wish, sent=_sent(wish, register)))
        return command

    def decide(
        self, state: rounds.Table, command: rounds.TableCommand
    ) -> tuple[rounds.TableEvent, ...] | rounds.Refusal:
        """Decide a command; a configuration must name this very table."""
        wish = command.wish
        try:
            answer = rounds.decide(state, command)
        except Exception as error:
            raise _broken(command.id, wish, error) from error
        if type(wish) is rounds.ConfigureTable and isinstance(answer, tuple):
            named = wish.configuration.table
            if self.table not in {None, named}:
                return rounds.ConfigurationUnfit(rounds.Unfit.OTHER_TABLE, named)
        return answer

    def evolve(self, state: rounds.Table, event: rounds.TableEvent) -> Folded[rounds.Table]:
        """Apply an event."""
        try:
            after, posting = rounds.evolve_and_post(state, event)
            return after, posting, rounds.ticket_step_of(event)
        except Exception as error:
            raise _broken(event.command, event.fact, error) from error


def _sent(wish: rounds.MoveIn, register: Register) -> rounds.TerminalMovedOut | None:
    """Return the departure in the other table's record, regardless of the sender's claim."""
    answers = register.answers(stream_of(wish.source), [wish.transfer])
    stored = answers.get(wish.transfer)
    events = stored.answer if stored and isinstance(stored.answer, tuple) else ()
    facts = (event.fact for event in events)
    return next((fact for fact in facts if isinstance(fact, rounds.TerminalMovedOut)), None)


def _broken(command: CommandId, at: object, error: Exception) -> InvariantBroken:
    seen = f"{type(error).__name__}: {error}"
    return InvariantBroken(f"command {command}, {type(at).__name__}: {seen}")


class FloorFold:
    """The rules of the floor: people, roles, terminals."""

    prepares = frozenset[type]()

    def of(self, stream: Stream) -> Self:  # noqa: ARG002
        """Return itself: there is one floor."""
        return self

    def empty(self) -> identity.Floor:
        """Return a floor without people."""
        return identity.Floor()

    def prepared(self, command: identity.FloorCommand, register: Register) -> identity.FloorCommand:  # noqa: ARG002
        """Return the command unchanged: the floor needs nothing else from the record."""
        return command

    def decide(
        self, state: identity.Floor, command: identity.FloorCommand
    ) -> tuple[identity.FloorEvent, ...] | identity.Refusal:
        """Decide a command."""
        try:
            return identity.decide(state, command)
        except Exception as error:
            raise _broken(command.id, command.wish, error) from error

    def evolve(self, state: identity.Floor, event: identity.FloorEvent) -> Folded[identity.Floor]:
        """Apply an event."""
        try:
            return identity.evolve(state, event), None, None
        except Exception as error:
            raise _broken(event.command, event.fact, error) from error

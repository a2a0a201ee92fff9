"""One patron's session at a private table: the table's record, and how it is read and grown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from punto.cli.play.house import House
from punto.rounds.commands import By, Command, Patron, Wish
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact
from punto.rounds.phases import Phase
from punto.rounds.records import Record, submit
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rules.games import BetKey
from punto.rules.roles import Actor, Role
from punto.rules.settlement import BetResult
from punto.rules.terms import Terms
from punto.values.ids import CommandId, PersonId, TableId, TerminalId
from punto.values.money import Cents
from punto.views.roads.scoreboard import Roads, empty_roads

F = TypeVar("F", bound=Fact)

Stakes = Mapping[BetKey, Cents]

TABLE = TableId("private")
TERMINAL = TerminalId("T1")
PATRON = Patron(TERMINAL)
YOU = Actor(PersonId("you"), Role.SHIFT_MANAGER, alone=True)
"""The same person as staff: a table for one has nobody else (A-73)."""


class StepRefused(Exception):
    """The table refused a step that this program takes by itself; a patron cannot cause it."""


def total_of(stakes: Stakes) -> Cents:
    """All that stands on the layout."""
    return Cents(sum(stakes.values()))


@dataclass(frozen=True, slots=True)
class Session:
    """A patron at the table; what the record does not say is for the screen alone."""

    record: Record = field(default_factory=Record)
    cut_from_end: int = 0
    """How many cards lie behind the cut card of the shoe in play."""
    earlier_positions: tuple[Stakes, ...] = ()
    """The positions of this round before the present one, for undo."""
    roads: Roads = field(default_factory=empty_roads)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.record.table

    @property
    def terms(self) -> Terms:
        """What the table offers."""
        if self.table.configuration is None:
            raise RecordDoesNotHold("a session, and no game")
        return self.table.configuration.terms

    @property
    def shoe(self) -> Shoe:
        """The shoe in play."""
        return self.table.shoe_now

    @property
    def round_number(self) -> int:
        """The number in this shoe of the round that bets are taken for."""
        return self.roads.tally.rounds + 1

    @property
    def bets_are_open(self) -> bool:
        """Whether a round has begun and waits for bets."""
        return self.table.phase is Phase.BETTING

    @property
    def position(self) -> Stakes:
        """The bets that stand on the layout."""
        return dict(self.table.round_now.stakes_of(TERMINAL)) if self.bets_are_open else {}

    @property
    def credits_free(self) -> Cents:
        """What is left beside the stakes on the layout."""
        return self.table.credits_of(TERMINAL)

    @property
    def credits(self) -> Cents:
        """What the patron has, the stakes on the layout included until the cards are dealt."""
        return Cents(self.credits_free + total_of(self.position))

    @property
    def settled(self) -> tuple[tuple[BetResult, ...], ...]:
        """How the bets of each round ended that was played to its end."""
        return tuple(
            dict(fact.results).get(TERMINAL, ()) for fact in facts(self.record, RoundSettled)
        )

    @property
    def last_stakes(self) -> Stakes:
        """The stakes of the latest round that had any."""
        latest_results = next((results for results in reversed(self.settled) if results), ())
        return {result.bet: result.stake for result in latest_results}

    @property
    def total_staked(self) -> Cents:
        """All stakes of the session."""
        return Cents(sum(result.stake for results in self.settled for result in results))

    @property
    def total_returned(self) -> Cents:
        """All that came back in the session, stakes included."""
        return Cents(sum(result.returned for results in self.settled for result in results))


def facts(record: Record, kind: type[F]) -> Iterator[F]:
    """Every fact of one kind in a record, in order."""
    return (event.fact for event in record.events if isinstance(event.fact, kind))


def latest(record: Record, kind: type[F]) -> F:
    """The newest fact of one kind, which there must be."""
    for event in reversed(record.events):
        if isinstance(event.fact, kind):
            return event.fact
    raise RecordDoesNotHold(f"no {kind.__name__} so far")


def asked(session: Session, house: House, wish: Wish, by: By) -> Session | Refusal:
    """The session after a command that the table may refuse."""
    command_id = CommandId(f"play-{len(session.record.answers) + 1}")
    command = Command(command_id, house.clock.now(), by, wish)
    record, answer = submit(session.record, command)
    return replace(session, record=record) if isinstance(answer, tuple) else answer


def done(session: Session, house: House, *wishes: Wish, by: By = YOU) -> Session:
    """The session after commands that the table has no reason to refuse."""
    for wish in wishes:
        after = asked(session, house, wish, by)
        if not isinstance(after, Session):
            raise StepRefused(after.sentence)
        session = after
    return session

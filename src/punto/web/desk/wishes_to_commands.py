"""Submits a screen's wish to its table in the name of the person at the screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from punto import rounds
from punto.identity import Refusal as FloorRefusal
from punto.identity import Terminal, actor, player_terminal, terminal_in_service, ties_of
from punto.rules import Actor, Tie
from punto.runtime import Answer, Halted, Node, Shoes, fingerprint
from punto.values import CommandId, Instant, PersonId, TableId
from punto.views.sensors import SensorState
from punto.web.desk import problems
from punto.web.desk.wish_completion import Chance, Completed, WishContext, completed
from punto.web.security.doors import Doors
from punto.web.sessions.effects import Device, Speaker, StaffMember, Submit

_Sender = Actor | rounds.Patron
DeskAnswer = Answer | FloorRefusal | problems.DeskProblem

STEPS_UP = (
    rounds.Attest,
    rounds.Decline,
    rounds.DenyReconstruction,
    rounds.Rule,
    rounds.AskAdjustment,
    rounds.AnswerAdjustment,
    rounds.HandPay,
)
"""Steps that need a PIN even from a signed-in sender: touching the screen is not yet a decision."""


async def pin_refusal(
    doors: Doors, person: PersonId, pin: str, screen_of: PersonId
) -> problems.PinWrong | problems.PinsUnheard | None:
    """Return why an entered PIN confirms nothing; None if it does.

    Only the signed-in person learns how many tries are left, and only about themselves.
    """
    fits = await doors.pin_fits(person, pin, screen_of)
    if fits is True:
        return None
    if fits is not False:
        return problems.PinsUnheard(fits)
    return problems.PinWrong(
        person, await doors.tries_left(person) if screen_of == person else None
    )


@dataclass(frozen=True, slots=True)
class Desk:
    """Receives the wishes of all screens of a node."""

    node: Node
    now: Callable[[], Instant]
    shoes: Shoes
    chance: Chance
    doors: Doors
    takes_simulated_bills: bool
    sensors: Mapping[TableId, SensorState]
    """The present reading of the sensor of each live table."""

    def time_at(self, table: TableId | None) -> Instant:
        """Return the present time at a table; without one, the server's own."""
        now = self.now()
        return now if table is None else self.node.time_at(table, now)

    async def answer(self, speaker: Speaker, table: TableId, asked: Submit) -> DeskAnswer:
        """Submit a wish; returns its answer once that is recorded."""
        at = self.now()
        standing = self.node.standing(table)
        if standing is None:
            return problems.NoSuchTable(table)
        by = await self._sender(speaker, asked, at)
        if not isinstance(by, Actor | rounds.Patron):
            return by
        name = own_id(by, asked.id)
        context = partial(self._context, table, standing.table, at)
        complete = self._seat_problem(table, asked) or completed(asked.wish, context)
        try:
            if not isinstance(complete, Completed):
                # The table may have moved on since it accepted the same command.
                earlier = await self.node.answered(table, name, fingerprint(by, asked.wish))
                return complete if earlier is None else earlier
            ties = self._ties(by, complete.wish, at)
            command = rounds.TableCommand(name, at, by, complete.wish, ties, said=asked.wish)
            return await self.node.ask(table, command)
        except Halted as halted:
            return problems.TableHalted(table, str(halted))

    def _context(self, name: TableId, table: rounds.Table, at: Instant) -> WishContext:
        return WishContext(
            table,
            self.node.floor,
            at,
            self.shoes,
            self.chance,
            self.takes_simulated_bills,
            self.sensors.get(name),
        )

    async def _sender(
        self, speaker: Speaker, asked: Submit, at: Instant
    ) -> _Sender | FloorRefusal | problems.DeskProblem:
        """Return the sender: a terminal's patron, the signed-in person, or a second one by PIN."""
        if isinstance(speaker, Device):
            found = terminal_in_service(self.node.floor, speaker.terminal)
            return rounds.Patron(found.id) if isinstance(found, Terminal) else found
        if not isinstance(speaker, StaffMember):
            return problems.PinNeeded("a staff member")
        person, pin = speaker.person, asked.pin
        if asked.by is not None:
            person, pin = PersonId(asked.by.person), asked.by.pin
        if asked.by is not None or isinstance(asked.wish, STEPS_UP):
            if not pin:
                return problems.PinNeeded(person)
            refusal = await pin_refusal(self.doors, person, pin, speaker.person)
            if refusal is not None:
                return refusal
        return actor(self.node.floor, person, at)

    def _ties(self, by: _Sender, wish: object, at: Instant) -> tuple[Tie, ...]:
        """Return who may be the same person as the sender, if the step needs a second person."""
        if not isinstance(by, Actor) or not isinstance(wish, rounds.SECOND_STEPS):
            return ()
        # Money is granted by two people who share no inviter. Reports must pass between accounts of
        # one inviter, because otherwise a new floor could not play on its first day.
        return ties_of(self.node.floor, by.person, at, all_ways=rounds.moves_credits(wish))

    def _seat_problem(
        self, table: TableId, asked: Submit
    ) -> problems.SeatedElsewhere | FloorRefusal | None:
        """Return why a terminal cannot be seated: out of service, a sensor, or at another table."""
        if not isinstance(asked.wish, rounds.SeatTerminal):
            return None
        terminal = asked.wish.terminal
        found = player_terminal(self.node.floor, terminal)
        if not isinstance(found, Terminal):
            return found
        tables = self.node.tables().items()
        at = next((name for name, each in tables if terminal in each.table.seats), table)
        return None if at == table else problems.SeatedElsewhere(terminal, at)


def own_id(by: _Sender | PersonId, command: str) -> CommandId:
    """Return an id that no other sender can have, so that a refusal concerns this sender alone.

    A slash in a name is escaped, so that the name ends where the sender's own part begins.
    """
    if isinstance(by, rounds.Patron):
        return CommandId(f"terminal/{_escaped(by.terminal)}/{command}")
    return CommandId(f"person/{_escaped(by.person if isinstance(by, Actor) else by)}/{command}")


def _escaped(name: str) -> str:
    return name.replace("%", "%25").replace("/", "%2F")

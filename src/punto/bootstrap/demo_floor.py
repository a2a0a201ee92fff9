"""A floor to look at: people, tables and terminals, brought about by the commands of its staff."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from punto.bootstrap.table_setup import configuration_of
from punto.identity import commands as floor_commands
from punto.identity.roles.actors import actor
from punto.rounds.commands import Command, Wish
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.purse.commands import TakeCash
from punto.rounds.table.commands import ConfigureTable, OpenTable, SeatTerminal
from punto.rules.roles import Actor, Role
from punto.rules.terms import Terms
from punto.runtime.nodes import Node
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars
from punto.web.desk.requests import Desk

FIRST_CREDITS = dollars(1_000)


@dataclass(frozen=True, slots=True)
class StaffPlan:
    """Somebody who works on the floor."""

    person: PersonId
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table, how its cards come, and who sits at it."""

    table: TableId
    terms: Terms
    source: CardSource
    self_dealing: bool
    dealer: PersonId
    patrons: int
    """Terminals for whoever looks at the demonstration."""
    robots: int
    betting_ms: int
    pace_ms: int

    @property
    def own_terminals(self) -> tuple[TerminalId, ...]:
        """The terminals of people."""
        return tuple(TerminalId(f"{self.table}-{n}") for n in range(1, self.patrons + 1))

    @property
    def robot_terminals(self) -> tuple[TerminalId, ...]:
        """The terminals of robots."""
        return tuple(TerminalId(f"{self.table}-R{n}") for n in range(1, self.robots + 1))


SHIFT_MANAGER = StaffPlan(PersonId("mei.tan"), "Tan Mei Ling", Role.SHIFT_MANAGER)
STAFF = (
    SHIFT_MANAGER,
    StaffPlan(PersonId("arun.nair"), "Arun Nair", Role.PIT_MANAGER),
    StaffPlan(PersonId("sofia.lim"), "Sofia Lim", Role.PIT_SUPERVISOR),
    StaffPlan(PersonId("daniel.ong"), "Daniel Ong", Role.DEALER),
    StaffPlan(PersonId("li.wei"), "Li Wei", Role.DEALER),
)
"""Everybody on the floor, the founder first."""


class DemoUnfit(Exception):
    """Something of the demonstration was refused, with what was said."""


async def set_up(desk: Desk, tables: tuple[TablePlan, ...]) -> None:
    """Bring about an empty floor's people and tables; one that has people is left as it is."""
    if desk.node.floor.people:
        return
    await _enrol_staff(desk.node, desk.now)
    for plan in tables:
        await set_up_table(desk, plan)


async def _enrol_staff(node: Node, now: Callable[[], Instant]) -> None:
    founder = SHIFT_MANAGER.person
    for plan in STAFF:
        by = None if plan is SHIFT_MANAGER else founder
        await _ask_floor(node, now(), by, floor_commands.EnrolPerson(plan.person, plan.name))
        if by is not None:
            await _ask_floor(node, now(), by, floor_commands.GrantRole(plan.person, plan.role))


async def set_up_table(desk: Desk, plan: TablePlan) -> None:
    """Configure and open a table, and seat its terminals with credits."""
    manager, dealer = SHIFT_MANAGER.person, plan.dealer
    await ask(desk, plan.table, manager, ConfigureTable(demo_configuration(plan)))
    await ask(desk, plan.table, dealer, OpenTable())
    if not plan.self_dealing and plan.source is CardSource.VIRTUAL_SHOE:
        # The first shoe is in play already, so that the Dealer's first step is a round.
        shoe = desk.shoes.loaded(plan.table, 1, plan.terms.decks)
        await ask(desk, plan.table, dealer, shoe)
    terminals = (*plan.own_terminals, *plan.robot_terminals)
    # All at once, so that they share their writes to the disk.
    await asyncio.gather(*(_seat(desk, plan.table, terminal) for terminal in terminals))


async def _seat(desk: Desk, table: TableId, terminal: TerminalId) -> None:
    manager = SHIFT_MANAGER.person
    enrol = floor_commands.EnrolTerminal(terminal, f"{table} / {terminal}")
    await _ask_floor(desk.node, desk.now(), manager, enrol)
    for wish in (SeatTerminal(terminal), TakeCash(terminal, Cents(FIRST_CREDITS))):
        await ask(desk, table, manager, wish)


def demo_configuration(plan: TablePlan) -> Configuration:
    """The table as its document has it, at the pace of a demonstration."""
    return replace(
        configuration_of(plan.table, plan.terms),
        source=plan.source,
        self_dealing=plan.self_dealing,
        betting_ms=plan.betting_ms,
        pace_ms=plan.pace_ms,
    )


async def _ask_floor(
    node: Node, at: Instant, by: PersonId | None, wish: floor_commands.Wish
) -> None:
    command = floor_commands.Command(_named(wish), at, by, wish)
    answer = await node.ask_floor(command)
    if not isinstance(answer, tuple):
        raise DemoUnfit(answer.sentence)


async def ask(desk: Desk, table: TableId, person: PersonId, wish: Wish) -> None:
    """Ask a table in somebody's name; what is refused is a fault of the plan."""
    at = desk.now()
    by = actor(desk.node.floor, person, at)
    if not isinstance(by, Actor):
        raise DemoUnfit(by.sentence)
    answer = await desk.node.ask(table, Command(_named(wish), at, by, wish))
    if not isinstance(answer, tuple):
        raise DemoUnfit(f"table {table}: {answer.sentence}")


def _named(wish: object) -> CommandId:
    """Named by what it is about, since each is asked once for a person, a terminal or a table."""
    about = getattr(wish, "terminal", getattr(wish, "person", ""))
    return CommandId(f"demo/{type(wish).__name__}/{about}")

"""A demonstration floor: people, tables and terminals, set up by the commands of its staff."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from punto import identity, rounds
from punto.bootstrap.table_setup import configuration_of
from punto.live import TableLayout
from punto.rounds.tray import commands as tray_commands
from punto.rules import Actor, Role, Terms
from punto.runtime import Node
from punto.values import (
    Cents,
    CommandId,
    Instant,
    PersonId,
    TableId,
    TerminalId,
    Value,
    dollars,
    replace,
)
from punto.web.desk.wishes_to_commands import Desk

FIRST_CREDITS = dollars(1_000)
FIRST_FLOAT = ((5_000, 20), (1_000, 60), (500, 60), (100, 100), (25, 100), (5, 100), (1, 100))
"""The chips in a live table's tray by their value in dollars."""


SPARE_SEATS = 2
"""The free seats of a table, for patrons who come from another one."""


class StaffPlan(Value):
    """A staff member."""

    person: PersonId
    name: str
    role: Role


class TablePlan(Value):
    """A table, its source of cards, and its terminals."""

    table: TableId
    terms: Terms
    source: rounds.CardSource
    self_dealing: bool
    dealer: PersonId
    patrons: int
    """The number of terminals for the user of the demonstration."""
    robots: int
    betting_ms: int
    pace_ms: int
    layout: TableLayout | None = None
    """The layout of a live table, at which robots sit and stand instead of terminals."""

    @property
    def own_terminals(self) -> tuple[TerminalId, ...]:
        if self.layout is not None:
            return ()
        return tuple(TerminalId(f"{self.table}-{n}") for n in range(1, self.patrons + 1))

    @property
    def robot_terminals(self) -> tuple[TerminalId, ...]:
        if self.layout is not None:
            return ()
        return tuple(TerminalId(f"{self.table}-R{n}") for n in range(1, self.robots + 1))

    @property
    def terminals(self) -> tuple[TerminalId, ...]:
        return self.own_terminals + self.robot_terminals


SHIFT_MANAGER = StaffPlan(PersonId("mei.tan"), "Tan Mei Ling", Role.SHIFT_MANAGER)
PIT_MANAGER = StaffPlan(PersonId("arun.nair"), "Arun Nair", Role.PIT_MANAGER)
SUPERVISOR = StaffPlan(PersonId("sofia.lim"), "Sofia Lim", Role.PIT_SUPERVISOR)
STAFF = (
    SHIFT_MANAGER,
    PIT_MANAGER,
    SUPERVISOR,
    StaffPlan(PersonId("daniel.ong"), "Daniel Ong", Role.DEALER),
    StaffPlan(PersonId("li.wei"), "Li Wei", Role.DEALER),
)
"""All staff of the floor, the founder first."""


class DemoUnfit(Exception):
    """A command of the demonstration was refused; the message gives the refusal."""


class DatedNode(Protocol):
    """A node, and the time that its staff go by: a desk, or a moment of the past."""

    @property
    def node(self) -> Node:
        """The floor and its tables."""

    @property
    def now(self) -> Callable[[], Instant]:
        """Returns the current time there."""


async def set_up(desk: Desk, tables: tuple[TablePlan, ...]) -> None:
    """Set up the people and tables of an empty floor; a floor with people is left as it is."""
    if desk.node.floor.people:
        return
    await found_floor(desk, STAFF, tables)
    await open_floor(desk, tables)


async def found_floor(
    at: DatedNode, staff: tuple[StaffPlan, ...], tables: tuple[TablePlan, ...]
) -> None:
    """Enrol people, the founder first, and configure tables with their terminals, all closed."""
    for each in staff:
        by = None if each is SHIFT_MANAGER else SHIFT_MANAGER.person
        await _ask_floor(at, by, identity.EnrolPerson(each.person, each.name))
        if by is not None:
            await _ask_floor(at, by, identity.GrantRole(each.person, each.role))
    for plan in tables:
        configure = rounds.ConfigureTable(demo_configuration(plan))
        await ask(at, plan.table, SHIFT_MANAGER.person, configure)
        # In parallel, so that they share their writes to disk.
        await asyncio.gather(*(_seat(at, plan.table, each) for each in plan.terminals))


async def _seat(at: DatedNode, table: TableId, terminal: TerminalId) -> None:
    manager = SHIFT_MANAGER.person
    await _ask_floor(at, manager, identity.EnrolTerminal(terminal, f"{table} / {terminal}"))
    await ask(at, table, manager, rounds.SeatTerminal(terminal))


async def open_floor(desk: Desk, tables: tuple[TablePlan, ...]) -> None:
    """Open tables, and give their terminals credits."""
    for plan in tables:
        await _open_table(desk, plan)
        cash = (rounds.TakeCash(each, Cents(FIRST_CREDITS)) for each in plan.terminals)
        asked = (ask(desk, plan.table, SHIFT_MANAGER.person, wish) for wish in cash)
        await asyncio.gather(*asked)


async def _open_table(desk: Desk, plan: TablePlan) -> None:
    await ask(desk, plan.table, plan.dealer, rounds.OpenTable())
    if plan.layout is None:
        seating = rounds.Seating(patrons_choose=True, seats=len(plan.terminals) + SPARE_SEATS)
        await ask(desk, plan.table, SUPERVISOR.person, rounds.ChangeSeating(seating))
    if not plan.self_dealing and plan.source is rounds.CardSource.VIRTUAL_SHOE:
        # The first shoe is already in play, so that the Dealer's first step is a round.
        number = desk.node.tables()[plan.table].table.shoes_count + 1
        shoe = desk.shoes.loaded(plan.table, number, plan.terms.decks)
        await ask(desk, plan.table, plan.dealer, shoe)
    if plan.layout is not None:
        await _open_float(desk, plan)


def opening_count() -> tray_commands.CountFloat:
    """Return the count with which the tray of a live table opens."""
    chips = tuple((dollars(value), number) for value, number in FIRST_FLOAT)
    return tray_commands.CountFloat(rounds.FloatCount.OPENING, chips)


async def _open_float(desk: Desk, plan: TablePlan) -> None:
    """Count the chips of a live table's tray by two people, as every evening begins."""
    count = opening_count()
    await ask(desk, plan.table, plan.dealer, count)
    await ask(desk, plan.table, SUPERVISOR.person, tray_commands.ConfirmFloat(count.chips))


def demo_configuration(plan: TablePlan) -> rounds.Configuration:
    """Return the table's default configuration, at the pace of a demonstration."""
    return replace(
        configuration_of(plan.table, plan.terms),
        source=plan.source,
        self_dealing=plan.self_dealing,
        betting_ms=plan.betting_ms,
        pace_ms=plan.pace_ms,
        layout=plan.layout,
    )


async def _ask_floor(at: DatedNode, by: PersonId | None, wish: identity.Wish) -> None:
    answer = await at.node.ask_floor(identity.FloorCommand(_named(wish), at.now(), by, wish))
    if not isinstance(answer, tuple):
        raise DemoUnfit(answer.sentence)


async def ask(at: DatedNode, table: TableId, person: PersonId, wish: rounds.Wish) -> None:
    """Submit a command on behalf of a person; raises DemoUnfit if it is refused."""
    now = at.now()
    by = identity.actor(at.node.floor, person, now)
    if not isinstance(by, Actor):
        raise DemoUnfit(by.sentence)
    answer = await at.node.ask(table, rounds.TableCommand(_named(wish), now, by, wish))
    if not isinstance(answer, tuple):
        raise DemoUnfit(f"table {table}: {answer.sentence}")


def _named(wish: object) -> CommandId:
    """Return an id made of the kind and the subject: each command is submitted once for each."""
    about = getattr(wish, "terminal", getattr(wish, "person", ""))
    return CommandId(f"demo/{type(wish).__name__}/{about}")

"""A demonstration floor: people, tables and terminals, set up by the commands of its staff."""

import asyncio
from collections.abc import Callable

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
from punto.web.desk.desk import Desk

FIRST_CREDITS = dollars(1_000)
FIRST_FLOAT = ((5_000, 20), (1_000, 60), (500, 60), (100, 100), (25, 100), (5, 100), (1, 100))
"""The chips in a live table's tray by their value in dollars."""


class StaffPlan(Value):
    """A staff member."""

    person: PersonId
    name: str
    role: Role


class TablePlan(Value):
    """A table, its source of cards, and who sits at it."""

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


SHIFT_MANAGER = StaffPlan(PersonId("mei.tan"), "Tan Mei Ling", Role.SHIFT_MANAGER)
SUPERVISOR = StaffPlan(PersonId("sofia.lim"), "Sofia Lim", Role.PIT_SUPERVISOR)
STAFF = (
    SHIFT_MANAGER,
    StaffPlan(PersonId("arun.nair"), "Arun Nair", Role.PIT_MANAGER),
    SUPERVISOR,
    StaffPlan(PersonId("daniel.ong"), "Daniel Ong", Role.DEALER),
    StaffPlan(PersonId("li.wei"), "Li Wei", Role.DEALER),
)
"""All staff of the floor, the founder first."""


class DemoUnfit(Exception):
    """A command of the demonstration was refused; the message gives the refusal."""


async def set_up(desk: Desk, tables: tuple[TablePlan, ...]) -> None:
    """Set up the people and tables of an empty floor; a floor with people is left as it is."""
    if desk.node.floor.people:
        return
    await _enrol_staff(desk.node, desk.now)
    for plan in tables:
        await set_up_table(desk, plan)


async def _enrol_staff(node: Node, now: Callable[[], Instant]) -> None:
    founder = SHIFT_MANAGER.person
    for plan in STAFF:
        by = None if plan is SHIFT_MANAGER else founder
        await _ask_floor(node, now(), by, identity.EnrolPerson(plan.person, plan.name))
        if by is not None:
            await _ask_floor(node, now(), by, identity.GrantRole(plan.person, plan.role))


async def set_up_table(desk: Desk, plan: TablePlan) -> None:
    """Configure and open a table, and seat its terminals with credits."""
    manager, dealer = SHIFT_MANAGER.person, plan.dealer
    await ask(desk, plan.table, manager, rounds.ConfigureTable(demo_configuration(plan)))
    await ask(desk, plan.table, dealer, rounds.OpenTable())
    if not plan.self_dealing and plan.source is rounds.CardSource.VIRTUAL_SHOE:
        # The first shoe is already in play, so that the Dealer's first step is a round.
        shoe = desk.shoes.loaded(plan.table, 1, plan.terms.decks)
        await ask(desk, plan.table, dealer, shoe)
    if plan.layout is not None:
        await _open_float(desk, plan)
    terminals = (*plan.own_terminals, *plan.robot_terminals)
    # In parallel, so that they share their writes to disk.
    await asyncio.gather(*(_seat(desk, plan.table, terminal) for terminal in terminals))


async def _open_float(desk: Desk, plan: TablePlan) -> None:
    """Count the chips of a live table's tray by two people, as every evening begins."""
    chips = tuple((dollars(value), number) for value, number in FIRST_FLOAT)
    opening = tray_commands.CountFloat(rounds.FloatCount.OPENING, chips)
    await ask(desk, plan.table, plan.dealer, opening)
    await ask(desk, plan.table, SUPERVISOR.person, tray_commands.ConfirmFloat(chips))


async def _seat(desk: Desk, table: TableId, terminal: TerminalId) -> None:
    manager = SHIFT_MANAGER.person
    enrol = identity.EnrolTerminal(terminal, f"{table} / {terminal}")
    await _ask_floor(desk.node, desk.now(), manager, enrol)
    for wish in (rounds.SeatTerminal(terminal), rounds.TakeCash(terminal, Cents(FIRST_CREDITS))):
        await ask(desk, table, manager, wish)


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


async def _ask_floor(node: Node, at: Instant, by: PersonId | None, wish: identity.Wish) -> None:
    command = identity.FloorCommand(_named(wish), at, by, wish)
    answer = await node.ask_floor(command)
    if not isinstance(answer, tuple):
        raise DemoUnfit(answer.sentence)


async def ask(desk: Desk, table: TableId, person: PersonId, wish: rounds.Wish) -> None:
    """Submit a command on behalf of a person; a refusal is a mistake in the plan."""
    at = desk.now()
    by = identity.actor(desk.node.floor, person, at)
    if not isinstance(by, Actor):
        raise DemoUnfit(by.sentence)
    answer = await desk.node.ask(table, rounds.TableCommand(_named(wish), at, by, wish))
    if not isinstance(answer, tuple):
        raise DemoUnfit(f"table {table}: {answer.sentence}")


def _named(wish: object) -> CommandId:
    """Name a command by its subject: each is submitted once for a person, terminal or table."""
    about = getattr(wish, "terminal", getattr(wish, "person", ""))
    return CommandId(f"demo/{type(wish).__name__}/{about}")

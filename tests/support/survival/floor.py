"""The floor of the survival tests: two tables of different games, and the people who run them."""

from punto.identity.messages import Wish as FloorWish
from punto.identity.people.commands import EnrolPerson, GrantRole
from punto.identity.terminals.commands import EnrolTerminal
from punto.rounds.commands import By, Wish
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.table.commands import ConfigureTable, OpenTable, SeatTerminal
from punto.values import replace
from punto.values.ids import PersonId, TableId, TerminalId
from punto.values.money import dollars
from support.rounds.evening import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, configuration
from support.survival.streams import A1, B2

GAMES = {A1: "mbs-tiger", B2: "rws-etg"}
SEATS = {
    A1: (TerminalId("T1"), TerminalId("T2")),
    B2: (TerminalId("T3"), TerminalId("T4")),
}
WANDERER = TerminalId("T5")
"""A terminal that never bets, so that it can be moved at nearly any time."""


def founding() -> list[tuple[PersonId | None, FloorWish]]:
    """Return the commands that give a floor its people and devices."""
    tan = SHIFT_MANAGER.person
    wishes: list[tuple[PersonId | None, FloorWish]] = []
    for actor in (SHIFT_MANAGER, PIT_MANAGER, SUPERVISOR, DEALER):
        by = None if actor.person == tan else tan
        wishes += [(by, EnrolPerson(actor.person, actor.person.title()))]
        wishes += [(by, GrantRole(actor.person, actor.role))]
    devices = (*(each for seats in SEATS.values() for each in seats), WANDERER)
    return wishes + [(tan, EnrolTerminal(each, f"place {each}")) for each in devices]


def opening(table: TableId) -> list[tuple[By, Wish]]:
    """Return the commands that open a table, with a shoe and terminals that have credits."""
    wishes: list[tuple[By, Wish]] = [
        (PIT_MANAGER, ConfigureTable(replace(configuration(GAMES[table]), table=table))),
        (DEALER, OpenTable()),
        (DEALER, LoadShoe(8, Shuffle.BY_MACHINE)),
    ]
    for terminal in SEATS[table]:
        wishes += [(SUPERVISOR, SeatTerminal(terminal)), (DEALER, TakeCash(terminal, dollars(900)))]
    if table == A1:
        wishes += [(SUPERVISOR, SeatTerminal(WANDERER)), (DEALER, TakeCash(WANDERER, dollars(50)))]
    return wishes

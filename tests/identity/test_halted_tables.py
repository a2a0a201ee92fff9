"""Who may order the restart of a halted table."""

from punto.identity.decisions import decide
from punto.identity.people.actors import RankTooLow
from punto.identity.terminals.commands import BringUpTable
from punto.identity.terminals.events import BringUpOrdered
from punto.rules.roles import Actor, Role
from punto.values.ids import TableId
from support.identity.floors_in_tests import MAX, SUE, after, ask, refused, staffed

WISH = BringUpTable(TableId("A1"))


def test_a_pit_manager_has_a_table_brought_up_and_the_floor_stays_as_it_is() -> None:
    decided = decide(staffed(), ask(WISH, MAX))
    assert isinstance(decided, tuple)
    assert [(event.fact, event.by) for event in decided] == [
        (BringUpOrdered(TableId("A1")), Actor(MAX, Role.PIT_MANAGER))
    ]
    assert after(staffed(), ask(WISH, MAX)) == staffed()


def test_nobody_below_does() -> None:
    too_low = RankTooLow(Actor(SUE, Role.PIT_SUPERVISOR), Role.PIT_MANAGER)
    assert refused(staffed(), ask(WISH, SUE)) == too_low

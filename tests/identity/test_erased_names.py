"""Who may have a patron's name erased; the floor itself does not know the name."""

from punto.identity.decisions import decide
from punto.identity.people.actors import RankTooLow
from punto.identity.terminals.commands import EraseName
from punto.identity.terminals.events import NameErased
from punto.live import PatronKey
from punto.rules.roles import Actor, Role
from punto.values.ids import TableId
from support.identity.floors_in_tests import MAX, SUE, after, ask, refused, staffed

ERASE = EraseName(TableId("L1"), PatronKey("ann"))
ERASED = NameErased(TableId("L1"), PatronKey("ann"))


def test_a_pit_manager_has_a_name_erased_and_the_floor_stays_as_it_is() -> None:
    decided = decide(staffed(), ask(ERASE, MAX))
    assert isinstance(decided, tuple)
    assert [(event.fact, event.by) for event in decided] == [(ERASED, Actor(MAX, Role.PIT_MANAGER))]
    assert after(staffed(), ask(ERASE, MAX)) == staffed()


def test_nobody_below_does() -> None:
    too_low = RankTooLow(Actor(SUE, Role.PIT_SUPERVISOR), Role.PIT_MANAGER)
    assert refused(staffed(), ask(ERASE, SUE)) == too_low


def test_what_the_command_line_erased_is_recorded_without_a_person() -> None:
    decided = decide(staffed(), ask(ERASE, None))
    assert isinstance(decided, tuple)
    assert [(event.fact, event.by) for event in decided] == [(ERASED, None)]

"""A wrong clock is recorded by the server, and not by a person."""

from punto.identity.access.refusals import NotForAPerson
from punto.identity.decisions import decide
from punto.identity.floors import Floor
from punto.identity.people.refusals import NobodyNamed
from punto.identity.terminals.commands import ClockKind, NoteClock
from punto.identity.terminals.events import ClockFoundOff
from support.identity.floors_in_tests import MAX, after, ask, refused, staffed

BEHIND = NoteClock(ClockKind.SYSTEM, -3_600_000)


def test_the_server_notes_it_and_the_floor_stays_as_it_is() -> None:
    decided = decide(staffed(), ask(BEHIND, None))
    assert isinstance(decided, tuple)
    assert [(event.fact, event.by) for event in decided] == [
        (ClockFoundOff(ClockKind.SYSTEM, -3_600_000), None)
    ]
    assert after(staffed(), ask(BEHIND, None)) == staffed()


def test_no_person_does_and_no_floor_begins_with_it() -> None:
    assert refused(staffed(), ask(BEHIND, MAX)) == NotForAPerson(MAX)
    assert refused(Floor(), ask(BEHIND, None)) == NobodyNamed()

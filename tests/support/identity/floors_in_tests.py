"""A floor for tests, and short ways to give it commands."""

from punto.identity.decisions import decide
from punto.identity.evolution import evolve
from punto.identity.floors import Floor
from punto.identity.messages import FloorCommand, Wish
from punto.identity.people.commands import EnrolPerson, GrantRole
from punto.identity.refusals import Refusal
from punto.rules.roles import Role
from punto.values.ids import CommandId, Instant, PersonId

NOW = Instant(1_000)

CHIEF, MAX, SUE, DEE, NEW = map(PersonId, ("chief", "max", "sue", "dee", "new"))

NAMES = {CHIEF: "Ada Lim", MAX: "Max Ong", SUE: "Sue Tan", DEE: "Dee Koh", NEW: "New Ng"}

STAFF = {
    CHIEF: Role.SHIFT_MANAGER,
    MAX: Role.PIT_MANAGER,
    SUE: Role.PIT_SUPERVISOR,
    DEE: Role.DEALER,
}


def ask(wish: Wish, by: PersonId | None = CHIEF, at: Instant = NOW) -> FloorCommand:
    return FloorCommand(CommandId("c-1"), at, by, wish)


def after(floor: Floor, *commands: FloorCommand) -> Floor:
    """Return the floor after these commands, all of which must be accepted."""
    for command in commands:
        decided = decide(floor, command)
        assert isinstance(decided, tuple), decided.sentence
        for event in decided:
            floor = evolve(floor, event)
    return floor


def refused(floor: Floor, command: FloorCommand) -> Refusal:
    """Give a command that must be refused; return the refusal."""
    decided = decide(floor, command)
    assert not isinstance(decided, tuple), decided
    return decided


def founded() -> Floor:
    """Return a floor with only its founder."""
    return after(Floor(), ask(EnrolPerson(CHIEF, NAMES[CHIEF]), by=None))


def staffed() -> Floor:
    """Return a floor with one person in each role, and one person without a role."""
    people = [ask(EnrolPerson(person, name)) for person, name in NAMES.items() if person != CHIEF]
    roles = [ask(GrantRole(person, role)) for person, role in STAFF.items() if person != CHIEF]
    return after(founded(), *people, *roles)

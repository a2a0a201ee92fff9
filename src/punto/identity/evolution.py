"""What an event makes of the floor: it is changed here, and nothing is judged."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from punto.identity.access.events import (
    AccessFact,
    AlarmRaised,
    AlarmsClosed,
    PersonInvited,
    PersonLockedOut,
    PersonUnlocked,
    ResetAsked,
    SecretsChosen,
    SignedIn,
    SignInFailed,
    TerminalAdmitted,
)
from punto.identity.events import Event
from punto.identity.floors import (
    ActingBox,
    Alarm,
    Floor,
    Invitation,
    Person,
    Reset,
    ResetRequest,
    Terminal,
)
from punto.identity.people.events import (
    PersonDismissed,
    PersonEnrolled,
    PersonReinstated,
    ProfileChosen,
)
from punto.identity.roles.events import ActingRoleEnded, ActingRoleGranted, RoleGranted, RoleRevoked
from punto.identity.terminals.events import (
    BringUpOrdered,
    CallAnswered,
    TerminalEnrolled,
    TerminalRetired,
)
from punto.values.ids import Instant

_RESETS_KEPT = 5


def evolve(floor: Floor, event: Event) -> Floor:
    """The floor after the event."""
    fact = event.fact
    if isinstance(fact, AccessFact):
        return _after_access(floor, fact, event)
    match fact:
        case PersonEnrolled():
            return _with_person(floor, Person(fact.person, fact.name))
        case (
            PersonDismissed()
            | PersonReinstated()
            | RoleGranted()
            | RoleRevoked()
            | ActingRoleGranted()
            | ActingRoleEnded()
        ):
            return _with_person(floor, _changed(floor.people[fact.person], fact))
        case ProfileChosen():
            return replace(floor, profile=fact.profile)
        case TerminalEnrolled():
            return _with_terminal(floor, Terminal(fact.terminal, fact.place))
        case TerminalRetired():
            return _with_terminal(floor, replace(floor.terminals[fact.terminal], retired=True))
        case BringUpOrdered() | CallAnswered():
            return floor
    assert_never(fact)


def _after_access(floor: Floor, fact: AccessFact, event: Event) -> Floor:
    at = event.at
    match fact:
        case PersonLockedOut():
            locked = replace(floor.people[fact.person], locked=True, locked_at=at)
            return _with_person(floor, locked)
        case PersonUnlocked():
            return _with_person(floor, replace(floor.people[fact.person], locked=False))
        case ResetAsked():
            return _with_person(floor, _asked(floor.people[fact.person], event))
        case PersonInvited():
            return _with_person(floor, _invited(floor.people[fact.person], fact, event))
        case SecretsChosen():
            return _with_person(floor, _with_secrets(floor.people[fact.person], fact, at))
        case AlarmRaised():
            return _with_person(floor, _alarmed(floor.people[fact.person], fact, at))
        case AlarmsClosed():
            return _with_person(floor, replace(floor.people[fact.person], alarms=()))
        case SignedIn() | SignInFailed() | TerminalAdmitted():
            return floor
    assert_never(fact)


def _asked(person: Person, event: Event) -> Person:
    if event.by is None:
        raise ValueError(f"{event.fact}: expected somebody who asks")
    return replace(person, reset_asked=ResetRequest(event.by.person, event.at))


def _invited(person: Person, fact: PersonInvited, event: Event) -> Person:
    first = () if fact.asked_by is None else (fact.asked_by,)
    second = () if event.by is None else (event.by.person,)
    invitation = Invitation(event.command, (*first, *second))
    return replace(person, reset_asked=None, invitation=invitation)


def _with_secrets(person: Person, fact: SecretsChosen, at: Instant) -> Person:
    """By an invitation, which is used up; or, without one, in place of the person's own."""
    resets = person.resets
    if person.invitation is not None and person.had_secrets:
        resets = (*resets, Reset(at, fact.vouched_by))[-_RESETS_KEPT:]
    return replace(
        person,
        locked=False,
        had_secrets=True,
        invitation=None,
        vouched_by=fact.vouched_by,
        vouched_until=fact.until,
        resets=resets,
    )


def _alarmed(person: Person, fact: AlarmRaised, at: Instant) -> Person:
    others = tuple(alarm for alarm in person.alarms if alarm.cause is not fact.cause)
    return replace(person, alarms=(*others, Alarm(fact.cause, fact.source, at)))


def replay(events: Iterable[Event]) -> Floor:
    """The floor that a whole record describes."""
    return reduce(evolve, events, Floor())


def _changed(
    person: Person,
    fact: PersonDismissed
    | PersonReinstated
    | RoleGranted
    | RoleRevoked
    | ActingRoleGranted
    | ActingRoleEnded,
) -> Person:
    match fact:
        case PersonDismissed():
            # What is known of lockouts, alarms and secrets stays: nobody gets rid of it by leaving.
            return replace(
                person,
                roles=frozenset(),
                acting=None,
                dismissed=True,
                locked=False,
                reset_asked=None,
                invitation=None,
            )
        case PersonReinstated():
            return replace(person, dismissed=False)
        case RoleGranted():
            return replace(person, roles=person.roles | {fact.role})
        case RoleRevoked():
            return replace(person, roles=person.roles - {fact.role})
        case ActingRoleGranted():
            return replace(person, acting=ActingBox(fact.role, fact.since, fact.until))
        case ActingRoleEnded():
            return replace(person, acting=None)
    assert_never(fact)


def _with_person(floor: Floor, person: Person) -> Floor:
    return replace(floor, people={**floor.people, person.id: person})


def _with_terminal(floor: Floor, terminal: Terminal) -> Floor:
    return replace(floor, terminals={**floor.terminals, terminal.id: terminal})

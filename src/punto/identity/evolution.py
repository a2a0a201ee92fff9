"""evolve: applies an event to the floor, and judges nothing."""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from punto.identity import floors
from punto.identity.access import events as access_events
from punto.identity.messages import FloorEvent
from punto.identity.people import events as people_events
from punto.identity.terminals import events as terminals_events
from punto.values import Instant, replace

_RESETS_KEPT = 5

_Personal = (
    people_events.PersonDismissed
    | people_events.PersonReinstated
    | people_events.RoleFact
    | access_events.PersonLockedOut
    | access_events.PersonUnlocked
    | access_events.ResetAsked
    | access_events.PersonInvited
    | access_events.SecretsChosen
    | access_events.AlarmRaised
    | access_events.AlarmsClosed
)
"""The events that change one person."""


def evolve(floor: floors.Floor, event: FloorEvent) -> floors.Floor:
    """Return the floor after the event."""
    fact = event.fact
    match fact:
        case people_events.PersonEnrolled():
            return _with_person(floor, floors.Person(fact.person, fact.name))
        case people_events.ProfileChosen():
            return replace(floor, profile=fact.profile)
        case terminals_events.TerminalEnrolled():
            return _with_terminal(floor, floors.Terminal(fact.terminal, fact.place))
        case terminals_events.SensorEnrolled():
            sensor = floors.Terminal(fact.terminal, fact.place, reads=fact.table)
            return _with_terminal(floor, sensor)
        case terminals_events.TerminalRetired():
            return _with_terminal(floor, replace(floor.terminals[fact.terminal], retired=True))
        case (
            terminals_events.BringUpOrdered()
            | terminals_events.CallAnswered()
            | terminals_events.NameErased()
            | terminals_events.ClockFoundOff()
            | access_events.SignedIn()
            | access_events.SignInFailed()
            | access_events.TerminalAdmitted()
        ):
            return floor
        case _:
            return _with_person(floor, _changed(floor.people[fact.person], fact, event))


def _changed(  # noqa: C901, PLR0912 (one case for each fact)
    person: floors.Person, fact: _Personal, event: FloorEvent
) -> floors.Person:
    match fact:
        case people_events.PersonDismissed():
            # Lockouts, alarms and secrets stay: leaving and returning does not clear them.
            return replace(
                person,
                roles=frozenset(),
                acting=None,
                dismissed=True,
                locked=False,
                reset_asked=None,
                invitation=None,
            )
        case people_events.PersonReinstated():
            return replace(person, dismissed=False)
        case people_events.RoleGranted():
            return replace(person, roles=person.roles | {fact.role})
        case people_events.RoleRevoked():
            return replace(person, roles=person.roles - {fact.role})
        case people_events.ActingRoleGranted():
            return replace(person, acting=floors.ActingBox(fact.role, fact.since, fact.until))
        case people_events.ActingRoleEnded():
            return replace(person, acting=None)
        case access_events.PersonLockedOut():
            return replace(person, locked=True, locked_at=event.at)
        case access_events.PersonUnlocked():
            return replace(person, locked=False)
        case access_events.ResetAsked():
            return _asked(person, event)
        case access_events.PersonInvited():
            return _invited(person, fact, event)
        case access_events.SecretsChosen():
            return _with_secrets(person, fact, event.at)
        case access_events.AlarmRaised():
            return _alarmed(person, fact, event.at)
        case access_events.AlarmsClosed():
            return replace(person, alarms=())
        case _:
            assert_never(fact)


def _asked(person: floors.Person, event: FloorEvent) -> floors.Person:
    if event.by is None:
        raise ValueError(f"{event.fact}: expected a person who asks")
    return replace(person, reset_asked=floors.ResetRequest(event.by.person, event.at))


def _invited(
    person: floors.Person, fact: access_events.PersonInvited, event: FloorEvent
) -> floors.Person:
    first = () if fact.asked_by is None else (fact.asked_by,)
    second = () if event.by is None else (event.by.person,)
    invitation = floors.Invitation(event.command, (*first, *second))
    return replace(person, reset_asked=None, invitation=invitation)


def _with_secrets(
    person: floors.Person, fact: access_events.SecretsChosen, at: Instant
) -> floors.Person:
    """Note new secrets, chosen by an invitation, which is used up, or by the person alone."""
    resets = person.resets
    if person.invitation is not None and person.had_secrets:
        resets = (*resets, floors.Reset(at, fact.vouched_by))[-_RESETS_KEPT:]
    return replace(
        person,
        locked=False,
        had_secrets=True,
        invitation=None,
        vouched_by=fact.vouched_by,
        vouched_until=fact.until,
        resets=resets,
    )


def _alarmed(person: floors.Person, fact: access_events.AlarmRaised, at: Instant) -> floors.Person:
    others = tuple(alarm for alarm in person.alarms if alarm.cause is not fact.cause)
    return replace(person, alarms=(*others, floors.Alarm(fact.cause, fact.source, at)))


def replay(events: Iterable[FloorEvent]) -> floors.Floor:
    """Return the floor that a record describes."""
    return reduce(evolve, events, floors.Floor())


def _with_person(floor: floors.Floor, person: floors.Person) -> floors.Floor:
    return replace(floor, people={**floor.people, person.id: person})


def _with_terminal(floor: floors.Floor, terminal: floors.Terminal) -> floors.Floor:
    return replace(floor, terminals={**floor.terminals, terminal.id: terminal})

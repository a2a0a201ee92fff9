"""The people of the floor in words, and its events, one sentence for each."""

from collections.abc import Callable, Mapping
from typing import assert_never

from punto.identity import ActingRoleEnded, ActingRoleGranted, Fact, RoleGranted, RoleRevoked
from punto.identity.access import events as access_events
from punto.identity.people import events as people_events
from punto.identity.terminals import events as terminals_events
from punto.rounds import By, Patron, Timer
from punto.rules import Actor, Role
from punto.values import Instant

TITLES: Mapping[Role, str] = {role: role.plain_name for role in Role}
"""The plain titles of the ladder; an operator's document may give others (A-52)."""


def actor_words(actor: Actor, titles: Mapping[Role, str] = TITLES) -> str:
    """Return a person with the role at that moment, marked if it is an acting role."""
    acting = "acting " if actor.acting else ""
    return f"{actor.person}, {acting}{titles[actor.role]}"


def by_words(by: By, titles: Mapping[Role, str] = TITLES) -> str:
    """Return the sender of a command in words."""
    match by:
        case Actor():
            return actor_words(by, titles)
        case Patron():
            return f"terminal {by.terminal}"
        case Timer():
            return f"the timer, for {actor_words(by.dealer, titles)}"
        case _:
            assert_never(by)


_Span = Callable[[Instant, Instant], str]
"""Puts the time between two instants into words."""


def floor_sentence(fact: Fact, span: _Span) -> str:  # noqa: C901, PLR0912 (one case for each fact)
    """Return the sentence of an event of the floor."""
    if isinstance(fact, access_events.AccessFact):
        return _access_sentence(fact)
    match fact:
        case people_events.PersonEnrolled():
            return f"{fact.person} is enrolled as {fact.name}"
        case people_events.PersonDismissed():
            return f"{fact.person} is dismissed"
        case people_events.PersonReinstated():
            return f"{fact.person} is reinstated"
        case RoleGranted():
            return f"{fact.person} is {fact.role.plain_name}"
        case RoleRevoked():
            return f"{fact.person} is no longer {fact.role.plain_name}"
        case ActingRoleGranted():
            role = fact.role.plain_name
            return f"{fact.person} acts as {role} {span(fact.since, fact.until)}"
        case ActingRoleEnded():
            return f"{fact.person} no longer acts as {fact.role.plain_name}"
        case people_events.ProfileChosen():
            return f"The profile of the floor is {fact.profile.value}"
        case terminals_events.TerminalEnrolled():
            return f"Terminal {fact.terminal} stands at {fact.place}"
        case terminals_events.SensorEnrolled():
            return f"{fact.terminal} at {fact.place} reads the chips of table {fact.table}"
        case terminals_events.TerminalRetired():
            return f"Terminal {fact.terminal} is retired for good"
        case terminals_events.CallAnswered():
            return f"An attendant is at terminal {fact.terminal}"
        case terminals_events.BringUpOrdered():
            return f"Table {fact.table} is to be verified and brought up again"
        case terminals_events.NameErased():
            return f"The name of patron {fact.patron} at table {fact.table} is erased"
        case terminals_events.ClockFoundOff():
            way = "ahead of" if fact.ahead_ms > 0 else "behind"
            off = f"{abs(fact.ahead_ms) / 1_000:g} s {way} the server's time"
            return f"The time of the {fact.clock.value} is {off}"
    assert_never(fact)


def _access_sentence(fact: access_events.AccessFact) -> str:  # noqa: C901 (one case for each fact)
    match fact:
        case access_events.ResetAsked():
            return f"A new password and PIN for {fact.person} are requested"
        case access_events.PersonInvited():
            asked = "" if fact.asked_by is None else f", as {fact.asked_by} asked"
            return f"{fact.person} may choose a password and a PIN{asked}"
        case access_events.SecretsChosen():
            by = ", ".join(fact.vouched_by)
            return (
                f"{fact.person} has chosen a password and a PIN{f', invited by {by}' if by else ''}"
            )
        case access_events.SignedIn():
            return f"{fact.person} signs in"
        case access_events.SignInFailed():
            return f"A wrong {fact.secret.value} is given for {fact.person}"
        case access_events.PersonLockedOut():
            return f"{fact.person} is locked out"
        case access_events.PersonUnlocked():
            return f"{fact.person} is unlocked"
        case access_events.AlarmRaised():
            source = f" ({fact.source})" if fact.source else ""
            return f"Alarm about {fact.person}: {fact.cause.value}{source}"
        case access_events.AlarmsClosed():
            return f"The alarms about {fact.person} are closed"
        case access_events.TerminalAdmitted():
            return f"A device is admitted as terminal {fact.terminal}"
    assert_never(fact)

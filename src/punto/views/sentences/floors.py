"""The events of the floor, one sentence for each."""

from collections.abc import Callable
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
from punto.identity.events import Fact
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

Span = Callable[[Instant, Instant], str]
"""Puts the time between two instants into words."""


def floor_sentence(fact: Fact, span: Span) -> str:  # noqa: C901, PLR0912 (one case for each fact)
    """Return the sentence of an event of the floor."""
    if isinstance(fact, AccessFact):
        return _access_sentence(fact)
    match fact:
        case PersonEnrolled():
            return f"{fact.person} is enrolled as {fact.name}"
        case PersonDismissed():
            return f"{fact.person} is dismissed"
        case PersonReinstated():
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
        case ProfileChosen():
            return f"The profile of the floor is {fact.profile.value}"
        case TerminalEnrolled():
            return f"Terminal {fact.terminal} stands at {fact.place}"
        case TerminalRetired():
            return f"Terminal {fact.terminal} is retired for good"
        case CallAnswered():
            return f"An attendant is at terminal {fact.terminal}"
        case BringUpOrdered():
            return f"Table {fact.table} is to be verified and brought up again"
    assert_never(fact)


def _access_sentence(fact: AccessFact) -> str:  # noqa: C901 (one case for each fact)
    match fact:
        case ResetAsked():
            return f"A new password and PIN for {fact.person} are requested"
        case PersonInvited():
            asked = "" if fact.asked_by is None else f", as {fact.asked_by} asked"
            return f"{fact.person} may choose a password and a PIN{asked}"
        case SecretsChosen():
            by = ", ".join(fact.vouched_by)
            return (
                f"{fact.person} has chosen a password and a PIN{f', invited by {by}' if by else ''}"
            )
        case SignedIn():
            return f"{fact.person} signs in"
        case SignInFailed():
            return f"A wrong {fact.secret.value} is given for {fact.person}"
        case PersonLockedOut():
            return f"{fact.person} is locked out"
        case PersonUnlocked():
            return f"{fact.person} is unlocked"
        case AlarmRaised():
            source = f" ({fact.source})" if fact.source else ""
            return f"Alarm about {fact.person}: {fact.cause.value}{source}"
        case AlarmsClosed():
            return f"The alarms about {fact.person} are closed"
        case TerminalAdmitted():
            return f"A device is admitted as terminal {fact.terminal}"
    assert_never(fact)

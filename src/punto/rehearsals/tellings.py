"""Events of the floor and of its tables, told for a transcript."""

from typing import assert_never

from punto.identity.events import (
    ActingRoleEnded,
    ActingRoleGranted,
    PersonDismissed,
    PersonEnrolled,
    PersonReinstated,
    ProfileChosen,
    RoleGranted,
    RoleRevoked,
    TerminalEnrolled,
    TerminalRetired,
)
from punto.identity.events import Event as FloorEvent
from punto.identity.events import Fact as FloorFact
from punto.rehearsals.scopes import clock, day
from punto.rounds.events import Event
from punto.rounds.matter_events import IrregularityReported
from punto.views.sentences import sentence_of, who_of
from punto.views.sentences.actors import actor_words


def name_of(event: Event | FloorEvent) -> str:
    """What kind of event it is."""
    return type(event.fact).__name__


def told(event: Event | FloorEvent) -> str:
    """What happened."""
    if not isinstance(event, Event):
        return _floor_sentence(event.fact)
    return f"{sentence_of(event)}{_lasted(event)}"


def _lasted(event: Event) -> str:
    """How long something had gone on before anybody could say so, if it had (A-37)."""
    ms = event.fact.lasted_ms if isinstance(event.fact, IrregularityReported) else 0
    if ms == 0:
        return ""
    return f", after {ms} ms" if ms % 1000 else f", after {ms // 1000} s"


def teller(event: Event | FloorEvent) -> str:
    """Who caused it, in which role."""
    if isinstance(event, Event):
        return who_of(event)
    return "nobody" if event.by is None else actor_words(event.by)


def _floor_sentence(fact: FloorFact) -> str:  # noqa: C901 (one case for each fact)
    match fact:
        case PersonEnrolled():
            return f"{fact.person} is enrolled as {fact.name}"
        case PersonDismissed():
            return f"{fact.person} is dismissed"
        case PersonReinstated():
            return f"{fact.person} is taken back"
        case RoleGranted():
            return f"{fact.person} is {fact.role.plain_name}"
        case RoleRevoked():
            return f"{fact.person} is {fact.role.plain_name} no longer"
        case ActingRoleGranted():
            last = "" if day(fact.since) == day(fact.until) else f"{day(fact.until)} "
            times = f"from {clock(fact.since)} until {last}{clock(fact.until)}"
            return f"{fact.person} acts as {fact.role.plain_name} {times}"
        case ActingRoleEnded():
            return f"{fact.person} acts as {fact.role.plain_name} no longer"
        case ProfileChosen():
            return f"The profile of the floor is {fact.profile.value}"
        case TerminalEnrolled():
            return f"Terminal {fact.terminal} stands at {fact.place}"
        case TerminalRetired():
            return f"Terminal {fact.terminal} is off the floor for good"
    assert_never(fact)

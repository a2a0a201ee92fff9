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
from punto.identity.words import plain_title
from punto.rehearsals.scopes import clock
from punto.rounds.events import Event
from punto.views.sentences import sentence_of, who_of
from punto.views.sentences.actors import actor_words


def name_of(event: Event | FloorEvent) -> str:
    """What kind of event it is."""
    return type(event.fact).__name__


def told(event: Event | FloorEvent) -> str:
    """What happened."""
    return sentence_of(event) if isinstance(event, Event) else _floor_sentence(event.fact)


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
            return f"{fact.person} is {plain_title(fact.role)}"
        case RoleRevoked():
            return f"{fact.person} is {plain_title(fact.role)} no longer"
        case ActingRoleGranted():
            times = f"from {clock(fact.since)} until {clock(fact.until)}"
            return f"{fact.person} acts as {plain_title(fact.role)} {times}"
        case ActingRoleEnded():
            return f"{fact.person} acts as {plain_title(fact.role)} no longer"
        case ProfileChosen():
            return f"The profile of the floor is {fact.profile.value}"
        case TerminalEnrolled():
            return f"Terminal {fact.terminal} stands at {fact.place}"
        case TerminalRetired():
            return f"Terminal {fact.terminal} is off the floor for good"
    assert_never(fact)

"""Which role the acts of the floor ask for."""

from typing import Final

from punto.identity.floors import Person
from punto.identity.roles.refusals import RankTooLow
from punto.rules import Actor, Role
from punto.values import Instant

ENROLS: Final = Role.PIT_MANAGER
"""Who lets people and terminals onto the floor and off it: the first who answers for a pit."""

UNLOCKS: Final = Role.PIT_MANAGER
"""Who unlocks a person. It gives no power over that person, so nobody is too high for it."""

ASKS_RESET: Final = Role.PIT_SUPERVISOR
"""The lower of the two who let a person replace password and PIN; the other is above them all."""

CLOSES_ALARMS: Final = Role.PIT_SUPERVISOR

ANSWERS_CALLS: Final = Role.PIT_SUPERVISOR

BRINGS_UP: Final = Role.PIT_MANAGER
"""Who says that a halted table was seen to."""


def granter_of(role: Role) -> Role:
    """The lowest role that gives and takes this one: the next above; at the top, its equal."""
    return Role(min(role + 1, Role.SHIFT_MANAGER))


def rank_over(person: Person, at: Instant) -> Role:
    """The lowest role that may take away every role of a person."""
    highest = person.highest_granted(at)
    return ENROLS if highest is None else max(ENROLS, granter_of(highest))


def rank_refusal(actor: Actor, required: Role) -> RankTooLow | None:
    """Whether the actor's role is too low; a higher one may act for a lower (A-52)."""
    return None if actor.may_act_as(required) else RankTooLow(actor, required)

from collections.abc import Mapping
from typing import assert_never

from punto.rounds import By, Patron, Timer
from punto.rules import Actor, Role

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

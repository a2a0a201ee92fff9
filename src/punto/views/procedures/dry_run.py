"""What the engine would answer: screens ask it, so that they need no rules of their own.

Nothing that is asked here is recorded, and nobody in particular asks.
"""

from punto.rounds import Command, Fact, Refusal, Table, Wish, decide
from punto.rules import Actor, Role
from punto.values import CommandId, Instant, PersonId

_NOBODY = PersonId("")


def asked(
    table: Table, wish: Wish, at: Instant, role: Role = Role.SHIFT_MANAGER
) -> tuple[Fact, ...] | Refusal:
    """What would come of a wish, had somebody of this role uttered it at that moment."""
    answer = decide(table, Command(CommandId(""), at, Actor(_NOBODY, role), wish))
    return tuple(event.fact for event in answer) if isinstance(answer, tuple) else answer

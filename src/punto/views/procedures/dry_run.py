"""What the engine would answer: screens ask it, so that they need no rules of their own.

Nothing that is asked here is recorded, and nobody in particular asks.
"""

from punto.rounds.commands import Command, Wish
from punto.rounds.decisions import decide
from punto.rounds.events import Fact
from punto.rounds.refusals import Refusal
from punto.rounds.state import Table
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId

_NOBODY = PersonId("")


def asked(
    table: Table, wish: Wish, at: Instant, role: Role = Role.SHIFT_MANAGER
) -> tuple[Fact, ...] | Refusal:
    """What would come of a wish, had somebody of this role uttered it at that moment."""
    answer = decide(table, Command(CommandId(""), at, Actor(_NOBODY, role), wish))
    return tuple(event.fact for event in answer) if isinstance(answer, tuple) else answer

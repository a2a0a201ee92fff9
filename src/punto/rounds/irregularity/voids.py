"""Void rounds: every stake goes back, and the shoe and cards leave with the round.

Also which rounds a clause reaches at all.
"""

from punto import rules
from punto.rounds.citations import clause_of
from punto.rounds.events import Fact
from punto.rounds.irregularity import events
from punto.rounds.irregularity.state import Matter
from punto.rounds.phases import BETWEEN_ROUNDS, Phase
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.state import Round, Table


def reaches_round(phase: Phase, policy: rules.Policy) -> bool:
    """Return whether a clause reaches a round in this phase (A-28)."""
    if phase is Phase.SETTLED:
        return policy.reaches_settled
    return phase not in BETWEEN_ROUNDS


def void(in_progress: Round) -> events.RoundVoided:
    """Return every stake of the round."""
    document = in_progress.configuration.document
    clause = clause_of(events.RoundVoided(()), document)
    return events.RoundVoided(
        tuple(
            (terminal, rules.refund(dict(stakes), clause))
            for terminal, stakes in in_progress.positions.items()
            if stakes
        )
    )


def void_and_shoe(table: Table, matter: Matter) -> tuple[Fact, ...]:
    """Void the round if the clause reaches it, and withdraw a bad shoe (A-41, A-42)."""
    policy = matter.policy
    reached = reaches_round(matter.interrupted, policy)
    first: Fact = void(table.round_now) if reached else events.PlayResumed(table.closes_at)
    withdrawn = policy.withdraws_shoe and table.shoe is not None
    retired = (ShoeRetired(f"clause {policy.clause}"),) if withdrawn else ()
    return (first, *discarded(table, matter), *retired)


def discarded(table: Table, matter: Matter) -> tuple[events.CardsDiscarded, ...]:
    """Discard the drawn cards, including unregistered ones (A-42)."""
    out = matter.extra and table.shoe is not None
    return (events.CardsDiscarded(matter.extra),) if out else ()

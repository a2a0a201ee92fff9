"""The cases that the rehearsals must show, derived from each document's policies."""

from collections.abc import Iterator
from typing import NamedTuple

from punto.rules.irregularity_policies import Late, PlayerOptions, Policy, Remedy

IN_ROUND = ("betting", "undecided", "decided", "result")
"""Bets open; cards out and no bet decided; cards out and one decided; the result shown."""
MOMENTS = (*IN_ROUND, "settled", "later")
"""Then paid, and after the next round has begun."""

RULINGS = ("declined-goes-on", "declined-void", "declined-established")
EVERY = ("attested", *RULINGS)
NO_VOID = ("attested", "declined-goes-on", "declined-established")
"""The endings where no round is left to void; other tests show that a ruling cannot void it."""
CHOICES = ("continues", "takes-back", "silent")
"""What a patron of a live table may do after a dealing error is established (L 5.12)."""


class Shown(NamedTuple):
    """A ``shows`` line."""

    document: str
    irregularity: str
    moment: str
    outcome: str


def required(document: str, policies: tuple[Policy, ...]) -> Iterator[Shown]:
    """Yield every case of a document."""
    for policy in policies:
        for moment in MOMENTS:
            for outcome in outcomes(policy, moment):
                for end in _with_choice(policy, moment, outcome):
                    yield Shown(document, policy.irregularity.value, moment, end)


def _with_choice(policy: Policy, moment: str, outcome: str) -> tuple[str, ...]:
    """Return each choice that patrons have after an outcome: cards are out, the fact is so."""
    if moment not in IN_ROUND[1:] or outcome not in {"attested", "declined-established"}:
        return (outcome,)
    put_right = policy.remedy is Remedy.RECONSTRUCT
    given = {
        PlayerOptions.NEVER: False,
        PlayerOptions.NO_OUTCOME: moment == "undecided",
        PlayerOptions.UNLESS_DECIDED_AND_PUT_RIGHT: moment == "undecided" or not put_right,
        PlayerOptions.ALWAYS: True,
    }[policy.options]
    return tuple(f"{outcome}-{choice}" for choice in CHOICES) if given else (outcome,)


def outcomes(policy: Policy, moment: str) -> tuple[str, ...]:
    """The ways in which a report at this moment can end."""
    if policy.remedy is Remedy.TERMINALS_STAND:
        return () if moment == "later" else ("noted",)
    if moment == "later":
        return _late(policy)
    if moment == "betting" and policy.needs_card:
        return ("refused",)
    uncovered = policy.before_first_card is not None and moment in {"betting", "settled"}
    if policy.remedy is Remedy.RULING or uncovered:
        return ("goes-on",) if moment == "settled" else ("goes-on", "void")
    if moment == "settled":
        return _settled(policy)
    if moment == "betting" and policy.remedy is Remedy.BY_THE_CARDS:
        return ("refused",)  # no card is out that could be a wrong one
    if moment == "betting" and policy.remedy is Remedy.FIRST_DECISION:
        return (*EVERY, "hiccup")
    return EVERY


def _settled(policy: Policy) -> tuple[str, ...]:
    if policy.reaches_settled:
        return EVERY
    return NO_VOID if policy.withdraws_shoe or policy.takes_extra else ("refused",)


def _late(policy: Policy) -> tuple[str, ...]:
    match policy.late:
        case Late.BY_THE_CARDS:
            return NO_VOID
        case Late.STANDS:
            return ("refused",)
        case Late.RULING:
            return ("goes-on", "goes-on-adjusted")

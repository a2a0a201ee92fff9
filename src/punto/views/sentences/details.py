"""What a sentence tells, part by part: for a screen that speaks another language."""

from enum import Enum

from punto.rules.irregularities import Policy
from punto.rules.roles import Actor

Details = tuple[tuple[str, str], ...]
"""Parts by name, each as text; an amount is in cents, and several of a kind stand in a row."""

_TOLD = (
    "terminal",
    "table",
    "person",
    "name",
    "place",
    "role",
    "profile",
    "dealer",
    "link",
    "policy",
    "earlier",
    "round_number",
    "shoe_number",
    "verdict",
    "kind",
    "amount",
    "counted",
    "expected",
    "player_total",
    "banker_total",
    "shown",
    "unseen_count",
    "card",
    "cards",
    "extra",
    "registered",
    "corrected",
    "unregistered",
    "unanswered",
    "reason",
    "words",
)
"""The number of a ticket and the order of a shoe are no parts, whatever a fact holds."""


def details_of(fact: object) -> Details:
    """The parts of a fact that may be told to whoever may read its sentence."""
    named = ((name, getattr(fact, name, None)) for name in _TOLD)
    parts = ((name, _text(value)) for name, value in named if value is not None)
    return tuple((name, text) for name, text in parts if text)


def _text(value: object) -> str:
    match value:
        case Actor():
            return value.person
        case Policy():
            return value.irregularity.value
        case Enum():
            return str(value.value)
        case (str() as terminal, tuple()):
            return terminal  # its bets have tables of their own
        case tuple():
            return " ".join(map(_text, value))
        case _:
            return str(value)

"""The parts of an event's sentence, for a screen in another language."""

from enum import Enum

from punto.rounds import ReportIrregularity
from punto.rules import Actor, Policy

Details = tuple[tuple[str, str], ...]
"""Parts by name, each as text: amounts in cents, repeated names for several of a kind."""

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
    "report",
    "irregularity",
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
"""Excludes ticket numbers and shoe orders, even if an event holds them."""


def details_of(fact: object) -> Details:
    """Return the parts of an event that the readers of its sentence may see."""
    named = ((name, getattr(fact, name, None)) for name in _TOLD)
    parts = ((name, _text(value)) for name, value in named if value is not None)
    return tuple((name, text) for name, text in parts if text)


def _text(value: object) -> str:
    match value:
        case Actor():
            return value.person
        case Policy() | ReportIrregularity():
            return value.irregularity.value
        case Enum():
            return str(value.value)
        case (str() as terminal, tuple()):
            return terminal  # screens show its bets in tables
        case tuple():
            return " ".join(map(_text, value))
        case _:
            return str(value)

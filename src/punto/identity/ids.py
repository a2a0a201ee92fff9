"""Ids of people, terminals and tables: each can be typed, and none is taken for another."""

from collections.abc import Iterable

from punto.identity.people.refusals import IdAlike, IdUnfit, TextUnreadable
from punto.identity.words import is_id, is_readable, looks_like

IdRefusal = TextUnreadable | IdUnfit | IdAlike


def id_refusal(subject: str, text: str, others: Iterable[str]) -> IdRefusal | None:
    """Why a new id is not taken; the others are those in use."""
    if not is_readable(text):
        return TextUnreadable(subject, text)
    if not is_id(text):
        return IdUnfit(subject, text)
    for other in others:
        if other != text and looks_like(text, other):
            return IdAlike(subject, text, other)
    return None

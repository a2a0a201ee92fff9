"""The search of the record: the terms of an event, and questions made of terms."""

from punto.views.search.questions import EventPlace, Question, Sighting, SightingPage
from punto.views.search.terms import (
    StreamMemory,
    event_sentence,
    exact_term,
    index_event,
    text_terms,
)

__all__ = [
    "EventPlace",
    "Question",
    "Sighting",
    "SightingPage",
    "StreamMemory",
    "event_sentence",
    "exact_term",
    "index_event",
    "text_terms",
]

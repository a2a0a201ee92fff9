"""By what an event of the record can be found: terms, and questions made of them."""

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

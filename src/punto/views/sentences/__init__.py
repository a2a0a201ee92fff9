"""The events of a table in plain English, one sentence for each."""

from collections.abc import Mapping
from typing import assert_never

from punto.rounds import (
    AdjustmentFact,
    BettingFact,
    BoxFact,
    DealingFact,
    MatterFact,
    PurseFact,
    SeatFact,
    ShoeFact,
    TableEvent,
    TableFact,
    TrayFact,
)
from punto.rules import Role
from punto.views.sentences.details import Details, details_of
from punto.views.sentences.floors import TITLES, actor_words, by_words, floor_sentence
from punto.views.sentences.live_tables import layout_sentence, tray_sentence
from punto.views.sentences.matters import matter_sentence
from punto.views.sentences.purses import adjustment_sentence, purse_sentence
from punto.views.sentences.rounds import betting_sentence, dealing_sentence
from punto.views.sentences.tables import seat_sentence, shoe_sentence, table_sentence

__all__ = [
    "TITLES",
    "Details",
    "actor_words",
    "details_of",
    "floor_sentence",
    "sentence_of",
    "who_of",
]


def sentence_of(event: TableEvent, titles: Mapping[Role, str] = TITLES) -> str:
    """Return an event's sentence, without the time, person and clause shown beside it."""
    fact = event.fact
    if isinstance(fact, TableFact):
        return table_sentence(fact, titles)
    if isinstance(fact, ShoeFact):
        return shoe_sentence(fact)
    if isinstance(fact, SeatFact):
        return seat_sentence(fact)
    if isinstance(fact, PurseFact):
        return purse_sentence(fact)
    if isinstance(fact, AdjustmentFact):
        return adjustment_sentence(fact)
    if isinstance(fact, BettingFact):
        return betting_sentence(fact)
    if isinstance(fact, BoxFact | TrayFact):
        return layout_sentence(fact) if isinstance(fact, BoxFact) else tray_sentence(fact)
    if isinstance(fact, DealingFact):
        return dealing_sentence(fact)
    if isinstance(fact, MatterFact):
        return matter_sentence(fact)
    assert_never(fact)


def who_of(event: TableEvent, titles: Mapping[Role, str] = TITLES) -> str:
    """Return its actor: ``mei, Dealer``, ``arun, acting Pit Manager`` or ``terminal T1``."""
    return by_words(event.by, titles)

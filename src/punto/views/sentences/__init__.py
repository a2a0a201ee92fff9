"""The events of a table in plain English, one sentence for each."""

from collections.abc import Mapping
from typing import assert_never

from punto.rounds.adjustment.events import AdjustmentFact
from punto.rounds.betting.events import BettingFact
from punto.rounds.dealing.events import DealingFact
from punto.rounds.events import Event
from punto.rounds.irregularity.events import MatterFact
from punto.rounds.purse.events import PurseFact
from punto.rounds.shoe.events import ShoeFact
from punto.rounds.table.events import SeatFact, TableFact
from punto.rules.roles import Role
from punto.views.sentences.actors import TITLES, by_words
from punto.views.sentences.adjustments import adjustment_sentence
from punto.views.sentences.matters import matter_sentence
from punto.views.sentences.purses import purse_sentence
from punto.views.sentences.rounds import betting_sentence, dealing_sentence
from punto.views.sentences.shoes import shoe_sentence
from punto.views.sentences.tables import seat_sentence, table_sentence


def sentence_of(event: Event) -> str:
    """Return an event's sentence, without the time, person and clause shown beside it."""
    fact = event.fact
    if isinstance(fact, TableFact):
        return table_sentence(fact)
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
    if isinstance(fact, DealingFact):
        return dealing_sentence(fact)
    if isinstance(fact, MatterFact):
        return matter_sentence(fact)
    assert_never(fact)


def who_of(event: Event, titles: Mapping[Role, str] = TITLES) -> str:
    """Return its actor: ``mei, Dealer``, ``arun, acting Pit Manager`` or ``terminal T1``."""
    return by_words(event.by, titles)

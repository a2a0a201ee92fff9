"""A recall from any state before its round is the recall from the first event."""

from hypothesis import given, settings

from punto.rounds.betting.events import BetsOpened
from punto.rounds.events import TableEvent
from punto.views.recall import recall
from punto.views.recall.walks import walk
from support.rounds.evening import T1, Evening
from support.views.reports.any_floor import evenings
from support.views.reports.busy import an_evening_of_corrections, busy_evening


def check_every_beginning(events: tuple[TableEvent, ...], every: int = 1) -> None:
    """Recall every round from the state at every few events before it."""
    rounds = {
        event.fact.round_number: place
        for place, event in enumerate(events)
        if isinstance(event.fact, BetsOpened)
    }
    states = [moment.before for moment in walk(events)]
    for number, opening in rounds.items():
        for terminal in (None, T1):
            whole = recall(events, number, terminal)
            assert whole is not None
            for place in {*range(0, opening, every), opening}:
                assert recall(events[place:], number, terminal, states[place]) == whole


def test_rounds_of_a_busy_evening() -> None:
    check_every_beginning(tuple(busy_evening("mbs-tiger").record.events), every=5)


def test_rounds_that_were_corrected_late() -> None:
    check_every_beginning(tuple(an_evening_of_corrections().record.events), every=5)


@settings(max_examples=15)
@given(evenings())
def test_rounds_of_any_evening(evening: Evening) -> None:
    check_every_beginning(tuple(evening.record.events), every=11)

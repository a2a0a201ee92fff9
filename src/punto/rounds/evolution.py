"""evolve: takes a fact into the state of a table, and judges nothing."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from punto.ledger.postings import Posting
from punto.rounds.bookkeeping import posting_of
from punto.rounds.events import (
    AdjustmentFact,
    BettingFact,
    DealingFact,
    Event,
    Fact,
    MatterFact,
    PurseFact,
    SeatFact,
    ShoeFact,
    TableFact,
)
from punto.rounds.matter_evolution import after_matter
from punto.rounds.purse_evolution import after_adjustment, after_purse
from punto.rounds.round_evolution import after_betting, after_dealing
from punto.rounds.shoe_evolution import after_shoe
from punto.rounds.state import Table
from punto.rounds.table_evolution import after_seat, after_table
from punto.values.ids import Instant


def replay(events: Iterable[Event]) -> Table:
    """The table that a record describes."""
    return reduce(evolve, events, Table())


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event, its book included."""
    return evolve_and_post(table, event)[0]


def evolve_and_post(table: Table, event: Event) -> tuple[Table, Posting | None]:
    """The same, with the posting that the event made, for whoever records it."""
    posting = posting_of(table, event.fact)
    after = _evolve(table, event.fact, event.at)
    if posting is not None:
        after = replace(after, book=table.book.after(posting))
    return after, posting


def _evolve(table: Table, fact: Fact, at: Instant) -> Table:
    if isinstance(fact, SeatFact):
        return after_seat(table, fact)
    if isinstance(fact, PurseFact):
        return after_purse(table, fact, at)
    if isinstance(fact, AdjustmentFact):
        return after_adjustment(table, fact)
    # What moves the round along moves the pace of its timer too.
    return replace(_stepped(table, fact, at), stepped_at=at)


def _stepped(
    table: Table, fact: TableFact | ShoeFact | BettingFact | DealingFact | MatterFact, at: Instant
) -> Table:
    if isinstance(fact, TableFact):
        return after_table(table, fact)
    if isinstance(fact, ShoeFact):
        return after_shoe(table, fact)
    if isinstance(fact, BettingFact):
        return after_betting(table, fact, at)
    if isinstance(fact, DealingFact):
        return after_dealing(table, fact)
    if isinstance(fact, MatterFact):
        return after_matter(table, fact, at)
    assert_never(fact)

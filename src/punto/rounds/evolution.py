"""evolve: applies an event to the state of a table, and judges nothing."""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from punto.ledger import Posting
from punto.rounds.adjustment.events import AdjustmentFact
from punto.rounds.adjustment.evolution import after_adjustment
from punto.rounds.betting.events import BetsOpened, BettingStep, PositionTaken
from punto.rounds.betting.evolution import after_betting, after_position
from punto.rounds.bookkeeping import posting_of
from punto.rounds.boxes.events import BoxFact
from punto.rounds.boxes.evolution import after_boxes
from punto.rounds.commands import Patron, Timer
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import CardDealt, DealingFact
from punto.rounds.dealing.evolution import after_dealing
from punto.rounds.events import TableEvent
from punto.rounds.irregularity.events import MatterFact
from punto.rounds.irregularity.evolution import after_matter
from punto.rounds.purse.events import PurseFact
from punto.rounds.purse.evolution import after_purse
from punto.rounds.shoe.events import ShoeFact
from punto.rounds.shoe.evolution import after_shoe
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.table.events import SeatFact, TableFact
from punto.rounds.table.evolution import after_seat, after_table
from punto.rounds.tray.events import TrayFact
from punto.rounds.tray.evolution import after_tray, check_tray
from punto.values import Instant, replace


def replay(events: Iterable[TableEvent]) -> Table:
    """Return the table that a record describes."""
    return reduce(evolve, events, Table())


def evolve(table: Table, event: TableEvent) -> Table:
    """Return the table after one more event, its book included."""
    return evolve_and_post(table, event)[0]


def evolve_and_post(table: Table, event: TableEvent) -> tuple[Table, Posting | None]:
    """Return the table and the posting that the event made, for the recorder."""
    fact, at = event.fact, event.at
    posting = posting_of(table, fact)
    book = table.book if posting is None else table.book.after(posting)
    if isinstance(fact, PositionTaken):
        return after_position(table, fact, at, book), posting
    stepped_at = table.stepped_at if isinstance(fact, _Aside) else at
    after = _evolve(table, fact, at)
    after = replace(after, book=book, stepped_at=stepped_at, recorded_at=at)
    if isinstance(fact, TrayFact):
        check_tray(after)
    return _with_dealer(after, event) if isinstance(fact, _DealersWork) else after, posting


_DealersWork = BetsOpened | CardDealt


def _with_dealer(table: Table, event: TableEvent) -> Table:
    """Note in the round the person who opened its bets or dealt a card of it (A-53)."""
    by, now = event.by, table.round_now
    if isinstance(event.fact, CardDealt) and event.fact.origin is CardOrigin.CARRIED:
        return table  # a waiting card is dealt automatically, perhaps when another person attests
    if isinstance(by, Patron):
        raise RecordDoesNotHold(f"{by} dealt")
    person = by.dealer.person if isinstance(by, Timer) else by.person
    if person in now.dealt_by:
        return table
    return replace(table, round=replace(now, dealt_by=now.dealt_by | {person}))


_Aside = SeatFact | PurseFact | AdjustmentFact | TrayFact
"""Events beside the round, which leave the pace of its timer as it is."""
_Step = TableFact | ShoeFact | BettingStep | BoxFact | DealingFact | MatterFact


def _evolve(  # noqa: C901 (one case for each subject)
    table: Table, fact: _Aside | _Step, at: Instant
) -> Table:
    if isinstance(fact, SeatFact):
        return after_seat(table, fact)
    if isinstance(fact, PurseFact):
        return after_purse(table, fact, at)
    if isinstance(fact, AdjustmentFact):
        return after_adjustment(table, fact)
    if isinstance(fact, TrayFact):
        return after_tray(table, fact)
    if isinstance(fact, BettingStep):
        return after_betting(table, fact, at)
    if isinstance(fact, BoxFact):
        return after_boxes(table, fact, at)
    if isinstance(fact, DealingFact):
        return after_dealing(table, fact)
    if isinstance(fact, TableFact):
        return after_table(table, fact)
    if isinstance(fact, ShoeFact):
        return after_shoe(table, fact)
    if isinstance(fact, MatterFact):
        return after_matter(table, fact, at)
    assert_never(fact)

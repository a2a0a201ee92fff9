"""The table after a step of betting."""

from typing import assert_never

from punto.ledger import Book
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    BettingStep,
    ClosingBegan,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.betting.stakes import totals_with
from punto.rounds.boxes.state import LayoutRound
from punto.rounds.configuration import Configuration
from punto.rounds.phases import Phase
from punto.rounds.state import ROUNDS_KEPT, RecordDoesNotHold, Round, Table
from punto.rounds.table.commands import Link
from punto.rounds.table.evolution import with_seats
from punto.values import Instant, including, replace


def after_position(table: Table, fact: PositionTaken, at: Instant, book: Book) -> Table:
    """The table with a terminal's bets, and the book as they leave it."""
    # Most of what happens at a table are bets, so one is taken in with a single copy of each part.
    now, terminal, stakes = table.round_now, fact.terminal, fact.stakes
    staked = replace(
        now,
        positions=including(now.positions, {terminal: stakes}),
        totals=totals_with(now.totals, now.stakes_of(terminal), stakes),
    )
    return replace(table, round=staked, book=book, stepped_at=at, recorded_at=at)


def after_betting(table: Table, fact: BettingStep, at: Instant) -> Table:
    """The table after a step between the opening words and the cut-off."""
    match fact:
        case BetsOpened():
            return _after_opening(table, fact, at)
        case ClosingBegan():
            closing = replace(table.round_now, cut_off_at=fact.cut_off_at)
            return replace(table, phase=Phase.CLOSING, round=closing)
        case TerminalFroze():
            now = table.round_now
            return replace(table, round=replace(now, frozen=now.frozen | {fact.terminal}))
        case BetsClosed():
            return _after_close(table, fact)
        case _:
            assert_never(fact)


def _after_opening(table: Table, fact: BetsOpened, at: Instant) -> Table:
    configuration, shoe = _with_waiting_limits(table), table.shoe_now
    if shoe.cut_card_seen:
        shoe = replace(shoe, rounds_left=shoe.rounds_left - 1)
    return replace(
        table,
        phase=Phase.BETTING,
        configuration=configuration,
        next_limits=None,
        shoe=shoe,
        past=_with_last_round(table),
        round=Round(
            fact.round_number,
            shoe.number,
            configuration,
            at,
            fact.closes_at,
            layout=None if configuration.layout is None else LayoutRound(),
        ),
        rounds_count=fact.round_number,
    )


def _with_waiting_limits(table: Table) -> Configuration:
    configuration = table.configuration
    if configuration is None:
        raise RecordDoesNotHold("a round, and no game")
    if table.next_limits is None:
        return configuration
    return replace(configuration, terms=configuration.terms.with_limits(*table.next_limits))


def _with_last_round(table: Table) -> tuple[Round, ...]:
    last = table.round
    if last is None or not last.is_paid:
        return table.past
    return (*table.past, last)[-ROUNDS_KEPT:]


def _after_close(table: Table, fact: BetsClosed) -> Table:
    # who did not answer by the cut-off counts as lost; what it has registered stands.
    lost = {
        terminal: replace(table.seats[terminal], link=Link.LOST) for terminal in fact.unanswered
    }
    return replace(with_seats(table, lost), phase=Phase.DEALING)

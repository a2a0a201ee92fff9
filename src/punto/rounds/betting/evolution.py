"""The table after a step of betting."""

from typing import assert_never

from punto.ledger import Book
from punto.rounds.betting import events
from punto.rounds.betting.stakes import totals_with
from punto.rounds.boxes.state import LayoutRound
from punto.rounds.configuration import Configuration
from punto.rounds.phases import Phase
from punto.rounds.state import ROUNDS_KEPT, RecordDoesNotHold, Round, Table
from punto.rounds.table.commands import Link
from punto.rounds.table.evolution import with_seats
from punto.values import Instant, including, replace, replace_value


def after_position(table: Table, fact: events.PositionTaken, at: Instant, book: Book) -> Table:
    """Return the table with a terminal's new bets, and its book after them."""
    # Most events are bets, so a bet copies each part of the state only once.
    now, terminal, stakes = table.round_now, fact.terminal, fact.stakes
    positions = including(now.positions, {terminal: stakes})
    if now.configuration.liability_cap is None:
        staked = replace_value(now, positions=positions)
    else:
        totals = totals_with(now.totals, now.stakes_of(terminal), stakes)
        staked = replace_value(now, positions=positions, totals=totals)
    return replace_value(table, round=staked, book=book, stepped_at=at, recorded_at=at)


def after_betting(table: Table, fact: events.BettingStep, at: Instant) -> Table:
    """Return the table after a step between the opening words and the cut-off."""
    match fact:
        case events.BetsOpened():
            return _after_opening(table, fact, at)
        case events.ClosingBegan():
            closing = replace(table.round_now, cut_off_at=fact.cut_off_at)
            return replace(table, phase=Phase.CLOSING, round=closing)
        case events.TerminalFroze():
            now = table.round_now
            return replace(table, round=replace(now, frozen=now.frozen | {fact.terminal}))
        case events.BetsClosed():
            return _after_close(table, fact)
        case _:
            assert_never(fact)


def _after_opening(table: Table, fact: events.BetsOpened, at: Instant) -> Table:
    configuration, shoe = _of_the_round(table, at), table.shoe_now
    if shoe.cut_card_seen:
        shoe = replace(shoe, rounds_left=shoe.rounds_left - 1)
    return replace(
        table,
        phase=Phase.BETTING,
        configuration=configuration,
        coming=None if configuration is table.coming else table.coming,
        next_limits=None,
        shoe=shoe,
        past=_with_last_round(table),
        round=Round(
            fact.round_number,
            shoe.number,
            configuration,
            at,
            fact.closes_at,
            layout=None if configuration.layout is None else _new_layout(table),
        ),
        rounds_count=fact.round_number,
    )


def _new_layout(table: Table) -> LayoutRound:
    before = None if table.round is None else table.round.layout
    return LayoutRound() if before is None else LayoutRound(previous=before.lay or before.previous)


def _of_the_round(table: Table, at: Instant) -> Configuration:
    """Return the rules of a round that opens now, with waiting limits unless the rules are new."""
    configuration = table.configuration_at(at)
    if configuration is None:
        raise RecordDoesNotHold("a round, and no game")
    if table.next_limits is None or configuration is table.coming:
        return configuration
    return replace(configuration, terms=configuration.terms.with_limits(*table.next_limits))


def _with_last_round(table: Table) -> tuple[Round, ...]:
    last = table.round
    if last is None or not last.is_paid:
        return table.past
    return (*table.past, last)[-ROUNDS_KEPT:]


def _after_close(table: Table, fact: events.BetsClosed) -> Table:
    # a terminal without an answer by the cut-off counts as lost; its registered bets stand.
    lost = {
        terminal: replace(table.seats[terminal], link=Link.LOST) for terminal in fact.unanswered
    }
    return replace(with_seats(table, lost), phase=Phase.DEALING)

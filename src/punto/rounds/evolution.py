"""evolve: takes a fact into the state of a table, and judges nothing."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from punto.rounds.bookkeeping import posting_of
from punto.rounds.configuration import Configuration
from punto.rounds.events import (
    BettingFact,
    DealingFact,
    Event,
    Fact,
    MatterFact,
    PurseFact,
    SeatFact,
    TableFact,
)
from punto.rounds.matter_events import (
    CardsCorrected,
    IrregularityDeclined,
    IrregularityReported,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
)
from punto.rounds.phases import Phase
from punto.rounds.purse_events import (
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketUncertain,
)
from punto.rounds.round_events import (
    BetsClosed,
    BetsOpened,
    CardDealt,
    ClosingBegan,
    PositionTaken,
    ResultShown,
    RoundSettled,
    TerminalFroze,
    TotalsAnnounced,
)
from punto.rounds.stakes import Results
from punto.rounds.state import Matter, RecordDoesNotHold, Round, Seat, Shoe, Table
from punto.rounds.table_commands import (
    Link,
)
from punto.rounds.table_events import (
    CutCardSeen,
    DealerChanged,
    LimitsChanged,
    LinkReported,
    ShoeLoaded,
    ShoeRetired,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.values.ids import Instant, TerminalId


def replay(events: Iterable[Event]) -> Table:
    """The table that a record describes."""
    return reduce(evolve, events, Table())


def evolve(table: Table, event: Event) -> Table:
    """The table after one more event, its book included."""
    posting = posting_of(table, event.fact)
    after = _evolve(table, event.fact, event.at)
    return after if posting is None else replace(after, book=table.book.after(posting))


def _evolve(table: Table, fact: Fact, at: Instant) -> Table:
    if isinstance(fact, TableFact):
        return _after_table(table, fact)
    if isinstance(fact, SeatFact):
        return _after_seat(table, fact)
    if isinstance(fact, BettingFact):
        return _after_betting(table, fact, at)
    if isinstance(fact, DealingFact):
        return _after_dealing(table, fact)
    if isinstance(fact, MatterFact):
        return _after_matter(table, fact, at)
    if isinstance(fact, PurseFact):
        return _after_purse(table, fact)
    assert_never(fact)


def _after_table(table: Table, fact: TableFact) -> Table:
    match fact:
        case TableConfigured():
            return replace(table, configuration=fact.configuration, next_limits=None)
        case TableOpened():
            return replace(table, phase=Phase.IDLE, dealer=fact.dealer)
        case TableClosed():
            return replace(table, phase=Phase.CLOSED, dealer=None, round=None)
        case DealerChanged():
            return replace(table, dealer=fact.dealer)
        case LimitsChanged():
            return replace(table, next_limits=(fact.limits, fact.own_limits))
        case ShoeLoaded():
            shoe = Shoe(fact.shoe_number, fact.decks, fact.commitment)
            return replace(table, shoe=shoe, shoes_count=fact.shoe_number)
        case CutCardSeen():
            # within a round that round is the last; between rounds the next one is.
            in_round = table.phase in {Phase.DEALING, Phase.RESULT}
            shoe = replace(table.shoe_now, cut_card_seen=True, last_round_begun=in_round)
            return replace(table, shoe=shoe)
        case ShoeRetired():
            return replace(table, shoe=None)
        case _:
            assert_never(fact)


def _after_seat(table: Table, fact: SeatFact) -> Table:
    seat = table.seats.get(fact.terminal, Seat())
    match fact:
        case LinkReported():
            seat = replace(seat, link=fact.link)
        case TerminalDisabled():
            seat = replace(seat, disabled=fact.reason)
        case TerminalEnabled():
            seat = replace(seat, disabled="")
        case TerminalSeated():
            seat = Seat()
        case _:
            assert_never(fact)
    return _with_seats(table, {fact.terminal: seat})


def _after_purse(table: Table, fact: PurseFact) -> Table:
    """Most of these change only the book; a ticket and a move change the seat too."""
    match fact:
        case CashTaken() | HandPaid():
            return table
        case CashOutReserved():
            seat = replace(table.seats[fact.terminal], ticket=fact.number)
            table = replace(table, tickets=table.tickets | {fact.number})
        case TicketUncertain():
            seat = replace(table.seats[fact.terminal], uncertain=True)
        case TicketPrinted() | CashOutGivenBack():
            seat = replace(table.seats[fact.terminal], ticket=None, uncertain=False)
        case TerminalMovedIn():
            seat = Seat()
        case TerminalMovedOut():
            rest = {t: seat for t, seat in table.seats.items() if t != fact.terminal}
            return replace(table, seats=rest)
        case _:
            assert_never(fact)
    return _with_seats(table, {fact.terminal: seat})


def _with_seats(table: Table, seats: dict[TerminalId, Seat]) -> Table:
    return replace(table, seats={**table.seats, **seats})


def _after_opening(table: Table, fact: BetsOpened, at: Instant) -> Table:
    configuration = _with_waiting_limits(table)
    shoe = table.shoe_now
    return replace(
        table,
        phase=Phase.BETTING,
        configuration=configuration,
        next_limits=None,
        shoe=replace(shoe, last_round_begun=shoe.cut_card_seen),
        round=Round(fact.round_number, shoe.number, configuration, at, fact.closes_at),
        rounds_count=fact.round_number,
    )


def _with_waiting_limits(table: Table) -> Configuration:
    configuration = table.configuration
    if configuration is None:
        raise RecordDoesNotHold("a round, and no game")
    if table.next_limits is None:
        return configuration
    return replace(configuration, terms=configuration.terms.with_limits(*table.next_limits))


def _after_close(table: Table, fact: BetsClosed) -> Table:
    # who did not answer by the cut-off counts as lost; what it has registered stands.
    lost = {
        terminal: replace(table.seats[terminal], link=Link.LOST) for terminal in fact.unanswered
    }
    return replace(_with_seats(table, lost), phase=Phase.DEALING)


def _after_betting(table: Table, fact: BettingFact, at: Instant) -> Table:
    match fact:
        case BetsOpened():
            return _after_opening(table, fact, at)
        case PositionTaken():
            now = table.round_now
            positions = {**now.positions, fact.terminal: fact.stakes}
            return replace(table, round=replace(now, positions=positions))
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


def _after_dealing(table: Table, fact: DealingFact) -> Table:
    now = table.round_now
    match fact:
        case CardDealt():
            shoe = table.shoe_now
            shoe = replace(shoe, seen=(*shoe.seen, fact.card))
            return replace(table, shoe=shoe, round=replace(now, cards=(*now.cards, fact.card)))
        case TotalsAnnounced():
            return replace(table, round=replace(now, totals_announced=True))
        case ResultShown():
            return replace(table, phase=Phase.RESULT)
        case RoundSettled():
            settled = replace(now, results=fact.results, settled_by=_paid_by(table, fact.results))
            return replace(table, phase=Phase.SETTLED, round=settled)
        case _:
            assert_never(fact)


def _paid_by(table: Table, results: Results) -> int | None:
    """The number of the posting that these results make, if there are any."""
    return table.book.next_number if results else None


def _after_matter(table: Table, fact: MatterFact, at: Instant) -> Table:
    match fact:
        case IrregularityReported():
            matter = Matter(fact.policy, fact.reporter, at, fact.cards, table.phase)
            return replace(table, phase=Phase.AWAITING_RULING, matter=matter)
        case IrregularityDeclined():
            return replace(table, matter=replace(table.matter_now, declined=True))
        case RulingGiven():
            return table  # words for the record; what follows them changes the table
        case PlayResumed():
            return _after_resuming(table, fact)
        case CardsCorrected():
            return _after_correction(table, fact)
        case RoundVoided():
            voided = replace(table.round_now, void=True, results=fact.results, settled_by=None)
            return replace(table, phase=Phase.IDLE, round=voided, matter=None)
        case RoundResettled():
            number = _paid_by(table, fact.results)
            settled = replace(table.round_now, results=fact.results, settled_by=number)
            return replace(table, phase=Phase.SETTLED, round=settled, matter=None)
        case _:
            assert_never(fact)


def _after_resuming(table: Table, fact: PlayResumed) -> Table:
    phase = table.matter_now.interrupted
    # A result that was shown is shown again, by whatever cards there are now.
    phase = Phase.DEALING if phase is Phase.RESULT else phase
    now = None if table.round is None else replace(table.round, closes_at=fact.closes_at)
    return replace(table, phase=phase, round=now, matter=None)


def _after_correction(table: Table, fact: CardsCorrected) -> Table:
    now, before = table.round_now, table.cards_seen_before()
    # Other cards have other totals; those of four or more are announced with the correction.
    now = replace(now, cards=fact.corrected, totals_announced=False)
    if before is None:
        return replace(table, round=now)
    shoe = replace(table.shoe_now, seen=before + fact.corrected)
    return replace(table, round=now, shoe=shoe)

"""The money that each event moves, as one posting of the table's book."""

from collections.abc import Mapping
from itertools import chain

from punto.ledger.corrections import correct
from punto.ledger.movements import (
    Movement,
    Transfers,
    buy_in_cash,
    change_position,
    give_back,
    hand_pay,
    move_in,
    move_out,
    reserve_for_cash_out,
    settle,
    ticket_out,
)
from punto.ledger.postings import Posting
from punto.rounds.events import (
    Fact,
    PurseFact,
)
from punto.rounds.matter_events import (
    RoundResettled,
    RoundVoided,
)
from punto.rounds.purse_events import (
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
)
from punto.rounds.round_events import (
    PositionTaken,
    RoundSettled,
)
from punto.rounds.stakes import Results, total_of
from punto.rounds.state import Table

MOVES: Mapping[type[PurseFact], Movement] = {
    CashTaken: buy_in_cash,
    CashOutReserved: reserve_for_cash_out,
    TicketPrinted: ticket_out,
    CashOutGivenBack: give_back,
    HandPaid: hand_pay,
    TerminalMovedOut: move_out,
    TerminalMovedIn: move_in,
}


def posting_of(table: Table, fact: Fact) -> Posting | None:
    """What a fact moves at a table as it stands; None when no money moves."""
    transfers, paid_by = _transfers_of(table, fact), None
    if isinstance(fact, RoundVoided | RoundResettled):
        paid_by = table.round_now.settled_by
        if paid_by is not None:
            # Nothing is erased: the payment is reversed, and the new one posted with it.
            transfers = correct(table.book, _settled(table.round_now.results), transfers)
    return Posting(table.book.next_number, transfers, paid_by) if transfers else None


def _transfers_of(table: Table, fact: Fact) -> Transfers:
    match fact:
        case (
            CashTaken()
            | CashOutReserved()
            | TicketPrinted()
            | CashOutGivenBack()
            | HandPaid()
            | TerminalMovedOut()
            | TerminalMovedIn()
        ):
            return MOVES[type(fact)](fact.terminal, fact.amount) if fact.amount else ()
        case PositionTaken():
            before, after = table.book.staked(fact.terminal), total_of(fact.stakes)
            return change_position(fact.terminal, before, after)
        case RoundSettled() | RoundVoided() | RoundResettled():
            # One posting for all terminals: a round is paid whole or not at all.
            return _settled(fact.results)
        case _:
            return ()


def _settled(results: Results) -> Transfers:
    return tuple(chain.from_iterable(settle(terminal, ended) for terminal, ended in results))

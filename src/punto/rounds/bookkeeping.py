"""The money that each event moves, as one posting of the table's book."""

from itertools import chain

from punto.ledger.movements import Transfers, buy_in_cash, change_position, settle
from punto.ledger.postings import Posting
from punto.rounds.events import CashTaken, Fact, PositionTaken, RoundSettled
from punto.rounds.state import Table
from punto.values.money import Cents


def posting_of(table: Table, fact: Fact) -> Posting | None:
    """What a fact moves at a table as it stands; None when no money moves."""
    transfers = _transfers_of(table, fact)
    return Posting(table.book.next_number, transfers) if transfers else None


def _transfers_of(table: Table, fact: Fact) -> Transfers:
    match fact:
        case CashTaken():
            return buy_in_cash(fact.terminal, fact.amount)
        case PositionTaken():
            total = Cents(sum(stake for _, stake in fact.stakes))
            return change_position(fact.terminal, table.book.staked(fact.terminal), total)
        case RoundSettled():
            # One posting for all terminals: a round is paid whole or not at all.
            return tuple(chain.from_iterable(settle(t, results) for t, results in fact.results))
        case _:
            return ()

"""The money that each event moves, as one posting of the table's book."""

from itertools import chain
from typing import Protocol, cast

from punto import ledger
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.betting.events import PositionTaken
from punto.rounds.betting.stakes import Results, total_of
from punto.rounds.catalogue import EVENTS
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.state import Round, Table
from punto.values import Cents, TerminalId


class _OneAmount(Protocol):
    """An event that moves one amount at one terminal."""

    terminal: TerminalId
    amount: Cents


_MOVES = {kind: row.moves for kind, row in EVENTS.items() if row.moves is not None}
_Again = RoundVoided | RoundResettled | EarlierRoundResettled


def posting_of(table: Table, fact: Fact) -> ledger.Posting | None:
    """What a fact moves at a table as it stands; None when no money moves."""
    book, transfers, paid_by = table.book, _transfers_of(table, fact), None
    if isinstance(fact, _Again):
        corrected = _corrected_round(table, fact)
        paid_by = None if corrected is None else corrected.settled_by
        if corrected is not None and paid_by is not None:
            # Nothing is erased: the payment is reversed, and the new one posted with it.
            transfers = ledger.correct(book, _settled(corrected.results), transfers)
    return ledger.Posting(book.next_number, transfers, paid_by) if transfers else None


def _corrected_round(table: Table, fact: _Again) -> Round | None:
    """The round whose payment a fact replaces, if it was paid."""
    if isinstance(fact, EarlierRoundResettled):
        return table.past_round(fact.round_number)
    return table.round_now


def _transfers_of(table: Table, fact: Fact) -> ledger.Transfers:
    match fact:
        case PositionTaken():
            before, after = table.book.staked(fact.terminal), total_of(fact.stakes)
            return ledger.change_position(fact.terminal, before, after)
        case CreditsAdjusted():
            return _adjusted(table, fact)
        case RoundSettled() | RoundVoided() | RoundResettled() | EarlierRoundResettled():
            # One posting for all terminals: a round is paid whole or not at all.
            return _settled(fact.results)
        case _:
            return _moved(fact)


def _moved(fact: Fact) -> ledger.Transfers:
    move = _MOVES.get(type(fact))
    if move is None:
        return ()
    moved = cast("_OneAmount", fact)
    return move(moved.terminal, moved.amount) if moved.amount else ()


def _adjusted(table: Table, fact: CreditsAdjusted) -> ledger.Transfers:
    """What is taken and not there is owed; what is given goes towards a debt first (A-28)."""
    move = ledger.adjust_up if fact.amount > 0 else ledger.adjust_down
    return ledger.correct(table.book, (), move(fact.terminal, Cents(abs(fact.amount))))


def _settled(results: Results) -> ledger.Transfers:
    return tuple(chain.from_iterable(ledger.settle(terminal, ended) for terminal, ended in results))

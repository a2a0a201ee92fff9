"""The money that each event moves, as one posting of the table's book."""

from functools import partial
from itertools import chain
from typing import Protocol, cast

from punto import ledger
from punto.ledger import Reason
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.betting.events import PositionTaken
from punto.rounds.betting.stakes import Results, total_of
from punto.rounds.boxes import events as box_events
from punto.rounds.boxes.layouts import is_away
from punto.rounds.catalogue import EVENTS
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.state import Round, Table
from punto.rounds.tray import events as tray_events
from punto.rounds.tray.chips import rounded_by, worth
from punto.rounds.tray.commands import SlipKind
from punto.values import Cents, TerminalId


class _OneAmount(Protocol):
    """An event that moves one amount at one terminal."""

    terminal: TerminalId
    amount: Cents


_REASONS = {kind: row.moves for kind, row in EVENTS.items()}
_InChips = (
    box_events.WinningsClaimed
    | tray_events.FloatOpened
    | tray_events.FloatClosed
    | tray_events.SlipSigned
    | tray_events.ChipsBought
)
"""Events that move chips without changing credits."""
_Again = RoundVoided | RoundResettled | EarlierRoundResettled


def posting_of(table: Table, fact: Fact) -> ledger.Posting | None:
    """Return the posting of an event at a table in this state; None if no money moves."""
    book = table.book
    if type(fact) is PositionTaken:  # the usual case; no chips move where terminals bet
        before, after = book.staked(fact.terminal), total_of(fact.stakes)
        bets = ledger.change_position(fact.terminal, before, after)
        return ledger.Posting(book.posting_count + 1, bets) if bets else None
    transfers, paid_by = _transfers_of(table, fact), None
    if isinstance(fact, _Again):
        corrected = _corrected_round(table, fact)
        paid_by = None if corrected is None else corrected.settled_by
        if corrected is not None and paid_by is not None:
            # Nothing is erased: one posting reverses the payment and makes the new one.
            transfers = ledger.correct(book, _settled(corrected.results), transfers)
    if transfers and table.is_live and not isinstance(fact, _InChips):
        transfers = ledger.in_chips(transfers, partial(is_away, table), book.held)
    return ledger.Posting(book.next_number, transfers, paid_by) if transfers else None


def _corrected_round(table: Table, fact: _Again) -> Round | None:
    """Return the round whose payment a fact replaces, if it was paid."""
    if isinstance(fact, EarlierRoundResettled):
        return table.past_round(fact.round_number)
    return table.round_now


def _transfers_of(table: Table, fact: Fact) -> ledger.Transfers:  # noqa: C901 (one case for each)
    match fact:
        case box_events.ChipsPlaced():
            return _repositioned(table, ((fact.place, fact.stakes),))
        case box_events.ExcessRejected():
            return _repositioned(table, fact.kept)
        case box_events.LayoutClosed():
            return _unplayed(table.round_now, fact.played)
        case tray_events.FloatOpened():
            return ledger.at_tray((Reason.FLOAT_OPENED, worth(fact.chips)))
        case tray_events.FloatClosed():
            found = Reason.COUNTED_OVER if fact.variance > 0 else Reason.COUNTED_SHORT
            off = Cents(abs(fact.variance))
            return ledger.at_tray((found, off), (Reason.FLOAT_CLOSED, worth(fact.chips)))
        case tray_events.SlipSigned():
            reason = Reason.FILLED if fact.kind is SlipKind.FILL else Reason.CREDITED
            return ledger.at_tray((reason, worth(fact.chips)))
        case tray_events.ChipsBought():
            return ledger.at_tray((Reason.CHIPS_BOUGHT, fact.amount), (Reason.DROPPED, fact.amount))
        case tray_events.StacksMoved():
            return tuple(
                ledger.Transfer(place, Reason.ROUNDED_UP, Cents(abs(by)), is_reversal=by < 0)
                for place, by in rounded_by(fact)
                if by
            )
        case CreditsAdjusted():
            return _adjusted(table, fact)
        case (
            RoundSettled()
            | RoundVoided()
            | RoundResettled()
            | EarlierRoundResettled()
            | box_events.OptionsClosed()
        ):
            # One posting for all terminals: a round is paid whole or not at all.
            return _settled(fact.results)
        case _:
            return _moved(fact)


def _repositioned(table: Table, positions: box_events.Positions) -> ledger.Transfers:
    """Return the chips that are laid down or taken up, place by place."""
    moved = (
        ledger.change_position(place, table.book.staked(place), total_of(stakes))
        for place, stakes in positions
    )
    return tuple(chain.from_iterable(moved))


def _unplayed(closing: Round, played: box_events.Positions) -> ledger.Transfers:
    """Return the chips in excess of the Differential, which go back at the close (L 5.1.1)."""
    parts = ((place, total_of(closing.stakes_of(place)) - total_of(part)) for place, part in played)
    return tuple(
        ledger.Transfer(place, Reason.RETURNED, Cents(amount)) for place, amount in parts if amount
    )


def _moved(fact: Fact) -> ledger.Transfers:
    reason = _REASONS[type(fact)]
    if reason is None:
        return ()
    moved = cast("_OneAmount", fact)
    return (ledger.Transfer(moved.terminal, reason, moved.amount),) if moved.amount else ()


def _adjusted(table: Table, fact: CreditsAdjusted) -> ledger.Transfers:
    """Post an adjustment: a shortfall becomes a debt, and a gift pays a debt first (A-28)."""
    reason = Reason.ADJUSTED_UP if fact.amount > 0 else Reason.ADJUSTED_DOWN
    given = ledger.Transfer(fact.terminal, reason, Cents(abs(fact.amount)))
    return ledger.correct(table.book, (), (given,))


def _settled(results: Results) -> ledger.Transfers:
    return tuple(chain.from_iterable(ledger.settle(terminal, ended) for terminal, ended in results))

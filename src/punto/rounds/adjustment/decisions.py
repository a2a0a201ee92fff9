"""Adjustments: one person asks, another grants (A-53); debts that corrections left (A-28)."""

from typing import assert_never

from punto.ledger import TRAY
from punto.rounds.adjustment import commands, events, refusals
from punto.rounds.adjustment.commands import Adjustment
from punto.rounds.boxes.layouts import is_away
from punto.rounds.boxes.refusals import PatronUnknown
from punto.rounds.boxes.state import patron_at
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import AmountNotPositive, ReasonMissing
from punto.rounds.configuration import Configuration
from punto.rounds.purse.refusals import AmountAboveCredits
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Table
from punto.rounds.tray.chips import count_refusal
from punto.rules import Actor, Tie, two_people_refusal
from punto.values import Cents, TerminalId


def decide_adjustment(
    table: Table,
    configuration: Configuration,
    wish: commands.AdjustmentWish,
    by: Actor,
    ties: tuple[Tie, ...],
) -> Decided:
    """Judge a step towards a change of credits or debts."""
    match wish:
        case commands.AskAdjustment():
            return ask(table, wish, by)
        case commands.AnswerAdjustment():
            return answer(table, configuration, wish, by, ties)
        case commands.RepayDebt():
            return repay(table, wish)
        case _:
            assert_never(wish)


def ask(table: Table, wish: commands.AskAdjustment, by: Actor) -> Decided:
    """Accept a proposal that could be granted now."""
    if wish.terminal in table.adjustments:
        return refusals.AdjustmentWaits(wish.terminal)
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    refusal = _amount_refusal(table, wish.kind, wish.terminal, wish.amount)
    if refusal is not None:
        return refusal
    return (events.AdjustmentAsked(wish.terminal, wish.kind, wish.amount, wish.reason, by.person),)


def answer(
    table: Table,
    configuration: Configuration,
    wish: commands.AnswerAdjustment,
    by: Actor,
    ties: tuple[Tie, ...],
) -> Decided:
    """Grant or turn down another person's proposal."""
    asked = table.adjustments.get(wish.terminal)
    if asked is None:
        return refusals.NoAdjustmentWaits(wish.terminal)
    if not wish.granted:
        return (events.AdjustmentTurnedDown(wish.terminal),)
    alone = configuration.single_person
    refusal = two_people_refusal(asked.asked_by, by, ties, alone=alone)
    if refusal is not None:
        return refusal
    return _granted(table, wish.terminal, asked)


def _granted(table: Table, terminal: TerminalId, asked: Adjustment) -> Decided:
    # A debt may have been repaid since, so the amount is judged again.
    refusal = _amount_refusal(table, asked.kind, terminal, asked.amount)
    if refusal is not None:
        return refusal
    if asked.kind is commands.AdjustmentKind.WRITE_OFF:
        return (events.DebtWrittenOff(terminal, asked.amount, asked.reason),)
    return count_refusal(table) or (events.CreditsAdjusted(terminal, asked.amount, asked.reason),)


def repay(table: Table, wish: commands.RepayDebt) -> Decided:
    """Repay a debt with credits, or at a live table with chips of a patron who is there."""
    refusal = _debt_refusal(table, wish.terminal, wish.amount)
    if refusal is not None:
        return refusal
    if table.is_live:
        away = is_away(table, wish.terminal)
        gone = PatronUnknown(patron_at(wish.terminal)) if away else count_refusal(table)
        return gone or (events.DebtRepaid(wish.terminal, wish.amount),)
    held = table.credits_of(wish.terminal)
    if wish.amount > held:
        return AmountAboveCredits(wish.amount, held)
    return (events.DebtRepaid(wish.terminal, wish.amount),)


def ruled_adjustments_refusal(
    table: Table, adjustments: tuple[tuple[TerminalId, Cents], ...]
) -> Refusal | None:
    """Return the refusal of a ruling's adjustments, if any."""
    terminals = [terminal for terminal, _ in adjustments]
    for terminal, amount in adjustments:
        if terminals.count(terminal) > 1:
            return refusals.AdjustsNothing(terminal)
        refusal = _amount_refusal(table, commands.AdjustmentKind.CREDITS, terminal, amount)
        if refusal is not None:
            return refusal
    return None


def _amount_refusal(
    table: Table, kind: commands.AdjustmentKind, terminal: TerminalId, amount: Cents
) -> Refusal | None:
    if kind is commands.AdjustmentKind.WRITE_OFF:
        return _debt_refusal(table, terminal, amount)
    known = terminal in table.seats or terminal in table.book.meters
    if not known or terminal == TRAY:
        return refusals.NoMoneyHere(terminal)
    return None if amount else refusals.AdjustsNothing(terminal)


def _debt_refusal(table: Table, terminal: TerminalId, amount: Cents) -> Refusal | None:
    if amount <= 0:
        return AmountNotPositive(amount)
    owed = table.book.owed(terminal)
    return refusals.AmountAboveDebt(amount, owed) if amount > owed else None

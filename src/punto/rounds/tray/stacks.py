"""Stacks that the Dealer ticks off, and corrections of a payment made in wrong chips."""

from typing import assert_never

from punto import live
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Round, Table
from punto.rounds.tray import commands, events, refusals
from punto.rounds.tray.chips import count_refusal, named, not_of_set, worth
from punto.rounds.tray.payments import chip_values
from punto.values import Cents


def decide_handing(table: Table, wish: commands.HandStacks | commands.CorrectPayment) -> Decided:
    """Judge a tick, or the correction of a payment."""
    match wish:
        case commands.HandStacks():
            return hand_stacks(table.round_now, wish)
        case commands.CorrectPayment():
            return correct_payment(table, table.round_now, wish)
        case _:
            assert_never(wish)


def hand_stacks(settled: Round, wish: commands.HandStacks) -> Decided:
    """Tick stacks off, each once."""
    layout = on_layout(settled)
    left = [n for n in range(len(layout.stacks)) if n not in layout.handed]
    for number in wish.stacks:
        if number not in left:
            return refusals.NoSuchStack(number)
    handed = tuple(sorted(set(wish.stacks))) or tuple(left)
    return (events.StacksHanded(settled.number, handed),) if handed else refusals.NothingToHand()


def correct_payment(table: Table, settled: Round, wish: commands.CorrectPayment) -> Decided:
    """Take chips back or add some, so that the patron has what is due."""
    waits = count_refusal(table)
    if waits is not None:
        return waits
    layout = on_layout(settled)
    stack = dict(enumerate(layout.stacks)).get(wish.stack)
    if stack is None or not stack.is_paid or wish.stack in layout.corrected:
        return refusals.NoSuchStack(wish.stack)
    due = stack.chips
    refusal = _unlike(table, due, wish)
    if refusal is not None:
        return refusal
    moved = (named(dict(chips)) for chips in (wish.handed, wish.returned, wish.added))
    return (events.PaymentCorrected(settled.number, wish.stack, *moved),)


def _unlike(table: Table, due: commands.Chips, wish: commands.CorrectPayment) -> Refusal | None:
    for chips in (wish.handed, wish.returned, wish.added):
        unfit = not_of_set(chips, chip_values(table))
        if unfit is not None:
            return unfit
    if named(dict(wish.handed)) == due and not (wish.returned or wish.added):
        return refusals.PaymentIsRight(wish.stack)
    given = Cents(worth(wish.handed) - worth(wish.returned) + worth(wish.added))
    if given != worth(due):
        return refusals.ChipsWorthOther(given, worth(due))
    there = live.with_chips(live.with_chips(table.tray or {}, dict(due)), dict(wish.returned))
    out = live.with_chips(dict(wish.handed), dict(wish.added))
    left = live.without_chips(there, out)
    return left if isinstance(left, live.ChipsMissing) else None

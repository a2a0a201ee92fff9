"""Decisions at a live table's tray: counts, slips, changes of chips, payments handed over."""

from typing import assert_never

from punto import live
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.boxes.refusals import PatronUnknown
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import AmountNotPositive, ReasonMissing
from punto.rounds.configuration import Configuration
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Round, Table
from punto.rounds.tray import commands, events, refusals
from punto.rounds.tray.chips import count_refusal, named, not_of_set, worth
from punto.rounds.tray.payments import chip_values
from punto.rounds.tray.state import Slip
from punto.rules import Actor, Tie, two_people_refusal
from punto.values import Cents


def decide_tray(
    table: Table,
    configuration: Configuration,
    wish: commands.TrayWish,
    by: Actor,
    ties: tuple[Tie, ...],
) -> Decided:
    """Judge a step at the tray."""
    match wish:
        case commands.CountFloat():
            return count_float(table, wish, by)
        case commands.ConfirmFloat():
            return confirm_float(table, configuration, wish, by, ties)
        case commands.RequestSlip():
            return request_slip(table, wish, by)
        case commands.CarrySlip() | commands.SignSlip():
            return sign(table, configuration, wish, by, ties)
        case commands.VoidSlip():
            return void_slip(table, wish)
        case commands.BuyChips():
            return buy_chips(table, wish)
        case commands.ChangeChips():
            return change_chips(table, wish)
        case commands.HandStacks():
            return hand_stacks(table.round_now, wish)
        case commands.CorrectPayment():
            return correct_payment(table, table.round_now, wish)
        case _:
            assert_never(wish)


def count_float(table: Table, wish: commands.CountFloat, by: Actor) -> Decided:
    """Record the first person's figures; a new first count replaces an earlier one."""
    refusal = _count_refusal(table, wish.count) or not_of_set(wish.chips, chip_values(table))
    if refusal is not None:
        return refusal
    return (events.FloatCounted(wish.count, named(dict(wish.chips)), by.person),)


def _count_refusal(table: Table, count: commands.FloatCount) -> Refusal | None:
    if count is commands.FloatCount.OPENING:
        return None if table.tray is None else refusals.FloatIsOpen()
    if table.tray is None:
        return refusals.FloatNotOpen()
    return next((refusals.SlipsOpen(number) for number in table.papers.slips), None)


def confirm_float(
    table: Table,
    configuration: Configuration,
    wish: commands.ConfirmFloat,
    by: Actor,
    ties: tuple[Tie, ...],
) -> Decided:
    """Open or close the float if a second person finds the same; otherwise note both figures."""
    first = table.papers.first_count
    if first is None:
        return refusals.NoCountWaits()
    alone = configuration.single_person
    refusal = two_people_refusal(first.counted_by, by, ties, alone=alone) or not_of_set(
        wish.chips, chip_values(table)
    )
    if refusal is not None:
        return refusal
    second = named(dict(wish.chips))
    if second != first.chips:
        return (events.FloatCountsDiffered(first.count, first.chips, second),)
    number = table.papers.counts_count + 1
    if table.tray is None:
        return (events.FloatOpened(number, second),)
    variance = worth(second) - live.value_of(table.tray)
    return (events.FloatClosed(number, second, Cents(variance)),)


def _moving_refusal(table: Table, *moved: commands.Chips) -> Refusal | None:
    """Refuse a movement of chips unless the float is open and not being counted."""
    if table.tray is None:
        return refusals.FloatNotOpen()
    waits = count_refusal(table)
    if waits is not None:
        return waits
    for chips in moved:
        refusal = not_of_set(chips, chip_values(table))
        if refusal is not None:
            return refusal
    return None if all(moved) else refusals.NoChipsNamed()


def _missing(table: Table, chips: commands.Chips) -> live.ChipsMissing | None:
    left = live.without_chips(table.tray or {}, dict(chips))
    return left if isinstance(left, live.ChipsMissing) else None


def request_slip(table: Table, wish: commands.RequestSlip, by: Actor) -> Decided:
    """Number a fill, or a credit of chips that are in the tray."""
    refusal = _moving_refusal(table, wish.chips)
    if refusal is None and wish.kind is commands.SlipKind.CREDIT:
        refusal = _missing(table, wish.chips)
    if refusal is not None:
        return refusal
    number = table.papers.slips_count + 1
    return (events.SlipRequested(number, wish.kind, named(dict(wish.chips)), by.person),)


def sign(
    table: Table,
    configuration: Configuration,
    wish: commands.CarrySlip | commands.SignSlip,
    by: Actor,
    ties: tuple[Tie, ...],
) -> Decided:
    """Accept a signature by a person who has not signed the slip before (A-53)."""
    refusal = _moving_refusal(table)
    slip = table.papers.slips.get(wish.number)
    if refusal is not None or slip is None:
        return refusal or refusals.NoSuchSlip(wish.number)
    for before in (slip.requested_by, slip.carrier):
        same = before and two_people_refusal(before, by, ties, alone=configuration.single_person)
        if same:
            return same
    if isinstance(wish, commands.SignSlip):
        return _signed(table, wish.number, slip)
    if slip.carrier is not None:
        return refusals.SignedBefore(wish.number)
    return (events.SlipCarried(wish.number, by.person),)


def _signed(table: Table, number: int, slip: Slip) -> Decided:
    if slip.carrier is None:
        return refusals.SignatureMissing(number, slip.kind)
    # Chips of a credit may have been paid out since it was requested.
    is_credit = slip.kind is commands.SlipKind.CREDIT
    missing = _missing(table, slip.chips) if is_credit else None
    return missing or (events.SlipSigned(number, slip.kind, slip.chips),)


def void_slip(table: Table, wish: commands.VoidSlip) -> Decided:
    """Void an open slip, with the reason."""
    if wish.number not in table.papers.slips:
        return refusals.NoSuchSlip(wish.number)
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    return (events.SlipVoided(wish.number, wish.reason),)


def buy_chips(table: Table, wish: commands.BuyChips) -> Decided:
    """Sell chips for cash: the named ones, or as few as the tray can make it with."""
    patron = table.patrons.get(wish.patron)
    if patron is None or not patron.is_here:
        return PatronUnknown(wish.patron)
    if wish.amount <= 0:
        return AmountNotPositive(wish.amount)
    refusal = _moving_refusal(table, *((wish.chips,) if wish.chips else ()))
    if refusal is not None:
        return refusal
    number = table.papers.buy_ins_count + 1
    if not wish.chips:
        proposed = live.exact_from(table.tray or {}, wish.amount)
        if proposed is None:
            return refusals.TrayCannotMake(wish.amount)
        return (events.ChipsBought(number, wish.patron, wish.amount, named(proposed)),)
    if worth(wish.chips) != wish.amount:
        return refusals.ChipsWorthOther(worth(wish.chips), wish.amount)
    chosen = named(dict(wish.chips))
    missing = _missing(table, wish.chips)
    return missing or (events.ChipsBought(number, wish.patron, wish.amount, chosen),)


def change_chips(table: Table, wish: commands.ChangeChips) -> Decided:
    """Change chips for others of the same value that are in the tray."""
    refusal = _moving_refusal(table, wish.received, wish.given)
    if refusal is not None:
        return refusal
    if worth(wish.given) != worth(wish.received):
        return refusals.ChipsWorthOther(worth(wish.given), worth(wish.received))
    missing = _missing(table, wish.given)
    received, given = named(dict(wish.received)), named(dict(wish.given))
    number = table.papers.changes_count + 1
    return missing or (events.ChipsChanged(number, received, given),)


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
    """Take chips back or add some, so that the patron has the amount due."""
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

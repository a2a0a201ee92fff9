"""Take and pay: a live round's bets in the order in which the Dealer handles them, in stacks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from punto import live, rounds
from punto.live import BoxLabel, PatronKey, Stance
from punto.rounds.tray import events as tray_events
from punto.rounds.tray import refusals as tray_refusals
from punto.rules import BetKey, Result
from punto.values import NOTHING, Cents, Odds, TerminalId, Value, replace
from punto.views.procedures.effects import asked, first_of

STACK_MAX = 20
"""The most chips in one stack, as dealers cut them."""


_Moved = tuple[tray_events.StacksMoved, ...]


class ChipStack(Value):
    """Chips of one value in one stack."""

    value: Cents
    number: int


class PayoutLine(Value):
    """Chips that the Dealer takes from a bet or pays to it."""

    number: int | None
    """Of the stack in this round, by which it is ticked off; None while the float is not open, and
    before the round is settled."""
    place: TerminalId
    box: BoxLabel
    patron: PatronKey
    stance: Stance
    bet: BetKey | None
    """None for a correction, which puts a whole place right."""
    lay: Cents
    """The stake as it lay at the close."""
    plays: Cents
    """The part of it that won or lost (L 5.1.1)."""
    odds: Odds | None
    due: Cents
    chips: rounds.Chips
    stacks: tuple[ChipStack, ...]
    """At most 20 chips each, the largest value first."""
    rounding: Cents
    """The amount above the due that rounding to chips costs the House (A-89)."""
    held: bool
    """Whether the patron walked away, so that the winnings are held (L 5.3)."""
    clause: str
    handed: bool
    """Whether the Dealer has ticked it off."""
    corrected: bool
    """Whether it was first paid in other chips, and put right."""
    before: Cents | None
    """The win of the place, or its loss below zero, by the results before the correction."""


_Line = tuple[bool, PayoutLine]
"""Whether it is paid, not taken; and the line."""


class FillNeeded(Value):
    """A payment that the chips in the tray cannot make, and a fill with which they can."""

    place: TerminalId
    amount: Cents
    missing: Cents
    """The amount that the whole tray is short; zero if only the right values are missing."""
    fill: rounds.Chips


class Payouts(Value):
    """The round's bets as they are taken and paid, from the Dealer's right.

    Losing bets come first, and side bets before Player and Banker. After a correction of a paid
    round, the lines are what is left to take and to pay: for each place, the difference from what
    it had.
    """

    settled: bool
    """Whether the round is settled, or this is what settling it would bring."""
    take: tuple[PayoutLine, ...]
    pay: tuple[PayoutLine, ...]
    fill_needed: FillNeeded | None
    again: bool
    """Whether the round was put right after it was paid."""


class EarlierPayouts(Value):
    """The payments that correct an earlier round, made beside those of the present one.

    Shown until the next bets open. Its lines have no numbers: in the books they have already moved.
    """

    round_number: int
    take: tuple[PayoutLine, ...]
    pay: tuple[PayoutLine, ...]


def earlier_payouts(table: rounds.Table, now: rounds.Round) -> tuple[EarlierPayouts, ...]:
    """Return what to take and to pay for earlier rounds that were corrected during this one."""
    found = []
    for number, first in rounds.on_layout(now).earlier_again:
        of = next(each for each in table.past if each.number == number)
        right = _payouts(of, _late(table, of, first), settled=True, again=True)
        found.append(EarlierPayouts(number, right.take, right.pay))
    return tuple(found)


def _late(table: rounds.Table, of: rounds.Round, first: int) -> Iterator[_Line]:
    layout = rounds.on_layout(of)
    before = _net(layout.paid_before)
    for stack in layout.stacks[first:]:
        had = before.get(stack.place, NOTHING)
        yield stack.is_paid, replace(_line(table, stack, None), before=had)
    if table.tray is None and len(layout.stacks) == first:
        yield from _differences(table, of, before)


def payouts_of(table: rounds.Table, now: rounds.Round) -> Payouts | None:
    """Return what to take and to pay, from the result on."""
    if rounds.on_layout(now).again_from is not None:
        return _payouts(now, list(_again(table, now)), settled=True, again=True)
    if now.is_paid:
        return _first(table, now, now.results, rounds.on_layout(now).moved, settled=True)
    if table.phase is not rounds.Phase.RESULT:
        return None
    answer = asked(table, rounds.Settle(), table.closes_at)
    if isinstance(answer, tray_refusals.TrayCannotPay):
        by_set = _first(table, now, rounds.results_by(now, now.cards), (), settled=False)
        needed = FillNeeded(answer.place, answer.amount, answer.missing, answer.chips)
        return replace(by_set, fill_needed=needed)
    facts = cast("tuple[rounds.Fact, ...]", answer)
    moved = first_of(facts, tray_events.StacksMoved)
    ended = rounds.results_by(now, now.cards)
    return _first(table, now, ended, () if moved is None else (moved,), settled=False)


def _first(
    table: rounds.Table, now: rounds.Round, results: rounds.Results, moved: _Moved, *, settled: bool
) -> Payouts:
    lines = list(_by_bet(table, now, results, moved, settled=settled))
    return _payouts(now, lines, settled=settled, again=False)


def _payouts(now: rounds.Round, lines: Iterable[_Line], *, settled: bool, again: bool) -> Payouts:
    every = tuple(lines)
    take = _in_order(now, (line for is_paid, line in every if not is_paid))
    pay = _in_order(now, (line for is_paid, line in every if is_paid))
    return Payouts(settled, take, pay, None, again)


def _in_order(now: rounds.Round, lines: Iterable[PayoutLine]) -> tuple[PayoutLine, ...]:
    boxes, hands = rounds.layout_of(now).boxes, now.configuration.terms.game.hands_backed

    def rank(line: PayoutLine) -> tuple[bool, int, bool]:
        return line.bet in hands, boxes.index(line.box), line.stance is Stance.STANDING

    return tuple(sorted(lines, key=rank))


def _by_bet(
    table: rounds.Table,
    now: rounds.Round,
    results: rounds.Results,
    moved: _Moved,
    *,
    settled: bool,
) -> Iterator[_Line]:
    """Yield the bets that lost or won; the stacks of a first payment follow them one by one."""
    lay = {place: dict(stakes) for place, stakes in rounds.on_layout(now).lay}
    values, number = rounds.layout_of(now).chips.values, 0
    for is_paid, which in enumerate((Result.LOST, Result.WON)):
        stacks = [stack for each in moved for stack in (each.paid if is_paid else each.taken)]
        ended = [(place, one) for place, own in results for one in own if one.result is which]
        for index, (place, one) in enumerate(ended):
            due = Cents(abs(one.profit))
            in_set = (live.next_payable if is_paid else live.most_payable)(due, values)
            chips = stacks[index].chips if stacks else rounds.named(in_set)
            stack = tray_events.Stack(place, due, chips)
            line = _line(table, stack, number if settled and moved else None)
            odds = one.odds if isinstance(one.odds, Odds) else None
            yield (
                bool(is_paid),
                replace(
                    line,
                    bet=one.bet,
                    lay=lay[place].get(one.bet, one.stake),
                    plays=one.stake,
                    odds=odds,
                    clause=one.clause,
                ),
            )
            number += 1


def _again(table: rounds.Table, now: rounds.Round) -> Iterator[_Line]:
    """Yield the correction of a paid round, and the rest of its first payment to hand over."""
    layout, before = rounds.on_layout(now), _net(rounds.on_layout(now).paid_before)
    first = layout.again_from or 0
    for number, stack in enumerate(layout.stacks):
        if number < first and number in layout.handed:
            continue
        # Stacks of a void round are not ticked off: the next round may begin at once.
        line = _line(table, stack, None if now.void else number)
        had = None if number < first else before.get(stack.place, NOTHING)
        yield stack.is_paid, replace(line, before=had)
    if table.tray is None and len(layout.stacks) == first:
        yield from _differences(table, now, before)


def _differences(
    table: rounds.Table, now: rounds.Round, before: Mapping[TerminalId, Cents]
) -> Iterator[_Line]:
    """Yield what each place gets or gives, for a table without an open float or recorded chips."""
    values, after = rounds.layout_of(now).chips.values, _net(now.results)
    for place in dict.fromkeys((*before, *after)):
        had = before.get(place, NOTHING)
        due = after.get(place, NOTHING) - had
        is_owed = due < 0 and rounds.is_away(table, place)
        if due and not is_owed:
            in_set = live.next_payable if due > 0 else live.most_payable
            amount = Cents(abs(due))
            stack = tray_events.Stack(place, amount, rounds.named(in_set(amount, values)))
            yield due > 0, replace(_line(table, stack, None), before=had)


def _net(results: rounds.Results) -> dict[TerminalId, Cents]:
    return {place: Cents(sum(one.profit for one in own)) for place, own in results}


def _line(
    table: rounds.Table, stack: tray_events.Stack | rounds.NumberedStack, number: int | None
) -> PayoutLine:
    patron, box = rounds.patron_at(stack.place), rounds.box_at(stack.place)
    return PayoutLine(
        number=number,
        place=stack.place,
        box=box,
        patron=patron,
        stance=Stance.SEATED if table.patrons[patron].box == box else Stance.STANDING,
        bet=None,
        lay=NOTHING,
        plays=NOTHING,
        odds=None,
        due=stack.amount,
        chips=stack.chips,
        stacks=tuple(_stacks(stack.chips)),
        rounding=Cents(rounds.worth(stack.chips) - stack.amount),
        held=rounds.is_away(table, stack.place),
        clause="",
        handed=number in rounds.on_layout(table.round_now).handed,
        corrected=number in rounds.on_layout(table.round_now).corrected,
        before=None,
    )


def _stacks(chips: rounds.Chips) -> Iterator[ChipStack]:
    for value, number in chips:
        whole, rest = divmod(number, STACK_MAX)
        yield from (ChipStack(value, STACK_MAX) for _ in range(whole))
        if rest:
            yield ChipStack(value, rest)

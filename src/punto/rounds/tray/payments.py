"""The chips that bets and corrections bring into a live table's tray or take out of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from punto import ledger, live
from punto.rounds.adjustment.events import CreditsAdjusted, DebtRepaid
from punto.rounds.bookkeeping import posting_of
from punto.rounds.boxes.layouts import is_away, on_layout
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import EndingFact, Fact
from punto.rounds.irregularity.events import EarlierRoundResettled
from punto.rounds.refusals import Decided
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.tray.chips import named, rounded_by
from punto.rounds.tray.events import Stack, StacksMoved
from punto.rounds.tray.refusals import TrayCannotPay
from punto.values import NOTHING, Cents, TerminalId, replace

_Paying = EndingFact | CreditsAdjusted | DebtRepaid
_OfTheTray = (ledger.AccountKind.HOUSE, ledger.AccountKind.RECEIVABLE)
_FIRST_PAID = {ledger.Reason.LOST: -1, ledger.Reason.WON_PROFIT: 1}

_Due = tuple[TerminalId, Cents]
"""The amount that a place gets from the tray by the accounts; negative if it pays."""

ToPay = tuple[TerminalId, Cents, Cents]
"""A place, its due by the accounts, and the amount in chips that pays it."""


def with_stacks(table: Table, facts: tuple[Fact, ...]) -> Decided:
    """Add the chips that these facts move, or refuse them all if the tray cannot pay.

    Without a float any chips are assumed to be there, and only rounding is recorded (A-89).
    """
    paying = [fact for fact in facts if isinstance(fact, _Paying)]
    if not paying:
        return facts
    number = _round_number(table, paying)
    moved = _stacks(table, table.tray, tuple(_dues(table, facts)), number)
    if isinstance(moved, TrayCannotPay):
        return moved
    if table.tray is None:
        matters = any(by for _, by in rounded_by(moved))
    else:
        matters = bool(moved.taken or moved.paid)
    return (*facts, moved) if matters else facts


def _round_number(table: Table, paying: Iterable[_Paying]) -> int | None:
    """Return the round that these facts pay or correct, if any."""
    for fact in paying:
        if isinstance(fact, EarlierRoundResettled):
            return fact.round_number
        if isinstance(fact, EndingFact):
            return table.round_now.number
    return None


def _dues(table: Table, facts: tuple[Fact, ...]) -> Iterator[_Due]:
    book, net = table.book, dict[TerminalId, int]()
    for fact in facts:
        posting = posting_of(replace(table, book=book), fact)
        if posting is None:
            continue
        book = book.after(posting)
        if isinstance(fact, RoundSettled):
            yield from _bet_by_bet(posting)
            continue
        for place, out in _given(posting):
            net[place] = net.get(place, 0) + out
    yield from ((place, Cents(out)) for place, out in net.items() if out)


def _bet_by_bet(posting: ledger.Posting) -> Iterator[_Due]:
    """Yield a stack for each bet of a round that is paid for the first time."""
    for move in posting.transfers:
        sign = _FIRST_PAID.get(move.reason)
        if sign is not None:
            yield move.terminal, Cents(sign * move.amount)


def _given(posting: ledger.Posting) -> Iterator[tuple[TerminalId, int]]:
    """Return the amount that a correction gives to each place; debts are not moved."""
    for move in posting.transfers:
        from_tray = move.source.kind in _OfTheTray
        into_tray = move.target.kind in _OfTheTray
        yield move.terminal, (from_tray - into_tray) * move.amount


def _stacks(
    table: Table, tray: live.Tray | None, dues: tuple[_Due, ...], number: int | None
) -> StacksMoved | TrayCannotPay:
    """Take losing bets first, then pay winners, also with the chips just taken."""
    values, rounded = chip_values(table), _rounded_before(table, number)
    taken: list[Stack] = []
    to_pay: list[ToPay] = []
    for place, due in dues:
        # A rounded-up amount is taken back with its payment, unless the patron has walked away with
        # it.
        over = rounded.get(place, NOTHING)
        gone = is_away(table, place) and table.book.held(place) + due < over
        wanted = Cents(due if gone else due - over)
        if wanted < 0:
            chips = live.most_payable(-wanted, values)
            taken.append(Stack(place, -due, named(chips)))
            tray = None if tray is None else live.with_chips(tray, chips)
        else:
            to_pay.append((place, due, live.value_of(live.next_payable(wanted, values))))
    paid = _paid(tray, to_pay, values)
    if isinstance(paid, TrayCannotPay):
        return paid
    return StacksMoved(number, tuple(taken), paid)


def _paid(
    tray: live.Tray | None, to_pay: Sequence[ToPay], values: Sequence[Cents]
) -> tuple[Stack, ...] | TrayCannotPay:
    amounts = [amount for _, _, amount in to_pay]
    if tray is None:
        stacks = tuple(live.next_payable(amount, values) for amount in amounts)
    else:
        found = _one_by_one(tray, amounts) or live.split_from(tray, amounts)
        if found is None:
            return _cannot_pay(tray, to_pay, values)
        stacks = found
    return tuple(
        Stack(place, due, named(chips))
        for (place, due, _), chips in zip(to_pay, stacks, strict=True)
    )


def _one_by_one(tray: live.Tray, amounts: Sequence[Cents]) -> tuple[dict[Cents, int], ...] | None:
    """Make each amount with the fewest chips; None if too few are left for a later one."""
    stacks: list[dict[Cents, int]] = []
    for amount in amounts:
        chips = live.exact_from(tray, amount)
        if chips is None:
            return None
        tray = live.with_chips(tray, {value: -number for value, number in chips.items()})
        stacks.append(chips)
    return tuple(stacks)


def _cannot_pay(tray: live.Tray, to_pay: Sequence[ToPay], values: Sequence[Cents]) -> TrayCannotPay:
    """Refuse with the first payment that the tray cannot make, and a fill with which it can."""
    amounts = [amount for _, _, amount in to_pay]
    made = next(n for n in range(len(amounts)) if _one_by_one(tray, amounts[: n + 1]) is None)
    place, _, amount = to_pay[made]
    missing = Cents(max(0, sum(amounts) - live.value_of(tray)))
    return TrayCannotPay(place, amount, missing, named(live.what_helps(tray, amounts, values)))


def _rounded_before(table: Table, number: int | None) -> Mapping[TerminalId, Cents]:
    """Return the excess of a round's earlier payments over the amounts due."""
    rounds = (*table.past, *(() if table.round is None else (table.round,)))
    of = next((each for each in rounds if each.number == number), None)
    return {} if of is None else on_layout(of).rounded


def chip_values(table: Table) -> tuple[Cents, ...]:
    """Return the values of the table's chips, the largest first."""
    if table.configuration is None or table.configuration.layout is None:
        raise RecordDoesNotHold("chips at a table without a layout")
    return table.configuration.layout.chips.values

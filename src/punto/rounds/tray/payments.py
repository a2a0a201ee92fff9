"""The chips that bets and corrections bring into a live table's tray, and those paid out of it."""

from collections.abc import Iterable, Iterator, Mapping

from punto import ledger, live
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.betting.decisions import Decided
from punto.rounds.bookkeeping import posting_of
from punto.rounds.boxes.layouts import is_away, on_layout
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact
from punto.rounds.irregularity.events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.tray.chips import named
from punto.rounds.tray.events import Stack, StacksMoved
from punto.rounds.tray.refusals import TrayCannotPay
from punto.values import NOTHING, Cents, TerminalId, replace

_OfARound = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled
_Paying = _OfARound | CreditsAdjusted
_OfTheTray = (ledger.AccountKind.HOUSE, ledger.AccountKind.RECEIVABLE)
_FIRST_PAID = {ledger.Reason.LOST: -1, ledger.Reason.WON_PROFIT: 1}

Due = tuple[TerminalId, Cents]
"""What a place is to get from the tray by the accounts; below zero, what it gives."""


def with_stacks(table: Table, facts: tuple[Fact, ...]) -> Decided:
    """Add the chips that these facts move, or refuse them all if the tray cannot pay."""
    tray, paying = table.tray, [fact for fact in facts if isinstance(fact, _Paying)]
    if tray is None or not paying:
        return facts
    number = _round_number(table, paying)
    moved = _stacks(table, tray, tuple(_dues(table, facts)), number)
    if isinstance(moved, TrayCannotPay):
        return moved
    return (*facts, moved) if moved.taken or moved.paid else facts


def _round_number(table: Table, paying: Iterable[_Paying]) -> int | None:
    """The round that is paid or put right, if these facts are about one."""
    for fact in paying:
        if isinstance(fact, EarlierRoundResettled):
            return fact.round_number
        if isinstance(fact, _OfARound):
            return table.round_now.number
    return None


def _dues(table: Table, facts: tuple[Fact, ...]) -> Iterator[Due]:
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


def _bet_by_bet(posting: ledger.Posting) -> Iterator[Due]:
    """Each bet of a round that is paid for the first time has a stack of its own."""
    for move in posting.transfers:
        sign = _FIRST_PAID.get(move.reason)
        if sign is not None:
            yield move.terminal, Cents(sign * move.amount)


def _given(posting: ledger.Posting) -> Iterator[tuple[TerminalId, int]]:
    """What a correction gives to each place; a debt stays where it is."""
    for move in posting.transfers:
        from_tray = move.source.kind in _OfTheTray
        into_tray = move.target.kind in _OfTheTray
        yield move.terminal, (from_tray - into_tray) * move.amount


def _stacks(
    table: Table, tray: live.Tray, dues: tuple[Due, ...], number: int | None
) -> StacksMoved | TrayCannotPay:
    """Losing bets are taken first, then winners are paid, also with what was just taken."""
    values, rounded = chip_values(table), _rounded_before(table, number)
    taken: list[Stack] = []
    to_pay: list[tuple[TerminalId, Cents, Cents]] = []
    for place, due in dues:
        # What rounding gave too much goes back with the payment that it was part of.
        wanted = Cents(due - rounded.get(place, NOTHING))
        if wanted < 0:
            chips = live.most_payable(Cents(-wanted), values)
            taken.append(Stack(place, Cents(-due), named(chips)))
            tray = live.with_chips(tray, chips)
        else:
            to_pay.append((place, due, live.value_of(live.next_payable(wanted, values))))
    paid = _paid(tray, to_pay)
    if isinstance(paid, TrayCannotPay):
        return paid
    return StacksMoved(number, tuple(taken), paid)


def _paid(
    tray: live.Tray, to_pay: Iterable[tuple[TerminalId, Cents, Cents]]
) -> tuple[Stack, ...] | TrayCannotPay:
    paid: list[Stack] = []
    payments = tuple(to_pay)
    missing = max(0, sum(amount for _, _, amount in payments) - live.value_of(tray))
    for place, due, amount in payments:
        chips = live.exact_from(tray, amount)
        if chips is None:
            return TrayCannotPay(place, amount, Cents(missing))
        tray = live.with_chips(tray, {value: -number for value, number in chips.items()})
        paid.append(Stack(place, due, named(chips)))
    return tuple(paid)


def _rounded_before(table: Table, number: int | None) -> Mapping[TerminalId, Cents]:
    """What earlier payments of a round gave beyond their due to patrons who are still here."""
    rounds = (*table.past, *(() if table.round is None else (table.round,)))
    of = next((each for each in rounds if each.number == number), None)
    rounded = {} if of is None else on_layout(of).rounded
    return {place: amount for place, amount in rounded.items() if not is_away(table, place)}


def chip_values(table: Table) -> tuple[Cents, ...]:
    """Return the values of the table's chips, the largest first."""
    if table.configuration is None or table.configuration.layout is None:
        raise RecordDoesNotHold("chips at a table without a layout")
    return table.configuration.layout.chips.values

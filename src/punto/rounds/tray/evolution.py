"""A live table after a step at its tray."""

from typing import assert_never

from punto.live import Tray, with_chips
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.rounds.tray import events
from punto.rounds.tray.chips import by_accounts, named, rounded_by, worth
from punto.rounds.tray.commands import Chips, SlipKind
from punto.rounds.tray.state import FirstCount, Slip, TrayPapers
from punto.values import Cents, TerminalId, format_money, replace


def after_tray(  # noqa: C901, PLR0912 (one case for each fact)
    table: Table, fact: events.TrayFact
) -> Table:
    """Return the table with its new chips in the tray, or new papers about them."""
    papers = table.papers
    match fact:
        case events.FloatCounted():
            first = FirstCount(fact.count, fact.chips, fact.counted_by)
            return replace(table, papers=replace(papers, first_count=first))
        case events.FloatCountsDiffered():
            return replace(table, papers=replace(papers, first_count=None))
        case events.FloatOpened():
            opened = replace(_counted(papers), basis=by_accounts(table.book))
            return replace(table, chips=fact.chips, papers=opened)
        case events.FloatClosed():
            return replace(table, chips=None, papers=_counted(papers))
        case events.SlipRequested():
            slips = {**papers.slips, fact.number: Slip(fact.kind, fact.chips, fact.requested_by)}
            return replace(table, papers=replace(papers, slips=slips, slips_count=fact.number))
        case events.SlipCarried():
            slip = replace(papers.slips[fact.number], carrier=fact.carrier)
            return replace(table, papers=replace(papers, slips={**papers.slips, fact.number: slip}))
        case events.SlipSigned():
            fills = fact.kind is SlipKind.FILL
            came, went = (fact.chips, ()) if fills else ((), fact.chips)
            return _with_tray(_without_slip(table, fact.number), came, went)
        case events.SlipVoided():
            return _without_slip(table, fact.number)
        case events.ChipsBought():
            bought = replace(papers, buy_ins_count=papers.buy_ins_count + 1)
            return _with_tray(replace(table, papers=bought), (), fact.chips)
        case events.ChipsChanged():
            changed = replace(papers, changes_count=papers.changes_count + 1)
            return _with_tray(replace(table, papers=changed), fact.received, fact.given)
        case events.StacksMoved():
            return _after_stacks(table, fact)
        case events.StacksHanded():
            return _with_handed(table, fact.stacks)
        case events.PaymentCorrected():
            return _after_correction(table, fact)
        case _:
            assert_never(fact)


def _counted(papers: TrayPapers) -> TrayPapers:
    """Return the papers after a count by two people."""
    return replace(papers, first_count=None, counts_count=papers.counts_count + 1)


def _without_slip(table: Table, signed_or_void: int) -> Table:
    slips = {n: slip for n, slip in table.papers.slips.items() if n != signed_or_void}
    return replace(table, papers=replace(table.papers, slips=slips))


def _with_tray(table: Table, received: Chips, given: Chips) -> Table:
    tray = with_chips(_open_tray(table), dict(received))
    left = with_chips(tray, {value: -number for value, number in given})
    return replace(table, chips=named(left))


def _open_tray(table: Table) -> Tray:
    if table.tray is None:
        raise RecordDoesNotHold("chips of a tray that nobody counted")
    return table.tray


def _after_stacks(table: Table, fact: events.StacksMoved) -> Table:
    if table.tray is not None:  # without one, the table has no counted float
        for stack in fact.taken:
            table = _with_tray(table, stack.chips, ())
        for stack in fact.paid:
            table = _with_tray(table, (), stack.chips)
    now = table.round
    if now is not None and now.number == fact.round_number:
        return replace(table, round=_with_stacks(now, fact))
    past = tuple(_with_stacks(e, fact) if e.number == fact.round_number else e for e in table.past)
    return replace(table, past=past)


def _with_handed(table: Table, stacks: tuple[int, ...]) -> Table:
    now, layout = table.round_now, on_layout(table.round_now)
    handed = replace(layout, handed=layout.handed | set(stacks))
    return replace(table, round=replace(now, layout=handed))


def _after_correction(table: Table, fact: events.PaymentCorrected) -> Table:
    now, layout = table.round_now, on_layout(table.round_now)
    corrected = replace(layout, corrected=layout.corrected | {fact.stack})
    table = replace(table, round=replace(now, layout=corrected))
    # The chips recorded as paid are still in the tray; the chips handed over are not.
    table = _with_tray(table, layout.stacks[fact.stack].chips, fact.handed)
    table = _with_tray(table, fact.returned, fact.added)
    return _with_handed(table, (fact.stack,))


def _with_stacks(of: Round, fact: events.StacksMoved) -> Round:
    """Keep in the round its chips, and each place's excess over the amount due (A-89)."""
    layout = on_layout(of)
    rounded: dict[TerminalId, Cents] = dict(layout.rounded)
    for place, amount in rounded_by(fact):
        rounded[place] = Cents(rounded.get(place, 0) + amount)
    moved = (*layout.moved, fact)
    return replace(of, layout=replace(layout, rounded=rounded, moved=moved))


def check_tray(table: Table) -> None:
    """Raise if the chips in the tray are not worth what the accounts say."""
    if table.chips is None:
        return
    held = worth(table.chips)
    expected = Cents(by_accounts(table.book) - table.papers.basis)
    if held != expected:
        seen, by_book = format_money(held), format_money(expected)
        raise RecordDoesNotHold(f"the tray holds {seen}, and its accounts {by_book}")
    if any(number < 0 for _, number in table.chips):
        raise RecordDoesNotHold("the tray gave more chips than it held")

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


def after_tray(table: Table, fact: events.TrayFact) -> Table:
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
        case events.ChipsBought():
            bought = replace(papers, buy_ins_count=papers.buy_ins_count + 1)
            return _with_tray(replace(table, papers=bought), (), fact.chips)
        case events.ChipsChanged():
            changed = replace(papers, changes_count=papers.changes_count + 1)
            return _with_tray(replace(table, papers=changed), fact.received, fact.given)
        case events.StacksMoved():
            return _after_stacks(table, fact)
        case events.StacksHanded() | events.PaymentCorrected():
            return _after_handing(table, fact)
        case _:
            return _after_slip(table, fact)


def _counted(papers: TrayPapers) -> TrayPapers:
    """Return the papers after a count by two people."""
    return replace(papers, first_count=None, counts_count=papers.counts_count + 1)


def _after_slip(
    table: Table,
    fact: events.SlipRequested | events.SlipCarried | events.SlipSigned | events.SlipVoided,
) -> Table:
    papers = table.papers
    match fact:
        case events.SlipRequested():
            slip = Slip(fact.kind, fact.chips, fact.requested_by)
            slips = {**papers.slips, fact.number: slip}
            return replace(table, papers=replace(papers, slips=slips, slips_count=fact.number))
        case events.SlipCarried():
            slip = replace(papers.slips[fact.number], carrier=fact.carrier)
            return replace(table, papers=replace(papers, slips={**papers.slips, fact.number: slip}))
        case events.SlipSigned() | events.SlipVoided():
            rest = {number: slip for number, slip in papers.slips.items() if number != fact.number}
            table = replace(table, papers=replace(papers, slips=rest))
        case _:
            assert_never(fact)
    if isinstance(fact, events.SlipVoided):
        return table
    if fact.kind is SlipKind.FILL:
        return _with_tray(table, fact.chips, ())
    return _with_tray(table, (), fact.chips)


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


def _after_handing(table: Table, fact: events.StacksHanded | events.PaymentCorrected) -> Table:
    now = table.round_now
    layout = on_layout(now)
    if isinstance(fact, events.StacksHanded):
        handed = replace(layout, handed=layout.handed | set(fact.stacks))
        return replace(table, round=replace(now, layout=handed))
    corrected = replace(
        layout, handed=layout.handed | {fact.stack}, corrected=layout.corrected | {fact.stack}
    )
    # The chips recorded as paid are still in the tray; the chips handed over are not.
    table = _with_tray(table, layout.stacks[fact.stack].chips, fact.handed)
    table = _with_tray(table, fact.returned, fact.added)
    return replace(table, round=replace(now, layout=corrected))


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

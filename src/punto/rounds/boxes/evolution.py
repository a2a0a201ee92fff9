"""A live table after a step at its layout."""

from typing import assert_never

from punto.live import PatronKey
from punto.rounds.boxes import events
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.boxes.layouts import on_layout, without_choice
from punto.rounds.boxes.state import Squeeze, TablePatron
from punto.rounds.phases import Phase
from punto.rounds.state import Round, Table
from punto.values import Instant, Side, replace


def after_boxes(table: Table, fact: events.BoxFact, at: Instant) -> Table:
    """Return the table with its new patrons, chips, acceptors or choices."""
    match fact:
        case events.PatronJoined():
            return _with_patron(table, fact.patron, TablePatron(fact.box))
        case events.PatronLeft():
            there = replace(table.patrons[fact.patron], is_here=False)
            return _with_patron(table, fact.patron, there)
        case events.WinningsClaimed():
            return table  # only the book changes
        case events.ReadingTaken():
            return table  # the chips follow in events of their own
        case events.LayoutClosed():
            return _after_close(table, fact)
        case events.OptionsOffered():
            now = table.round_now
            asked = replace(
                on_layout(now), asked=fact.patrons, chosen={}, reconstructed=fact.reconstructed
            )
            return replace(table, phase=Phase.CHOOSING, round=replace(now, layout=asked))
        case events.OptionsClosed():
            return _after_options(table, fact)
        case _:
            return replace(table, round=_on_layout(table.round_now, fact, at))


def _with_patron(table: Table, key: PatronKey, patron: TablePatron) -> Table:
    return replace(table, patrons={**table.patrons, key: patron})


def _on_layout(
    now: Round,
    fact: events.ChipsPlaced
    | events.ReadingSetAside
    | events.ReadingPassedOver
    | events.ExcessRejected
    | events.HandHandedOver
    | events.SqueezeGranted
    | events.HandsLaid
    | events.OptionChosen,
    at: Instant,
) -> Round:
    layout = on_layout(now)
    match fact:
        case events.ChipsPlaced():
            new = tuple((fact.place, key) for key, _ in fact.stakes)
            # A bet that was taken up and laid down again counts as later than those that stayed.
            stayed = (each for each in layout.order if each[0] != fact.place or each in new)
            others = layout.on_behalf - {fact.place}
            layout = replace(
                layout,
                order=tuple(dict.fromkeys((*stayed, *new))),
                on_behalf=others | {fact.place} if fact.on_behalf else others,
            )
            now = _with_positions(now, ((fact.place, fact.stakes),))
        case events.ReadingSetAside():
            layout = replace(layout, set_aside=(*layout.set_aside, *fact.differences))
        case events.ReadingPassedOver():
            passed = (events.PassedOver("L 5.13", e.box, e.patron) for e in fact.differences)
            layout = replace(layout, passed_over=(*layout.passed_over, *passed))
        case events.ExcessRejected():
            now = _with_positions(now, fact.kept)
        case events.HandHandedOver():
            layout = replace(layout, acceptors={**layout.acceptors, fact.side: fact.patron})
        case events.SqueezeGranted():
            squeeze = Squeeze(fact.patron, fact.side, at, len(now.cards))
            layout = replace(layout, squeeze=squeeze)
        case events.HandsLaid():
            layout = replace(layout, laid=(fact.player, fact.banker))
        case events.OptionChosen():
            layout = replace(layout, chosen={**layout.chosen, fact.patron: fact.option})
        case _:
            assert_never(fact)
    return replace(now, layout=layout)


def _with_positions(now: Round, positions: events.Positions) -> Round:
    return replace(now, positions={**now.positions, **dict(positions)})


def _after_close(table: Table, fact: events.LayoutClosed) -> Table:
    now = _with_positions(table.round_now, fact.played)
    closed = replace(
        on_layout(now),
        lay=tuple(each for each in table.round_now.positions.items() if each[1]),
        passed_over=(*fact.passed_over, *on_layout(now).passed_over),
        acceptors={Side.PLAYER: fact.player_acceptor, Side.BANKER: fact.banker_acceptor},
    )
    return replace(table, phase=Phase.DEALING, round=replace(now, layout=closed))


def _after_options(table: Table, fact: events.OptionsClosed) -> Table:
    now, layout = table.round_now, on_layout(table.round_now)
    out: events.Positions = tuple((place, ()) for place, _ in fact.results)
    squeezing = layout.squeeze
    if squeezing and layout.chosen.get(squeezing.patron) is PlayerOption.RETURN:
        squeezing = None
    closed = without_choice(replace(now, layout=replace(layout, squeeze=squeezing)))
    return _with_choice_over(replace(table, round=_with_positions(closed, out)))


def _with_choice_over(table: Table) -> Table:
    """End the choice: the second error now interrupts what the first one did (A-84)."""
    matter, choice = table.matter, table.choice
    if matter is None or choice is None:
        return table
    return replace(table, matter=replace(matter, interrupted=choice.interrupted), choice=None)

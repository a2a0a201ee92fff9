"""The bets of a round as they lie on a live table's layout."""

from punto.live import BoxBet, DealerWarning, PatronKey, PlayedBet, Stance, TableLayout, warnings_of
from punto.rounds.boxes.events import Positions
from punto.rounds.boxes.state import LayoutRound, box_at, patron_at, place_of
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.values import TerminalId, replace


def layout_of(of: Round) -> TableLayout:
    """Return the layout of a round."""
    layout = of.configuration.layout
    if layout is None:
        raise RecordDoesNotHold("chips on the layout of a table that has none")
    return layout


def on_layout(of: Round) -> LayoutRound:
    """Return the part of a live round that only a layout has."""
    if of.layout is None:
        raise RecordDoesNotHold(f"round {of.number} has no layout")
    return of.layout


def before_correction(of: Round) -> Round:
    """Return a paid round for its correction; a live one remembers what was paid."""
    layout = of.layout
    if layout is None or not of.is_paid:
        return of
    first = len(layout.stacks) if layout.again_from is None else layout.again_from
    return replace(of, layout=replace(layout, again_from=first, paid_before=of.results))


def with_earlier_noted(table: Table, earlier: Round) -> Table:
    """Note at the present round that an earlier one is corrected: its chips are moved now."""
    now = table.round_now
    if now.layout is None:
        return table
    noted = dict(now.layout.earlier_again)
    noted.setdefault(earlier.number, len(on_layout(earlier).stacks))
    layout = replace(now.layout, earlier_again=tuple(noted.items()))
    return replace(table, round=replace(now, layout=layout))


def bets_of(table: Table, of: Round) -> tuple[BoxBet, ...]:
    """Return every bet of the round in the order in which it was placed."""
    hands = of.configuration.terms.game.hands_backed
    found = []
    for place, key in on_layout(of).order:
        stake = dict(of.stakes_of(place)).get(key)
        if stake is None:
            continue
        patron, box = patron_at(place), box_at(place)
        stance = Stance.SEATED if table.patrons[patron].box == box else Stance.STANDING
        found.append(BoxBet(box, patron, stance, key, stake, hands.get(key)))
    return tuple(found)


def bets_laid(table: Table, of: Round) -> tuple[BoxBet, ...]:
    """Return the bets in play, with the chips that lay there at the close (L 1.12)."""
    lay = {place: dict(stakes) for place, stakes in on_layout(of).lay}
    return tuple(
        replace(bet, stake=lay[place_of(bet.patron, bet.box)][bet.bet])
        for bet in bets_of(table, of)
    )


def without_choice(of: Round) -> Round:
    """Return the round without an open choice."""
    if of.layout is None:
        return of
    return replace(of, layout=replace(of.layout, asked=(), chosen={}))


def warnings_now(table: Table) -> tuple[DealerWarning, ...]:
    """Return the warnings that the Dealer must give before closing the bets (L 5.1, L 5.2)."""
    now = table.round_now
    return warnings_of(bets_of(table, now), layout_of(now), now.configuration.terms)


def positions_by(of: Round, played: tuple[PlayedBet, ...]) -> Positions:
    """Return every place's position, reduced to the part of each bet that is in play."""
    parts = {(place_of(e.bet.patron, e.bet.box), e.bet.bet): e.played for e in played if e.played}
    return tuple(
        (place, tuple((key, parts[place, key]) for key, _ in stakes if (place, key) in parts))
        for place, stakes in of.positions.items()
        if stakes
    )


def patrons_in_play(of: Round) -> tuple[PatronKey, ...]:
    """Return the patrons with a bet in play, in the order of their first bet."""
    return tuple(dict.fromkeys(patron_at(p) for p, stakes in of.positions.items() if stakes))


def is_away(table: Table, place: TerminalId) -> bool:
    """Return whether the patron of a place has walked away (L 5.3)."""
    return not table.patrons[patron_at(place)].is_here

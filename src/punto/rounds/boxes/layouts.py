"""The bets of a round as they lie on a live table's layout."""

from punto.live import BoxBet, DealerWarning, PatronKey, PlayedBet, Stance, TableLayout, warnings_of
from punto.rounds.boxes.events import Positions
from punto.rounds.boxes.state import LayoutRound, box_at, patron_at, place_of
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.values import TerminalId


def layout_of(of: Round) -> TableLayout:
    """Return the layout that a round is played on."""
    layout = of.configuration.layout
    if layout is None:
        raise RecordDoesNotHold("chips on the layout of a table that has none")
    return layout


def on_layout(of: Round) -> LayoutRound:
    """Return what a live round keeps beside its positions."""
    if of.layout is None:
        raise RecordDoesNotHold(f"round {of.number} has no layout")
    return of.layout


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


def warnings_now(table: Table) -> tuple[DealerWarning, ...]:
    """Return what the Dealer has to say before closing the bets (L 5.1, L 5.2)."""
    now = table.round_now
    return warnings_of(bets_of(table, now), layout_of(now), now.configuration.terms)


def positions_by(of: Round, played: tuple[PlayedBet, ...]) -> Positions:
    """Return every place's position with the played part of each bet; a bet of nothing is gone."""
    parts = {(place_of(e.bet.patron, e.bet.box), e.bet.bet): e.played for e in played}
    return tuple(
        (place, tuple((key, parts[place, key]) for key, _ in stakes if parts[place, key]))
        for place, stakes in of.positions.items()
        if stakes
    )


def patrons_in_play(of: Round) -> tuple[PatronKey, ...]:
    """Return the patrons with a bet in play, in the order of their first bet."""
    return tuple(dict.fromkeys(patron_at(p) for p, stakes in of.positions.items() if stakes))


def is_away(table: Table, place: TerminalId) -> bool:
    """Whether the patron of a place has walked away (L 5.3)."""
    return not table.patrons[patron_at(place)].is_here

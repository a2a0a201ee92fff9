"""The shoe after an event."""

from typing import assert_never

from punto.rounds.shoe import events
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Table
from punto.values import replace


def after_shoe(table: Table, fact: events.ShoeFact) -> Table:
    """Return the table with its shoe after the event."""
    if isinstance(fact, events.ShoeNote):
        return table
    match fact:
        case events.ShoeLoaded():
            shoe = _loaded(fact)
            promised = table.commitments | ({fact.commitment} if fact.commitment else set())
            return replace(table, shoe=shoe, shoes_count=fact.shoe_number, commitments=promised)
        case events.CardsBurned():
            return replace(table, shoe=table.shoe_now.after((fact.shown,), fact.unseen_count))
        case events.CutCardSeen():
            shoe = replace(table.shoe_now, cut_card_seen=True, rounds_left=fact.rounds_left)
            return replace(table, shoe=shoe)
        case events.ShoeRetired():
            return _retired(table, table.shoe_now)
        case events.ShoeRevealed():
            rest = {n: shoe for n, shoe in table.unrevealed.items() if n != fact.shoe_number}
            return replace(table, unrevealed=rest)
        case _:
            assert_never(fact)


def _loaded(fact: events.ShoeLoaded) -> Shoe:
    order = (fact.commitment, fact.cut_at)
    return Shoe(fact.shoe_number, fact.decks, fact.source, *order, sealed=fact.sealed)


def _retired(table: Table, shoe: Shoe) -> Table:
    secret = {shoe.number: shoe} if shoe.commitment else {}
    return replace(table, shoe=None, carried=(), unrevealed={**table.unrevealed, **secret})

"""Cards that left the shoe too early, and go where the deal wants them (A-43)."""

from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import CardDealt
from punto.rounds.state import Table
from punto.rules import INITIAL_CARDS, deal
from punto.values import Card


def used_here(
    table: Table, cards: tuple[Card, ...], *, totals_announced: bool = False
) -> tuple[CardDealt, ...]:
    """The cards that wait, as far as a deal of these cards wants them; nobody else decides."""
    play = table.round_now.configuration.terms.game.table
    used: list[CardDealt] = []
    for card in table.carried:
        side = deal(play, cards).coup.next_side
        totals_due = len(cards) == INITIAL_CARDS and not totals_announced
        if side is None or totals_due:
            break
        used.append(CardDealt(card, side, CardOrigin.CARRIED))
        cards = (*cards, card)
    return tuple(used)

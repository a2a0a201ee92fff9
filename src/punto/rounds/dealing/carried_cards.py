"""Cards that left the shoe too early, and go where the deal wants them (A-43)."""

from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import CardDealt
from punto.rounds.state import Round, Table
from punto.rules import INITIAL_CARDS


def used_here(table: Table, now: Round, *, totals_announced: bool = False) -> tuple[CardDealt, ...]:
    """The cards that wait, as far as this deal wants them; nobody else decides."""
    used: list[CardDealt] = []
    cards = now.cards
    for card in table.carried:
        side = now.coup_with(cards).next_side
        totals_due = len(cards) == INITIAL_CARDS and not totals_announced
        if side is None or totals_due:
            break
        used.append(CardDealt(card, side, CardOrigin.CARRIED))
        cards = (*cards, card)
    return tuple(used)

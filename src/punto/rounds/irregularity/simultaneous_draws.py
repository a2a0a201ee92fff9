"""Cards drawn together: which they are, and which places they may take (R 5.7, L 5.10, A-76)."""

from collections import Counter

from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import CardsCannotBe
from punto.rounds.phases import CARDS_OUT
from punto.rounds.state import Table
from punto.rules import Irregularity, Policy, Remedy
from punto.values import CardOut

_Cards = tuple[CardOut, ...]

DRAWN_TOGETHER = {
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
}


_AT_LEAST = 2


def cards_together(
    table: Table, policy: Policy, wish: ReportIrregularity
) -> _Cards | CardsCannotBe:
    """Return the cards that a report says were drawn together, or why they cannot be."""
    if policy.irregularity not in DRAWN_TOGETHER:
        wrong = CardsCannotBe(wish.together, ExpectedCards.NONE_TOGETHER)
        return wrong if wish.together else ()
    registered = table.round_now.cards if table.phase in CARDS_OUT else ()
    if wish.together:
        together = wish.together
    elif policy.remedy is Remedy.RECONSTRUCT:
        together = _last(registered, wish.extra, wish.cards)
    else:
        return ()  # the round is void, whichever they were (M 5.8.1)
    out = (*registered, *wish.extra)
    if len(together) < _AT_LEAST or Counter(together) - Counter(out):
        return CardsCannotBe(together, ExpectedCards.TWO_OR_MORE_TOGETHER)
    is_ordered = wish.cards is not None and policy.remedy is Remedy.RECONSTRUCT
    moved = moved_refusal(out, together, wish.cards or ()) if is_ordered else None
    return moved or together


def _last(registered: _Cards, extra: _Cards, order: _Cards | None) -> _Cards:
    """Return the cards that a report implies: the unregistered one and the one before.

    If all are registered, these are the last two, or those whose order it corrects.
    """
    out = (*registered, *extra)
    if order is not None and not extra:
        moved = tuple(card for card, now in zip(out, order, strict=False) if card != now)
        return moved or out[-_AT_LEAST:]
    return out[-max(_AT_LEAST, len(extra) + 1) :]


def moved_refusal(out: _Cards, together: _Cards, order: _Cards) -> CardsCannotBe | None:
    """Refuse an order in which a card changes places that was not drawn together (A-76)."""
    left, free = Counter(together), set()
    # Of equal cards the later ones are meant.
    for place in reversed(range(len(out))):
        if left[out[place]]:
            left[out[place]] -= 1
            free.add(place)
    kept = all(
        before == now
        for place, (before, now) in enumerate(zip(out, order, strict=True))
        if place not in free
    )
    return None if kept else CardsCannotBe(order, ExpectedCards.TOGETHER_IN_ANOTHER_ORDER)
